"""The speaker on the fake card: what is played arrives whole, and silence comes at once."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import soundfile
from fake_room import RATE, SPEAKER, FakeRoom, Recording, heard_whole, locate, noise

from voicekeeper.faults import SoundFault, VoiceFault
from voicekeeper.sound.events import SoundBack, SoundEvent, SoundLost
from voicekeeper.sound.playback import Playback
from voicekeeper.sound.playqueue import FADE
from voicekeeper.sound.rates import resample
from voicekeeper.sound.settings import SpeakerSettings
from voicekeeper.sound.speaker import Speaker
from voicekeeper.sound.take import Clip, Samples
from voicekeeper.sound.wav_speaker import WavSpeaker

Events = queue.SimpleQueue[SoundEvent]


def speaker(events: Events | None = None) -> Speaker:
    """The room's speaker, its events into the queue."""
    return Speaker(SpeakerSettings(SPEAKER), (events or Events()).put)


def until_silent(recording: Recording, since: int = 0) -> None:
    """Wait for sound from that sample on, and then for a tenth of a second of silence."""
    for _ in range(1000):
        sound = recording.samples[since:]
        if np.abs(sound).max(initial=0) > 0.01 and np.abs(sound[-RATE // 10 :]).max() < 1e-4:
            return
        recording.more()
    raise AssertionError("never silent")


def test_a_reply_reaches_the_loudspeaker_whole(room: FakeRoom) -> None:
    said = noise(1.0, 22_050, seed=11)
    with speaker() as voice:
        recording = room.record_speaker()
        playback = voice.play([Clip(said, 22_050)])
        assert playback.wait(10)
        until_silent(recording)
    assert heard_whole(at_room_rate(said, 22_050), recording.stop())
    assert playback.first_audible_at is not None
    assert playback.ended_at is not None
    assert playback.first_audible_at < playback.ended_at
    assert not playback.cut


def at_room_rate(samples: Samples, rate: int) -> Samples:
    """What the room hears of these samples."""
    return resample(samples, rate, RATE)


def test_the_first_clip_sounds_while_the_second_is_being_made(room: FakeRoom) -> None:
    first, second = noise(0.3, RATE, seed=12), noise(0.3, RATE, seed=13)
    heard = threading.Event()

    def sentences() -> Iterator[Clip]:
        yield Clip(first, RATE)
        assert heard.wait(10)
        yield Clip(second, RATE)

    with speaker() as voice:
        recording = room.record_speaker()
        playback = voice.play(sentences())
        until_silent(recording)
        assert not playback.done
        so_far = len(recording.samples)
        heard.set()
        assert playback.wait(20)
        until_silent(recording, so_far)
    assert heard_whole(np.concatenate((first, second)), recording.stop())


def test_clips_that_are_ready_follow_each_other(room: FakeRoom) -> None:
    parts = [noise(0.2, 44_100, seed=seed) for seed in (14, 15, 16)]
    with speaker() as voice:
        recording = room.record_speaker()
        voice.play(Clip(part, 44_100) for part in parts).wait(10)
        until_silent(recording)
    assert heard_whole(at_room_rate(np.concatenate(parts), 44_100), recording.stop())


def test_silence_comes_within_fifty_milliseconds_and_drops_the_rest(room: FakeRoom) -> None:
    done: queue.SimpleQueue[Playback] = queue.SimpleQueue()
    said = noise(5.0, RATE, seed=17)
    with speaker() as voice:
        recording = room.record_speaker()
        playback = voice.play([Clip(said, RATE)], on_done=done.put)
        while np.abs(recording.samples).max(initial=0) < 0.01:
            recording.more()
        voice.silence()
        assert done.get(timeout=10) is playback
        assert playback.cut
        # What the device has been given already, and the fade, are all that still sounds.
        assert voice.latency + FADE <= 0.05
        until_silent(recording)
        sound = recording.stop()
    assert locate(said[-RATE:], sound)[1] < 0.5


def test_after_silence_the_next_reply_sounds_whole(room: FakeRoom) -> None:
    after = noise(0.5, RATE, seed=18)
    with speaker() as voice:
        recording = room.record_speaker()
        voice.play([Clip(noise(5.0, RATE, seed=19), RATE)])
        voice.silence()
        voice.play([Clip(after, RATE)]).wait(10)
        until_silent(recording)
    assert heard_whole(after, recording.stop())


def test_clips_are_no_longer_asked_for_once_silenced(room: FakeRoom) -> None:
    asked: list[int] = []
    silenced = threading.Event()

    def sentences() -> Iterator[Clip]:
        for number in range(3):
            asked.append(number)
            yield Clip(noise(0.2), RATE)
            silenced.wait(10)

    with speaker() as voice:
        playback = voice.play(sentences())
        while not asked:
            playback.wait(0.01)
        voice.silence()
        silenced.set()
        voice.play([]).wait(10)
    assert asked in ([0], [0, 1])


def test_a_fault_in_making_a_clip_ends_the_reply_and_is_told(room: FakeRoom) -> None:
    def sentences() -> Iterator[Clip]:
        yield Clip(noise(0.1), RATE)
        raise VoiceFault("The voice is gone.")

    with speaker() as voice:
        playback = voice.play(sentences())
        assert playback.wait(10)
        assert isinstance(playback.error, VoiceFault)
        assert voice.play([Clip(noise(0.1), RATE)]).wait(10)


def test_a_speaker_that_dies_is_found_again_and_says_the_rest(room: FakeRoom) -> None:
    events = Events()
    with speaker(events) as voice:
        playback = voice.play([Clip(noise(2.0, RATE, seed=20), RATE)])
        while playback.first_audible_at is None:
            playback.wait(0.01)
        room.kill()
        lost = events.get(timeout=10)
        assert isinstance(lost, SoundLost)
        assert lost.line == "speaker"
        room.start()
        assert events.get(timeout=10) == SoundBack("speaker", SPEAKER)
        assert playback.wait(10)
        assert not playback.cut


def test_closing_leaves_no_thread(room: FakeRoom) -> None:
    with speaker() as voice:
        voice.play([Clip(noise(5.0), RATE)])
    assert not any(t.name in ("speaker", "sound watchdog") for t in threading.enumerate())


def test_an_unknown_speaker_is_refused_with_the_names_there_are(room: FakeRoom) -> None:
    with pytest.raises(SoundFault, match=f"No speaker is named 'Jabra'.*{SPEAKER}"):
        Speaker(SpeakerSettings("Jabra"), Events().put).open()


def test_without_any_speaker_it_says_so(no_room: None) -> None:
    with pytest.raises(SoundFault, match="No speaker was found"):
        Speaker(SpeakerSettings(), Events().put).open()


def test_without_a_speaker_replies_go_to_a_file(tmp_path: Path) -> None:
    path = tmp_path / "game.wav"
    said = noise(0.5, 22_050, seed=21)
    with WavSpeaker(path) as voice:
        assert voice.play([Clip(said, 22_050)]).done
        voice.play([Clip(said, 22_050)])
    written, rate = soundfile.read(path, dtype="float32")
    assert rate == 22_050
    assert locate(said, written)[1] > 0.99
    assert len(written) == 2 * (len(said) + round(0.4 * rate))


def test_a_file_that_cannot_be_written_is_a_clear_fault(tmp_path: Path) -> None:
    with pytest.raises(SoundFault, match="can't be written"):
        WavSpeaker(tmp_path / "missing" / "game.wav").open()
