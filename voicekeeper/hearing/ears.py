"""The whole of hearing, from samples to what was understood: for takes and for files."""

from __future__ import annotations

import contextlib
import tempfile
from collections import OrderedDict
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from voicekeeper.faults import DataFault, RecogniserFault
from voicekeeper.hearing.compiler import (
    Listening,
    Tuning,
    compile_grammar,
    unheard_names,
)
from voicekeeper.hearing.context import Context
from voicekeeper.hearing.decision import ASK_MARGIN, Understood, decide, settle
from voicekeeper.hearing.heard import Heard
from voicekeeper.hearing.language import Players
from voicekeeper.hearing.making import make_apart
from voicekeeper.hearing.names import SpokenAs
from voicekeeper.hearing.parser import Parser
from voicekeeper.hearing.recogniser import Recogniser
from voicekeeper.hearing.speech import Cutting, SpeechCutter
from voicekeeper.hearing.spoken import players_of
from voicekeeper.hearing.utterance import Utterance
from voicekeeper.sound.files import read_take


@dataclass(frozen=True)
class HearingSettings:
    """What the ears need to know.

    model: the stock model's folder; cache: where compiled grammars go;
    ask_margin: see decision.py; spoken_as: the words that stand for names,
    as set or enrolled; apart: what is new is compiled in a process of its own,
    so that nothing else is held up (making.py).
    """

    model: Path
    cache: Path
    language: str = "en"
    ask_margin: float = ASK_MARGIN
    spoken_as: SpokenAs = field(default_factory=dict)
    tuning: Tuning = field(default_factory=Tuning)
    cutting: Cutting = field(default_factory=Cutting)
    apart: bool = False


@dataclass(frozen=True)
class _Table:
    """What hearing one table takes."""

    folder: Path
    recogniser: Recogniser
    parser: Parser
    unheard: tuple[str, ...]


class Ears:
    """Hears utterances by the grammar of a table.

    `tables` is how many tables' recognisers are kept running (about 110 MB
    each): one at a game, a few for a manifest with several sets of players.
    """

    def __init__(self, settings: HearingSettings, tables: int = 1) -> None:
        self._settings = settings
        self._most = tables
        self._tables: OrderedDict[Players, _Table] = OrderedDict()
        self._makeshift: tempfile.TemporaryDirectory[str] | None = None

    def attend(self, names: tuple[str, ...], past: tuple[str, ...] = ()) -> tuple[str, ...]:
        """Listens for these players from now on; none: for a game to be begun.

        `past` are people who have played before and may play again. Gives the
        names that the recogniser has no words for, when they are new. Raises
        ModelFault, DataFault, RecogniserFault.
        """
        players = players_of(names, self._settings.spoken_as, self._settings.model,
                             self._settings.language, self._settings.cache)
        if past:
            people = players_of(past, self._settings.spoken_as, self._settings.model,
                                self._settings.language, self._settings.cache)
            players = players.with_past(people, self._settings.language)
        return self.attend_to(players)

    def attend_to(self, players: Players) -> tuple[str, ...]:
        """Listens for players whose names are spoken just so: as once `attending` told.

        Gives and raises what `attend` does.
        """
        new = players not in self._tables
        if new:
            listening = Listening(self._settings.language, players, self._settings.tuning)
            if self._settings.apart:
                make_apart(listening, self._settings.model, self._settings.cache)
            folder = self._compiled(listening)
            recogniser = self._recogniser(folder)
            parser = Parser(self._settings.language, players, listening.rule,
                            self._settings.cache)
            self._tables[players] = _Table(folder, recogniser, parser, unheard_names(folder))
        self._tables.move_to_end(players)
        return self._table.unheard if new else ()

    def _recogniser(self, folder: Path) -> Recogniser:
        """A recogniser that listens by the grammar in a folder. Raises RecogniserFault."""
        if len(self._tables) < self._most:
            recogniser = Recogniser()
            recogniser.load(folder)
            return recogniser
        players, oldest = next(iter(self._tables.items()))
        try:
            oldest.recogniser.load(folder)
        except RecogniserFault:
            # Who was listened to is listened to further, as far as that can be done.
            with contextlib.suppress(RecogniserFault):
                oldest.recogniser.load(oldest.folder)
            raise
        del self._tables[players]
        return oldest.recogniser

    def _compiled(self, listening: Listening) -> Path:
        """The grammar's folder; where the cache can't be written, in a makeshift one."""
        try:
            return compile_grammar(listening, self._settings.model, self._settings.cache)
        except DataFault:
            try:
                self._makeshift = self._makeshift or tempfile.TemporaryDirectory(
                    prefix="voicekeeper-")
                return compile_grammar(listening, self._settings.model,
                                       Path(self._makeshift.name))
            except (DataFault, OSError):
                pass  # what the user can do something about is the cache
            raise

    @property
    def attending(self) -> Players:
        """For whom it listens, and by which words."""
        if not self._tables:
            raise ValueError("attend() comes first")
        return next(reversed(self._tables))

    def utterance(self) -> Utterance:
        """An utterance to be fed block by block."""
        return Utterance(self._table.recogniser, SpeechCutter(self._settings.cutting))

    def understand(self, heard: Heard, speaking_for: str | None = None,
                   context: Context | None = None) -> Understood:
        """The decision for what was heard; where a room rings and it is in doubt, heard again."""
        parser, margin = self._table.parser, self._settings.ask_margin
        first = decide(heard, parser, speaking_for, margin, context)
        if heard.again is None or not first.choices:
            return first
        try:
            again = heard.again()
        except RecogniserFault:
            # The first hearing is as good as it was; for the next take there has to be another.
            with contextlib.suppress(RecogniserFault):
                self.restart()
            return first
        return settle(first, decide(again, parser, speaking_for, margin, context))

    def hear(self, samples: np.ndarray, speaking_for: str | None = None,
             context: Context | None = None) -> Understood:
        """What is said in a whole take (mono float32, 16 kHz).

        Raises RecogniserFault where the recogniser dies on it.
        """
        utterance = self.utterance()
        utterance.feed_all(samples)
        return self.understand(utterance.finish(), speaking_for, context)

    def hear_file(self, path: Path, names: tuple[str, ...], speaking_for: str | None = None,
                  past: tuple[str, ...] = ()) -> Understood:
        """What is said in a sound file. Raises SoundFault where it can't be read."""
        samples = read_take(path).samples
        self.attend(names, past)
        return self.hear(samples, speaking_for)

    def restart(self) -> None:
        """After a RecogniserFault: a working recogniser again, if there was one. May raise another.
        """
        if self._tables:
            self._table.recogniser.restart()

    @property
    def pid(self) -> int | None:
        """The number of the recogniser's process while it runs."""
        return self._table.recogniser.pid

    def close(self) -> None:
        """Ends the recognisers' processes."""
        while self._tables:
            self._tables.popitem()[1].recogniser.close()
        if self._makeshift is not None:
            self._makeshift.cleanup()
            self._makeshift = None

    @property
    def _table(self) -> _Table:
        return self._tables[self.attending]

