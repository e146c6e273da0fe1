"""The voice's own process: killed, frozen, crashed and unable to start; and the mouth over it."""

from __future__ import annotations

import gc
import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from voicekeeper import models
from voicekeeper.config import VoiceSettings
from voicekeeper.faults import VoiceFault
from voicekeeper.sound.take import Clip, Samples
from voicekeeper.voice.clips import Clips
from voicekeeper.voice.mouth import Mouth
from voicekeeper.voice.piper import Voice
from voicekeeper.voice.synthesiser import Synthesiser

SOON = 0.5  # seconds: how long the tests wait for what never comes
ANA = "Ana five."


@pytest.fixture
def synthesiser() -> Iterator[Synthesiser]:
    made = Synthesiser(models.find_voice("en"), patience=120)
    made.start()
    yield made
    made.close()


def say(synthesiser: Synthesiser, text: str = ANA) -> Samples:
    return synthesiser.samples(text, 1.0, still=True)


def send(synthesiser: Synthesiser, number: signal.Signals) -> int:
    pid = synthesiser.pid
    assert pid is not None
    os.kill(pid, number)
    return pid


def gone(pid: int) -> bool:
    """Ended, and not left behind as a zombie."""
    return not Path(f"/proc/{pid}").exists()


@pytest.mark.parametrize("trouble", [signal.SIGKILL, signal.SIGSEGV])
def test_a_process_that_died_unnoticed_is_started_anew(
    synthesiser: Synthesiser, trouble: signal.Signals
) -> None:
    said = say(synthesiser)
    pid = send(synthesiser, trouble)
    assert np.array_equal(say(synthesiser), said)
    assert gone(pid)


def test_a_phrase_on_which_it_dies_is_said_by_the_next_one(synthesiser: Synthesiser) -> None:
    said = say(synthesiser)
    pid = send(synthesiser, signal.SIGSTOP)
    again: list[Samples] = []
    speaking = threading.Thread(target=lambda: again.append(say(synthesiser)))
    speaking.start()
    os.kill(pid, signal.SIGKILL)
    speaking.join()
    assert np.array_equal(again[0], said)


def test_a_frozen_process_is_a_fault_and_the_next_phrase_is_said(synthesiser: Synthesiser) -> None:
    said = say(synthesiser)
    synthesiser.patience = SOON
    pid = send(synthesiser, signal.SIGSTOP)
    with pytest.raises(VoiceFault, match="stopped answering"):
        say(synthesiser)
    assert gone(pid)
    synthesiser.patience = 120
    assert np.array_equal(say(synthesiser), said)


def test_what_dies_again_and_again_is_a_fault(own: Path) -> None:
    """Nothing can be loaded any more when it has to be started anew."""
    synthesiser = Synthesiser(own, patience=120)
    synthesiser.start()
    own.unlink()
    send(synthesiser, signal.SIGKILL)
    for _ in range(2):
        with pytest.raises(VoiceFault, match="Put a whole one there"):
            say(synthesiser)
    assert synthesiser.pid is None


@pytest.mark.parametrize("damage", ["half", "noise", "zeros", "not a voice"])
def test_a_damaged_model_is_a_fault_that_says_what_to_do(
    own: Path, damage: str, tmp_path: Path
) -> None:
    content = own.read_bytes()
    own.unlink()
    match damage:
        case "half":
            own.write_bytes(content[:len(content) // 2])
        case "noise":
            own.write_bytes(np.random.default_rng(1).bytes(100_000))
        case "zeros":
            own.write_bytes(content[:1000] + bytes(len(content) - 1000))
        case "not a voice":
            Path(f"{own}.json").unlink()
            Path(f"{own}.json").write_text('{"audio": {}}')
            own.write_bytes(content)
    with pytest.raises(VoiceFault, match=r"own\.onnx.*Put a whole one there"):
        Voice.load(VoiceSettings(model=own))


class Mouths:
    """A mouth whose voice is in a file of its own; `waits` until it has tried again."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.away = file.with_suffix(".away")
        self.mouth = Mouth(self._load)
        self.voice: Voice | None = None


    def _load(self) -> Clips:
        self.voice = Voice.load(VoiceSettings(model=self.file, deterministic=True))
        return Clips(self.voice)

    def says(self, text: str = ANA) -> int:
        return len([*self.mouth.speak([text])])

    def waits(self) -> None:
        for thread in threading.enumerate():
            if thread.name == "load-voice":
                thread.join()


@pytest.fixture
def mouths(own: Path) -> Iterator[Mouths]:
    made = Mouths(own)
    yield made
    made.mouth.close()


def test_the_phrases_of_a_lost_voice_are_not_kept(mouths: Mouths) -> None:
    """They are two minutes of sound; whoever holds the fault holds what it came through."""
    mouths.mouth.open()
    assert mouths.says()
    gc.collect()
    assert any(isinstance(one, Clip) for one in gc.get_objects())
    mouths.file.rename(mouths.away)
    assert mouths.voice is not None
    mouths.voice.close()
    with pytest.raises(VoiceFault) as held:
        mouths.says("Marco seven.")
    mouths.waits()
    gc.collect()
    assert not any(isinstance(one, Clip) for one in gc.get_objects())
    assert held.value



def test_a_mouth_without_a_voice_gets_it_once_it_is_there(mouths: Mouths) -> None:
    mouths.file.rename(mouths.away)
    mouths.mouth.open()
    mouths.mouth.pace(1.3)
    mouths.mouth.prepare([ANA])
    with mouths.mouth.busy(), pytest.raises(VoiceFault, match=r"own\.onnx"):
        mouths.says()
    mouths.waits()
    mouths.away.rename(mouths.file)
    with pytest.raises(VoiceFault):
        mouths.says()  # at once: nobody waits for it to load
    mouths.waits()
    assert mouths.says() == 1
    voice = mouths.voice
    assert voice is not None
    # It has kept the pace that it was given meanwhile.
    (fast,) = mouths.mouth.speak([ANA])
    assert len(fast.samples) < len(voice.clip(ANA).samples)


def test_a_mouth_whose_voice_is_lost_for_good_says_so_each_time(mouths: Mouths) -> None:
    mouths.mouth.open()
    assert mouths.says() == 1
    mouths.file.unlink()
    voice = mouths.voice
    assert voice is not None
    voice.close()
    assert mouths.says() == 1  # kept in memory
    for text in ("Ana six.", "Ana seven.", ANA):
        with pytest.raises(VoiceFault):
            mouths.says(text)
        mouths.waits()


def test_a_closed_mouth_does_not_try_again(mouths: Mouths) -> None:
    mouths.mouth.close()
    mouths.mouth.open()
    with pytest.raises(VoiceFault):
        mouths.says()
    assert mouths.voice is not None
    assert not mouths.voice.works
