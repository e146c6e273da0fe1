"""Cards that take one rate and one number of channels: each is opened the way it likes."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from fake_room import MICROPHONE, RATE, SPEAKER, FakeRoom, heard_whole, noise
from room_sounds import take_of

from voicekeeper.sound.microphone import Microphone
from voicekeeper.sound.rates import resample
from voicekeeper.sound.settings import MicrophoneSettings, SpeakerSettings
from voicekeeper.sound.soundprocess import SOUND
from voicekeeper.sound.speaker import Speaker
from voicekeeper.sound.take import TAKE_RATE, Clip

_SOURCE = Path(__file__).with_name("strict_card.c")


@pytest.fixture(scope="module")
def strict_card(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What is preloaded to make a card of every device."""
    library = tmp_path_factory.mktemp("strict") / "strict_card.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-o", str(library), str(_SOURCE), "-ldl"],
                   check=True)
    return library


def test_a_device_that_is_slow_to_open_is_opened(
    room: FakeRoom, strict_card: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As some over HDMI and Bluetooth are."""
    slow = tmp_path / "slow"
    monkeypatch.setenv("LD_PRELOAD", str(strict_card))
    monkeypatch.setenv("OPEN_SECONDS", "3.5")
    monkeypatch.setenv("SLOW_FROM", str(slow))
    # The list of devices is made at its usual pace.
    SOUND.find("speaker", SPEAKER)
    slow.touch()
    with Speaker(SpeakerSettings(SPEAKER), print) as voice:
        assert voice.play([Clip(noise(0.2), RATE)]).wait(10)


@pytest.mark.parametrize(("rate", "channels"), [
    (8_000, 1), (16_000, 1), (22_050, 2), (32_000, 2), (44_100, 1), (44_100, 2), (48_000, 6),
    (88_200, 2), (96_000, 8), (192_000, 2),
])
def test_a_take_and_a_reply_are_whole_at_its_own_rate_and_channels(
    room: FakeRoom, strict_card: Path, monkeypatch: pytest.MonkeyPatch, rate: int, channels: int
) -> None:
    # The sound process, which these tests start, is preloaded; they themselves are not.
    monkeypatch.setenv("LD_PRELOAD", str(strict_card))
    monkeypatch.setenv("STRICT_RATE", str(rate))
    monkeypatch.setenv("STRICT_CHANNELS", str(channels))
    # What a slow card can carry at all.
    said = noise(1.0, band=0.35 * min(rate, TAKE_RATE), seed=51)
    with Microphone(MicrophoneSettings(MICROPHONE), print) as mic:
        take = take_of(said, room, mic)
    assert heard_whole(resample(said, RATE, TAKE_RATE), take.samples, TAKE_RATE)
    assert not take.broken
    with Speaker(SpeakerSettings(SPEAKER), print) as voice:
        recording = room.record_speaker()
        assert voice.play([Clip(said, RATE)]).wait(10)
        while not heard_whole(said, recording.samples):
            recording.more()
        recording.stop()
