"""Turns spoken to the whole program: it plays at a table in the fake room, and is listened to.

The program is `voicekeeper play` itself, in processes of its own, with PortAudio
and the recogniser and voice in force. Its button is the space bar. When somebody
speaks is known from what passes the microphone, and when it answers from what
arrives at the speaker: not from what the program says of itself.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from voicekeeper.bench.at_the_table import PlayAtTheTable
from voicekeeper.bench.fake_room import RATE, FakeRoom, Recording
from voicekeeper.bench.gaps import longest_gap
from voicekeeper.faults import BenchFault
from voicekeeper.processes import MostMemory, family, time_of
from voicekeeper.sound.files import read_clip
from voicekeeper.sound.rates import resample
from voicekeeper.sound.take import Samples
from voicekeeper.turntimes import TurnTimes

_AUDIBLE = 0.005  # of full scale
_FRAME = RATE // 50
_BELOW = 10 ** (-30 / 20)  # speech that is so far below its loudest is over
_NO_ANSWER = 15.0  # seconds
_LONGEST_ANSWER = 30.0  # seconds
_SILENT = 0.6  # seconds; longer than any pause within a reply

STAGES = ("end of the take", "hearing, last step", "deciding", "dialog and ledger",
          "voice, first phrase", "to the loudspeaker")
"""What is done between the release and the first sound, one after the other."""


@dataclass(frozen=True)
class Spoken:
    """Something to say at a table: its recording, and who plays there."""

    audio: Path
    players: tuple[str, ...]


@dataclass(frozen=True)
class TurnTaken:
    """One turn; times in seconds.

    meant, held: how long the button was to be held after the last word, and how long it
    was; wait: from the release to the first sound of the reply, None where none came;
    stages: the same in its parts, where all are known; guessed: the reply was made ready
    while the button was held, rightly or wrongly; cpu: the processor's time, from the
    press to the end of the reply; memory: the most that all processes took together
    since the table was begun, MB. Both None where the system does not tell. gap: the
    longest silence within the reply, None where none came.
    """

    spoken: Spoken
    heard: str
    said: str
    meant: float
    held: float
    wait: float | None
    stages: Mapping[str, float]
    guessed: bool | None
    cpu: float | None
    memory: float | None
    gap: float | None


@dataclass(frozen=True)
class Started:
    """The program was started, with a known grammar; `ready`: after so many seconds it listened."""

    players: tuple[str, ...]
    ready: float


class TalkedTo:
    """A table in the fake room where `turns` are spoken. `options` are those of `play`."""

    def __init__(self, room: FakeRoom, folder: Path, options: Sequence[str]) -> None:
        """`folder`: of this bench alone."""
        self._room = room
        self._folder = folder
        self._options = tuple(options)

    def turns(self, turns: Sequence[tuple[Spoken, float]], starts: int = 3
              ) -> Iterator[Started | TurnTaken]:
        """Says all this, each held so long after its last word, at one table after the other.

        Before, the program is started so often at each. Raises BenchFault.
        """
        tables: dict[tuple[str, ...], list[tuple[Spoken, float]]] = {}
        for turn in turns:
            tables.setdefault(turn[0].players, []).append(turn)
        with ExitStack() as stack:
            microphone, speaker = self._room.record_microphone(), self._room.record_speaker()
            stack.callback(microphone.stop)
            stack.callback(speaker.stop)
            try:
                for players, of_table in tables.items():
                    # A new game, of which the grammar is made at leisure.
                    self._start(("--players", ",".join(players)))
                    for _ in range(starts):
                        yield Started(players, self._start(()))
                    yield from self._table(of_table, microphone, speaker)
            except (TimeoutError, EOFError) as error:
                raise BenchFault(f"The program at the table failed: {error}") from error

    def _start(self, options: Sequence[str]) -> float:
        began = time.monotonic()
        with PlayAtTheTable(self._room, self._folder, *self._options, *options) as table:
            table.wait_for("Ready")
            ready = time.monotonic() - began
            table.wait_for("said: ")
            table.quit()
        return ready

    def _table(self, turns: Sequence[tuple[Spoken, float]], microphone: Recording,
               speaker: Recording) -> Iterator[TurnTaken]:
        times = self._folder / "times.jsonl"
        with PlayAtTheTable(self._room, self._folder, *self._options, "--times", str(times)
                            ) as table, MostMemory(table.process.pid) as memory:
            table.wait_for("said: ")
            _until_silent(speaker)
            for number, (spoken, held) in enumerate(turns):
                microphone.forget()
                speaker.forget()
                yield self._turn(table, spoken, held, _Ends(microphone, speaker),
                                 _Times(times, number), memory)
            table.quit()

    def _turn(self, table: PlayAtTheTable, spoken: Spoken, held: float, ends: _Ends,
              times: _Times, memory: MostMemory) -> TurnTaken:
        clip = read_clip(spoken.audio)
        sound = resample(clip.samples, clip.rate, RATE)
        before = _processor(table)
        table.tap()
        saying = self._room.say(sound)
        last_word = ends.last_word(sound)
        time.sleep(max(0.0, last_word + held - time.monotonic()))
        released = time.monotonic()
        begin = len(ends.speaker)
        table.tap()
        answer = ends.first_sound(begin)
        heard, said = table.wait_for("heard: "), table.wait_for("said: ")
        gap = None
        if answer is not None:
            _until_silent(ends.speaker)
            gap = longest_gap(ends.speaker.since(begin), RATE)
        saying.wait()
        after = _processor(table)
        written = times.read(wanted=answer is not None)
        return TurnTaken(
            spoken, heard.removeprefix("heard: "), said.removeprefix("said: "),
            held, released - last_word, None if answer is None else answer - released,
            _stages(released, written, answer), written.guessed,
            None if before is None or after is None else after - before, memory.most, gap)


@dataclass(frozen=True)
class _Ends:
    """Both ends of the room's sound."""

    microphone: Recording
    speaker: Recording

    def last_word(self, sound: Samples) -> float:
        """When the last word of what is being said will have passed the microphone."""
        first = _first_audible(sound)
        if first is None:
            raise BenchFault("A recording holds no sound.")
        deadline = time.monotonic() + _NO_ANSWER
        begin = len(self.microphone)
        while (at := _first_audible(self.microphone.since(begin))) is None:
            if time.monotonic() > deadline:
                raise BenchFault("What was said did not reach the fake room's microphone.")
            self.microphone.more()
        return self.microphone.time_of(begin + at) + (_last_word(sound) - first) / RATE

    def first_sound(self, begin: int) -> float | None:
        """When the speaker first sounds, from this sample on; None: it does not."""
        deadline = time.monotonic() + _NO_ANSWER
        while (at := _first_audible(self.speaker.since(begin))) is None:
            if time.monotonic() > deadline:
                return None
            self.speaker.more()
        # What is read next may tell more exactly when.
        self.speaker.more()
        return self.speaker.time_of(begin + at)


