"""Other ways of hearing with other engines or settings, each before our own parser.

They get the sound as it is, and their best text is parsed as typed words are.
"""

from __future__ import annotations

import importlib.util
import math
import re
import subprocess
import sys
from collections.abc import Collection
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from voicekeeper.bench.vosk_process import UNKNOWN
from voicekeeper.faults import ModelFault, RecogniserFault
from voicekeeper.frames import read_frame, write_frame
from voicekeeper.hearing.automaton import Automaton, is_tag, lexicon
from voicekeeper.hearing.compiler import Listening
from voicekeeper.hearing.decision import Understood
from voicekeeper.hearing.ears import HearingSettings
from voicekeeper.hearing.language import automaton_of, first_names
from voicekeeper.hearing.names import spoken_forms
from voicekeeper.hearing.parser import Parser
from voicekeeper.hearing.spoken import players_of
from voicekeeper.hearing.vocabulary import model_words
from voicekeeper.sound.take import Samples


class _Rival:
    """What all rivals share: the grammar's automaton for the players, and the parser."""

    def __init__(self, settings: HearingSettings) -> None:
        self._settings = settings
        self._parser: Parser | None = None

    def _seat(self, players: tuple[str, ...], known: Collection[str]) -> Automaton:
        settings = self._settings
        language, tuning = settings.language, settings.tuning
        seated = players_of(players, settings.spoken_as, settings.model, language, settings.cache)
        listening = Listening(language, seated, tuning)
        self._parser = Parser(language, listening.players, listening.rule, settings.cache)
        names = {form: tuning.new_name for name in first_names(language)
                 for form in spoken_forms(name, language)}
        return automaton_of(language, listening.rule, listening.players,
                            number_words=tuning.numbers(language),
                            new_players=lexicon(sorted(names.items())),
                            tags=False, known=known, emphasis=tuning.emphasis)

    def _understood(self, text: str, speaking_for: str | None) -> Understood:
        if self._parser is None:
            raise ValueError("attend() comes first")
        parsed = self._parser.parse(text, speaking_for)
        return Understood(text, parsed.intent, parsed.choices)


class StockVosk(_Rival):
    """Vosk as it comes: with a list of the grammar's words (a bias, not a grammar), or open."""

    def __init__(self, settings: HearingSettings, *, word_list: bool) -> None:
        super().__init__(settings)
        self._word_list = word_list
        self._process = subprocess.Popen(
            [sys.executable, "-m", "voicekeeper.bench.vosk_process", str(settings.model)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)

    @property
    def process(self) -> int | None:
        """Vosk's process."""
        return self._process.pid

    def attend(self, players: tuple[str, ...]) -> None:
        """Listen for these players from now on. Raises RecogniserFault."""
        words = self._seat(players, model_words(self._settings.model).keys()).words()
        self._send(b"G", " ".join(sorted(words)) if self._word_list else "")
        self._answer(b"R")

    def feed(self, block: Samples) -> None:
        """The next block of the utterance. Raises RecogniserFault."""
        self._send(b"A", _pcm(block))

    def decide(self, speaking_for: str | None) -> Understood:
        """What was understood. Raises RecogniserFault."""
        self._send(b"E")
        text = self._answer(b"H")
        return Understood(text) if UNKNOWN in text else self._understood(text, speaking_for)

    def close(self) -> None:
        """End Vosk's process."""
        commands, answers = self._pipes()
        commands.close()
        answers.close()
        self._process.wait()

    def _pipes(self) -> tuple[BinaryIO, BinaryIO]:
        commands, answers = self._process.stdin, self._process.stdout
        if commands is None or answers is None:
            raise RecogniserFault("Vosk is not running.")
        return commands, answers  # type: ignore[return-value]

    def _send(self, kind: bytes, payload: bytes | str = b"") -> None:
        try:
            write_frame(self._pipes()[0], kind,
                        payload.encode() if isinstance(payload, str) else payload)
        except OSError as error:
            raise RecogniserFault("Vosk stopped while listening.") from error

    def _answer(self, expected: bytes) -> str:
        frame = read_frame(self._pipes()[1])
        if frame is None or frame[0] != expected:
            raise RecogniserFault("Vosk stopped while listening.")
        return frame[1].decode()


class PocketSphinx(_Rival):
    """CMU PocketSphinx with our grammar as a finite-state grammar, its own English model."""

    process = None

    def __init__(self, settings: HearingSettings) -> None:
        super().__init__(settings)
        problem = pocketsphinx_missing(settings.language)
        if problem is not None:
            raise ModelFault(problem)
        self._sphinx: Any = importlib.import_module("pocketsphinx")
        self._known = _dictionary(Path(self._sphinx.get_model_path()))
        self._decoder: Any = None
        self._listening = False

    def attend(self, players: tuple[str, ...]) -> None:
        """Listen for these players from now on."""
        automaton = self._seat(players, self._known)
        # A lattice's best path takes seconds of work where a grammar is as wide as ours.
        self._decoder = self._sphinx.Decoder(lm=None, bestpath=False, loglevel="FATAL")
        self._decoder.add_fsg("table", self._grammar(automaton))
        self._decoder.activate_search("table")

    def feed(self, block: Samples) -> None:
        """The next block of the utterance."""
        if not self._listening:
            self._decoder.start_utt()
            self._listening = True
        self._decoder.process_raw(_pcm(block), False, False)

    def decide(self, speaking_for: str | None) -> Understood:
        """What was understood."""
        if not self._listening:
            return Understood("")
        self._decoder.end_utt()
        self._listening = False
        hypothesis = self._decoder.hyp()
        # Other pronunciations of a word come as "the(2)".
        text = re.sub(r"\(\d+\)", "", hypothesis.hypstr) if hypothesis else ""
        return self._understood(text, speaking_for) if text else Understood("")

    def close(self) -> None:
        """Nothing to end."""

    def _grammar(self, automaton: Automaton) -> Any:
        end = automaton.states
        ways: list[tuple[Any, ...]] = [(state, end, _probability(cost))
                                       for state, cost in automaton.finals]
        for arc in automaton.arcs():
            word = () if arc.label is None or is_tag(arc.label) else (arc.label,)
            ways.append((arc.source, arc.target, _probability(arc.cost), *word))
        return self._decoder.create_fsg("table", 0, end, ways)


def pocketsphinx_missing(language: str) -> str | None:
    """Why PocketSphinx can't be compared, in a sentence; None where it can."""
    if language != "en":
        return "PocketSphinx comes with an English model only: leave it out with --rivals."
    if importlib.util.find_spec("pocketsphinx") is None:
        return ("PocketSphinx is not installed: `pip install voicekeeper[bench]` (in a checkout "
                "`pip install .[bench]`) gets it, and --rivals vosk-words,vosk-open does without.")
    return None


def _dictionary(models: Path) -> frozenset[str]:
    with (models / "en-us" / "cmudict-en-us.dict").open(encoding="utf-8") as lines:
        return frozenset(line.split(maxsplit=1)[0] for line in lines if line.strip())


def _probability(cost: float) -> float:
    return min(1.0, math.exp(-cost))


def _pcm(samples: Samples) -> bytes:
    return (np.clip(samples, -1.0, 1.0) * 32767.0).astype("<i2").tobytes()
