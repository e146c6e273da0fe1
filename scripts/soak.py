"""A game night without end: turns spoken to the whole program, with faults thrown in.

    scripts/soak                       2,000 turns, a fault in about every twentieth
    scripts/soak --turns 100 --seed 3

`voicekeeper play` runs in the bench's fake room, with PortAudio, Vosk, Piper and
SQLite as they are. Each turn is spoken into its microphone; the next one begins while
the answer is still being said. At the end every game in the books has to be what was
said. The program is killed in the first tenth of the turns only: from then on its memory
(that of all processes together) may not grow by more than 5 %. Ends with a line of JSON,
with status 1 where it is not so.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from random import Random
from statistics import median

import numpy as np
import soundfile
from soaking.evening import PLAYERS, ROUNDS, Evening, Line, SheetRound
from soaking.faults import BETWEEN, PROGRAM_KILLED

from voicekeeper import models
from voicekeeper.bench.at_the_table import PlayAtTheTable
from voicekeeper.bench.fake_room import MICROPHONE, SPEAKER, FakeRoom
from voicekeeper.config import VoiceSettings
from voicekeeper.faults import BenchFault
from voicekeeper.hearing.ears import Ears, HearingSettings
from voicekeeper.processes import family, resident_memory
from voicekeeper.skyjo.ledger import FILE_NAME, Ledger
from voicekeeper.sound.rates import resample
from voicekeeper.sound.take import TAKE_RATE
from voicekeeper.voice.piper import Voice

_ATTEMPTS = 4
_GROWTH = 0.05
_ENOUGH = 500  # turns, for memory to be judged
_SHOWN = 50
_WEIGHED = 10  # turns between two looks at the memory
_QUIET = 0.15  # seconds before and after what is said


class Lost(Exception):
    """A turn was not answered as it should have been."""


class Speech:
    """What is said, as recordings: each is made once, and heard once to see that it can be."""

    def __init__(self, folder: Path, cache: Path) -> None:
        self._folder = folder
        self._voice = Voice.load(VoiceSettings(deterministic=True, speed=1.3))
        self._ears = Ears(HearingSettings(models.find("en", None), cache))
        self._ears.attend(PLAYERS)
        self._words: dict[str, str | None] = {}

    def sayable(self, text: str) -> bool:
        """Whether it is heard without a question; what it is heard as is remembered."""
        if text not in self._words:
            clip = self._voice.clip(text)
            sound = np.pad(clip.samples, round(_QUIET * clip.rate))
            soundfile.write(self.recording(text), sound, clip.rate)
            understood = self._ears.hear(resample(sound, clip.rate, TAKE_RATE))
            self._words[text] = None if understood.intent is None else understood.text
        return self._words[text] is not None

    def heard(self, text: str) -> str | None:
        """The words that the table shows for it; None where it can't be heard."""
        return self._words[text] if self.sayable(text) else None

    def recording(self, text: str) -> Path:
        """Where it is recorded."""
        letters = "".join(c if c.isalnum() else "-" for c in text.lower())
        return self._folder / f"{letters}.wav"

    def close(self) -> None:
        """Ends the recogniser."""
        self._ears.close()


