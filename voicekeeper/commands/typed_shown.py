"""What `voicekeeper play --typed` shows: JSON lines, or a dialogue for people."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import IO, Any

from rich.console import Console
from rich.text import Text

from voicekeeper.intents import Intent, to_json
from voicekeeper.session import Spoken

_INTRODUCTION = (
    'Type what you would say at the table, a line at a time, as in "Ana five, Marco closed '
    'with twelve". Type help for more, and quit (or Ctrl-D) to end.'
)


@dataclass(frozen=True)
class Typed:
    """A line's turn: the words as typed or recognised, what they meant, the reply."""

    heard: str
    intent: Intent | None
    spoken: Spoken


class AsJson:
    """One JSON object a line, flushed as it is made."""

    def __init__(self, target: IO[str]) -> None:
        self._target = target

    def start(self, spoken: Spoken) -> None:
        """The line for the start."""
        self._show(None, None, spoken)

    def turn(self, typed: Typed) -> None:
        """The line for a line."""
        if typed.spoken.fault is not None:
            sys.stderr.write(f"voicekeeper: {typed.spoken.fault}\n")
        self._show(typed.heard, typed.intent, typed.spoken)

    def _show(self, heard: str | None, intent: Intent | None, spoken: Spoken) -> None:
        line: dict[str, Any] = {
            "heard": heard,
            "intent": None if intent is None else to_json(intent),
            "say": spoken.say,
            **({"chime": "taken"} if spoken.chime else {}),
            "asking": spoken.asking,
            "game": spoken.view.game,
        }
        self._target.write(json.dumps(line) + "\n")
        self._target.flush()


class AsDialogue:
    """A dialogue for people: what is said, and how the round stands in one line."""

    def __init__(self, target: IO[str], interactive: bool) -> None:
        self._console = Console(file=target, highlight=False, soft_wrap=True)
        self._interactive = interactive

    def start(self, spoken: Spoken) -> None:
        """How it works, and the first words."""
        if self._interactive:
            self._console.print(_INTRODUCTION, style="dim")
        self._say(spoken)

    def turn(self, typed: Typed) -> None:
        """The reply to a line."""
        if not self._interactive and typed.heard.strip():
            self._console.print(Text(f"> {typed.heard}", style="bold"))
        if typed.spoken.fault is not None:
            self._console.print(Text(typed.spoken.fault, style="red"))
        self._say(typed.spoken)

    def _say(self, spoken: Spoken) -> None:
        if not (spoken.say or spoken.chime):
            return
        chime = "(chime) " if spoken.chime else ""
        self._console.print(Text(f"{chime}{spoken.say}".rstrip(), style="green"))
        if spoken.view.game is not None:
            self._console.print(Text(_status(spoken.view.game), style="dim"))


def _status(game: Mapping[str, Any]) -> str:
    """"Round 2 | Ana 12 +5 | Marco 20 ...": totals, and this round's points so far."""
    parts = ["Game over" if game["over"] else f"Round {game['round']}"]
    for player in game["players"]:
        entered = game["entered"].get(player)
        now = f" {entered:+d}" if entered is not None else "" if game["over"] else " ..."
        closed = " closed" if game["closer"] == player else ""
        parts.append(f"{player} {game['totals'][player]}{now}{closed}")
    return "   " + " | ".join(parts)
