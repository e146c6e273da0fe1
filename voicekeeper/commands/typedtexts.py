"""Typed texts, read as what somebody says at a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from voicekeeper.dialog.meaning import Meaning
from voicekeeper.intents import NameAgain, NewGame, Spell

if TYPE_CHECKING:
    from voicekeeper.hearing.parser import Parser


class Reader:
    """Reads typed texts for whoever plays; without a game, most of them are names."""

    def __init__(self, language: str, spoken_as: Mapping[str, Sequence[str]],
                 keep: Path | None = None) -> None:
        """`keep` is where compiled grammars are found the next time."""
        self._language = language
        self._spoken_as = spoken_as
        self._keep = keep
        self._parsers: dict[tuple[tuple[str, ...], tuple[str, ...], bool], Parser] = {}

    def read(self, text: str, names: tuple[str, ...] | None, speaking_for: str | None,
             new_name: bool = False, past: tuple[str, ...] = ()) -> Meaning:
        """What a text means at a table of these players (None: there is no game yet).

        new_name: a name was asked about that is no player's yet, so it may be said alone.
        past: who has played before, and may be asked about before a game.
        """
        parsed = self._parser(names or ()).parse(text, speaking_for)
        if names is None and not parsed.choices and isinstance(
                parsed.intent, NameAgain | None):
            # Not a command, so it is the answer to "Who plays?".
            parsed = self._parser((), past, before_game=True).parse(text)
        elif parsed.intent is None and not parsed.choices:
            if new_name and (again := self._new_name(text)) is not None:
                return Meaning(text, again)
            return Meaning(text, stranger=self._parser(names or ()).stranger(text))
        return Meaning(text, parsed.intent, parsed.choices)

    def _new_name(self, text: str) -> NameAgain | None:
        match self._parser((), before_game=True).parse(text).intent:
            case NewGame((name,), ()) | Spell(str(name)):
                return NameAgain(name)
        return None

    def _parser(self, names: tuple[str, ...], past: tuple[str, ...] = (),
                before_game: bool = False) -> Parser:
        key = names, past, before_game
        if key not in self._parsers:
            # Imported late: the first line of a --json game is out before the grammar is loaded.
            from voicekeeper.hearing.language import BEFORE_GAME, UTTERANCE, Players
            from voicekeeper.hearing.parser import Parser

            players = Players.of(names, self._spoken_as).with_past(
                Players.of(past, self._spoken_as), self._language)
            rule = BEFORE_GAME if before_game else UTTERANCE
            self._parsers[key] = Parser(self._language, players, rule, self._keep)
        return self._parsers[key]
