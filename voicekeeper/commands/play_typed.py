"""`voicekeeper play --typed`: the whole game without sound, a line for what somebody says.

A line `@FILE` is a sound file heard as if spoken, `!next`, `!previous` and
`!undo` are a headset's keys, `!pause` is a long silence, an empty line says
nothing. With `--json` there is one JSON object for each line, after one for the
start.
"""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from io import TextIOWrapper
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, get_args

from rich.console import Console
from rich.text import Text

from voicekeeper.commands.common import Options
from voicekeeper.commands.hints import typable
from voicekeeper.commands.parts import (
    begin,
    copied,
    make_ears,
    make_session,
    spoken_names,
)
from voicekeeper.commands.typedtexts import Reader
from voicekeeper.dialog.meaning import Meaning
from voicekeeper.dialog.reply import say
from voicekeeper.dialog.respond import Key
from voicekeeper.faults import Fault, RecogniserFault, SoundFault
from voicekeeper.hearing.context import Context
from voicekeeper.intents import Intent, to_json
from voicekeeper.keeping import Circumstances, TakeKeeper
from voicekeeper.session import Session, Spoken
from voicekeeper.skyjo.ledger import FILE_NAME, Ledger
from voicekeeper.sound.files import LONGEST, read_take
from voicekeeper.voice.replies import Replies

if TYPE_CHECKING:
    from voicekeeper.hearing.ears import Ears

_INTRODUCTION = (
    'Type what you would say at the table, a line at a time, as in "Ana five, Marco closed '
    'with twelve". Type help for more, and quit (or Ctrl-D) to end.'
)
_QUIT = frozenset({"quit", "exit", "bye"})


def run_typed(
    options: Options,
    players: Sequence[str] | None = None,
    resume: str | None = None,
    json_output: bool = False,
    stdin: IO[bytes] | None = None,
    stdout: IO[str] | None = None,
    ears: Callable[[], Ears] | None = None,
    keep_audio: Path | None = None,
    rematch: str | None = None,
) -> int:
    """Play by typed lines until the input ends; the exit status.

    `players` (checked by `players_option`) starts a new game, `resume` brings one
    back by its id, `rematch` starts one like it; without them the unfinished one
    goes on. `ears` makes
    the ears for sound files, when the first one comes; `keep_audio` is where
    those go, with what was heard. Raises DataFault when the ledger cannot be
    used or there is no game to resume.
    """
    source = stdin if stdin is not None else sys.stdin.buffer
    target = stdout if stdout is not None else sys.stdout
    interactive = (not json_output and stdin is None and stdout is None
                   and source.isatty() and target.isatty())
    shown: _Json | _Terminal = _Json(target) if json_output else _Terminal(target, interactive)
    replies = Replies.load(options.language, deterministic=True)
    with Ledger.open(options.data / FILE_NAME, writer=True) as ledger:
        session = make_session(options, ledger, replies)
        if ledger.notice is not None:
            _tell(ledger.notice)  # aloud it is said without the file's new name
        if ledger.backup is not None:
            _tell(copied(ledger.backup))
        shown.start(begin(session, players, resume, rematch))
        keeper = None if keep_audio is None else TakeKeeper(keep_audio, _tell)
        listener = _Listener(options, ears or (lambda: make_ears(options)), keeper)
        try:
            for line in _typed_lines() if interactive else _lines(source):
                if not json_output and line.strip().casefold() in _QUIT:
                    break
                turn = _turn(session, listener, line)
                shown.turn(turn)
                if turn.spoken.off:
                    break
        except KeyboardInterrupt:
            if not interactive:
                raise
            target.write("\n")  # a line of its own for the shell's prompt
        finally:
            listener.close()
    return 0


@dataclass(frozen=True)
class _Typed:
    """A line's turn: the words as typed or recognised, what they meant, the reply."""

    heard: str
    intent: Intent | None
    spoken: Spoken


def _typed_lines() -> Iterator[str]:
    """What somebody types at the terminal, with editing and history."""
    with suppress(ImportError):  # not on every system
        importlib.import_module("readline")  # input() uses it once it is loaded
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    while True:
        try:
            line = input("> ")
        except EOFError:
            sys.stdout.write("\n")
            return
        yield line