@dataclass(frozen=True)
class _Times:
    """What the program wrote of a turn: the line with this number."""

    file: Path
    number: int

    def read(self, wanted: bool) -> TurnTimes:
        """The turn's times; waits for them if they are wanted."""
        deadline = time.monotonic() + (_NO_ANSWER if wanted else 0.0)
        while True:
            lines = self.file.read_text(encoding="utf-8").split("\n")[:-1]
            if len(lines) > self.number:
                return TurnTimes(**json.loads(lines[self.number]))
            if time.monotonic() > deadline:
                return TurnTimes()
            time.sleep(0.02)


def _stages(released: float, times: TurnTimes, answer: float | None) -> dict[str, float]:
    moments = [released, times.ended, times.decoded, times.understood, times.answered,
               times.voiced, answer]
    known = [moment for moment in moments if moment is not None]
    if len(known) < len(moments):
        return {}
    return {stage: end - begin
            for stage, begin, end in zip(STAGES, known, known[1:], strict=False)}


def _first_audible(sound: Samples) -> int | None:
    loud = np.abs(sound) > _AUDIBLE
    return int(loud.argmax()) if loud.any() else None


def _last_word(sound: Samples) -> int:
    """The sample at which speech is over."""
    whole = len(sound) // _FRAME * _FRAME
    levels = np.sqrt(np.square(sound[:whole].reshape(-1, _FRAME)).mean(axis=1))
    return int(np.flatnonzero(levels >= levels.max() * _BELOW)[-1] + 1) * _FRAME


def _until_silent(speaker: Recording) -> None:
    begin = len(speaker)
    deadline = time.monotonic() + _LONGEST_ANSWER
    while time.monotonic() < deadline:
        sound = speaker.since(max(begin, len(speaker) - round(_SILENT * RATE)))
        if len(sound) >= _SILENT * RATE * 0.95 and _first_audible(sound) is None:
            return
        speaker.more()


def _processor(table: PlayAtTheTable) -> float | None:
    taken = [time_of(process) for process in family(table.process.pid)]
    return None if None in taken else sum(filter(None, taken))