class Soak:
    """One run. `data`: the folder of the games; `often`: how often there is a fault."""

    def __init__(self, room: FakeRoom, speech: Speech, data: Path, config: Path, seed: int,
                 often: float) -> None:
        self._room, self._speech, self._data, self._config = room, speech, data, config
        self._chance = Random(seed)
        self._often = often
        self.evening = Evening(seed, speech.sayable)
        self.faults: Counter[str] = Counter()
        self.repeated = 0
        self.memory: list[tuple[int, float]] = []
        """After how many turns all processes together had so much memory, MB."""

    def run(self, turns: int) -> None:
        """Speaks so many turns, and then to the end of the round. Raises Lost."""
        with ExitStack() as stack:
            table = self._sit_down(stack, "--players", ",".join(PLAYERS))
            for number, line in enumerate(self._lines(turns), start=1):
                if self._chance.random() < self._often:
                    early = number <= max(turns // 10, _WEIGHED)
                    table = self._fault(table, line, stack, early)
                self._turn(table, line)
                if number % _WEIGHED == 0:
                    self.memory.append((number, sum(
                        resident_memory(process) or 0 for process in family(table.process.pid))))
                if number % _SHOWN == 0:
                    print(f"{number} turns, {self.memory[-1][1]:.0f} MB, {dict(self.faults)}",
                          file=sys.stderr, flush=True)
            if table.quit():
                raise Lost("the program ended with a fault")

    def _lines(self, turns: int) -> Iterator[Line]:
        """So many lines, and more until a round is over."""
        done = 0
        for number, line in enumerate(self.evening.lines(), start=1):
            before = done
            done = sum(map(len, self.evening.games))
            yield line
            if number >= turns and done > before:
                return

    def _sit_down(self, stack: ExitStack, *options: str) -> PlayAtTheTable:
        table = stack.enter_context(PlayAtTheTable(
            self._room, self._data, "--config", str(self._config), *options))
        table.wait_for("said: ")
        return table

    def growth(self, turns: int) -> float | None:
        """By how much memory has grown from the second tenth of the turns to the last."""
        early = [memory for number, memory in self.memory if turns / 10 < number <= turns / 5]
        late = [memory for number, memory in self.memory if number > turns * 0.9]
        return median(late) / median(early) - 1 if early and late else None

    def _fault(self, table: PlayAtTheTable, line: Line, stack: ExitStack, early: bool
               ) -> PlayAtTheTable:
        kinds = [*BETWEEN, *([PROGRAM_KILLED] if line.again and early else [])]
        kind = self._chance.choice(kinds)
        self.faults[kind] += 1
        if kind != PROGRAM_KILLED:
            BETWEEN[kind](table, self._room)
            return table
        # Somewhere between the release and the end of the answer; the line is said again.
        table.tap()
        self._room.say_file(self._speech.recording(line.text)).wait()
        table.tap()
        time.sleep(self._chance.random())
        table.kill()
        return self._sit_down(stack)

    def _turn(self, table: PlayAtTheTable, line: Line) -> None:
        """Says a line until it is heard; what was not heard changed nothing."""
        words = self._speech.heard(line.text)
        if words is None:
            raise Lost(f"{line.text!r} can't be heard by itself")
        answers = []
        for _ in range(_ATTEMPTS):
            table.tap()
            self._room.say_file(self._speech.recording(line.text)).wait()
            table.tap()
            heard = table.wait_for("heard: ").removeprefix("heard: ")
            said = table.wait_for("said: ").removeprefix("said: ")
            if heard == words:
                return
            answers.append((heard, said))
            self.repeated += 1
        raise Lost(f"{line.text!r} was answered {answers}")


def differences(data: Path, games: Sequence[Sequence[SheetRound]]) -> list[str]:
    """What in the books is not as it was said."""
    with Ledger.open(data / FILE_NAME) as ledger:
        written = [
            [SheetRound(dict(round.scores), round.closer) for round in game.finished]
            for _, game in ledger.sheets()]
    said = [list(rounds) for rounds in games if rounds]
    found = [] if len(written) == len(said) else [f"{len(written)} games instead of {len(said)}"]
    for number, (theirs, ours) in enumerate(zip(written, said, strict=False), start=1):
        if theirs != ours:
            at = next((n for n, (a, b) in enumerate(zip(theirs, ours, strict=False), start=1)
                       if a != b), min(len(theirs), len(ours)) + 1)
            found.append(f"game {number}, round {at}")
    return found


def soak(turns: int, seed: int, often: float) -> dict[str, object]:
    """A whole run; what came of it, with "well" for whether nothing was lost."""
    began = time.monotonic()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="soak-")))
        config = folder / "config.yaml"
        config.write_text(
            f"microphone: {{device: {MICROPHONE}}}\nspeaker: {{device: {SPEAKER}}}\n"
            f"rules: {{end_at: null, rounds: {ROUNDS}}}\nvoice: {{deterministic: true}}\n",
            encoding="utf-8")
        room = FakeRoom(folder)
        room.start()
        stack.callback(room.kill)
        speech = Speech(folder, folder / "data" / "grammars")
        stack.callback(speech.close)
        one = Soak(room, speech, folder / "data", config, seed, often)
        trouble = []
        try:
            one.run(turns)
        except (Lost, BenchFault, TimeoutError, EOFError) as fault:
            trouble.append(str(fault))
        else:
            trouble += differences(folder / "data", one.evening.games)
    growth = one.growth(turns)
    grown = turns >= _ENOUGH and growth is not None and growth > _GROWTH
    return {
        "well": not trouble and not grown, "turns": turns, "seed": seed, "trouble": trouble,
        "faults": dict(one.faults), "repeated": one.repeated,
        "memory_mb": round(max((memory for _, memory in one.memory), default=0)),
        "growth": None if growth is None else round(growth, 4),
        "seconds": round(time.monotonic() - began),
    }


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--faults", type=float, default=0.05, metavar="SHARE",
                        help="how often there is a fault, of all turns (default: 0.05)")
    options = parser.parse_args()
    result = soak(options.turns, options.seed, options.faults)
    print(json.dumps(result))
    sys.exit(0 if result["well"] else 1)


if __name__ == "__main__":
    main()