def _lines(source: IO[bytes]) -> Iterator[str]:
    """Lines as text; only \\n ends one, and a trailing \\r is no part of it."""
    while raw := source.readline():
        text = raw.removesuffix(b"\n").removesuffix(b"\r")
        yield text.decode("utf-8", errors="replace")


def _turn(session: Session, listener: _Listener, line: str) -> _Typed:
    words = line.strip()
    if not words:
        return _Typed(line, None, session.silence())
    if words == "!pause":
        if session.question is not None:
            return _Typed(line, None, session.lapse())
        return _Typed(line, None, session.pause() if listener.prompts else session.silence())
    for key in get_args(Key):
        if words == f"!{key}":
            return _Typed(line, None, session.key(key, line))
    if not words.startswith("@"):
        meaning = listener.read(line, session)
        return _Typed(line, meaning.intent, session.hear(meaning))
    try:
        meaning = listener.listen(Path(words[1:].strip()), session)
    except SoundFault as fault:
        spoken = session.tell(say("file_unreadable"), heard=line)
        return _Typed(line, None, _with_fault(spoken, fault))
    except RecogniserFault as fault:
        spoken = session.tell(say("say_again"), heard=line)
        return _Typed(line, None, _with_fault(spoken, fault))
    except Fault as fault:
        spoken = session.tell(say("cannot_hear"), heard=line)
        return _Typed(line, None, _with_fault(spoken, fault))
    return _Typed(meaning.text, meaning.intent, session.hear(meaning))


def _with_fault(spoken: Spoken, fault: Fault) -> Spoken:
    return replace(spoken, fault=typable(str(fault)))


class _Listener:
    """The reader of typed texts, and the ears once a sound file comes."""

    def __init__(self, options: Options, make_ears: Callable[[], Ears],
                 keeper: TakeKeeper | None) -> None:
        self._reader = Reader(options.language, spoken_names(options),
                              options.data / "grammars")
        self._make_ears = make_ears
        self._keeper = keeper
        self._ears: Ears | None = None
        self.prompts = options.config.prompt_after is not None
        """Whether a pause makes the table say who is missing."""

    def read(self, text: str, session: Session) -> Meaning:
        """What a typed text means."""
        return self._reader.read(text, session.players(), session.speaking_for,
                                 session.expects().new_names, session.past_players())

    def listen(self, path: Path, session: Session) -> Meaning:
        """What a sound file means. Raises SoundFault and the faults of the ears."""
        if self._ears is None:
            self._ears = self._make_ears()
        take = read_take(path, LONGEST)
        self._ears.attend(session.players() or (), session.past_players())
        context = Context(session.fit)
        understood = self._ears.hear(take.samples, session.speaking_for, context)
        if self._keeper is not None:
            under = Circumstances(self._ears.attending, session.speaking_for, context.shown())
            self._keeper.keep(take.samples, take.rate, under, understood)
        return Meaning(understood.text, understood.intent, understood.choices)

    def close(self) -> None:
        """End the recogniser's process, if there is one."""
        if self._ears is not None:
            self._ears.close()


def _tell(line: str) -> None:
    """Aside from the game: standard output belongs to that."""
    sys.stderr.write(f"{line}\n")


class _Json:
    """One JSON object a line, flushed as it is made."""

    def __init__(self, target: IO[str]) -> None:
        self._target = target

    def start(self, spoken: Spoken) -> None:
        """The line for the start."""
        self._show(None, None, spoken)

    def turn(self, typed: _Typed) -> None:
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


class _Terminal:
    """A dialogue for people: what is said, and how the round stands in one line."""

    def __init__(self, target: IO[str], interactive: bool) -> None:
        self._console = Console(file=target, highlight=False, soft_wrap=True)
        self._interactive = interactive

    def start(self, spoken: Spoken) -> None:
        """How it works, and the first words."""
        if self._interactive:
            self._console.print(_INTRODUCTION, style="dim")
        self._say(spoken)

    def turn(self, typed: _Typed) -> None:
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
