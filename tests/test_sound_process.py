"""The sound process dies, freezes or hangs: the lines are back at once, and nothing is lost."""

from __future__ import annotations

import os
import queue
import signal
import time
from contextlib import suppress

import numpy as np
import pytest
from fake_room import MICROPHONE, RATE, SPEAKER, FakeRoom, heard_whole, noise
from room_sounds import take_of

from voicekeeper.faults import SoundFault
from voicekeeper.processes import family, running
from voicekeeper.sound.events import SoundBack, SoundEvent, SoundLost
from voicekeeper.sound.microphone import Microphone
from voicekeeper.sound.rates import resample
from voicekeeper.sound.settings import MicrophoneSettings, SpeakerSettings
from voicekeeper.sound.soundprocess import MODULE, SOUND
from voicekeeper.sound.speaker import Speaker
from voicekeeper.sound.take import TAKE_RATE, Clip, Samples

Events = queue.SimpleQueue[SoundEvent]

# As a crash in PortAudio ends it; as a system short of memory does; frozen.
ENDINGS = [signal.SIGSEGV, signal.SIGKILL, signal.SIGSTOP]


def end_it(how: signal.Signals) -> int:
    """What PortAudio may do to its process; gives that process's number."""
    process = SOUND.pid
    assert process is not None
    os.kill(process, how)
    return process


def both(events: Events) -> set[SoundEvent]:
    """The next two events."""
    return {events.get(timeout=20), events.get(timeout=20)}


@pytest.mark.parametrize("how", ENDINGS)
def test_both_lines_are_lost_and_back_with_a_new_process(
    room: FakeRoom, how: signal.Signals
) -> None:
    events = Events()
    with Microphone(MicrophoneSettings(MICROPHONE), events.put) as mic, \
            Speaker(SpeakerSettings(SPEAKER), events.put) as voice:
        for seed in (41, 42):
            old = end_it(how)
            lost = both(events)
            assert all(isinstance(event, SoundLost) for event in lost)
            assert {event.line for event in lost} == {"microphone", "speaker"}
            assert both(events) == {
                SoundBack("microphone", MICROPHONE), SoundBack("speaker", SPEAKER),
            }
            assert SOUND.pid not in (None, old)
            said = noise(0.5, seed=seed)
            take = take_of(said, room, mic)
            assert heard_whole(resample(said, RATE, TAKE_RATE), take.samples, TAKE_RATE)
            assert not take.broken
            assert voice.play([Clip(noise(0.2), RATE)]).wait(10)
        assert events.empty()
    assert running(MODULE, os.getpid()) is None


def test_a_take_in_which_it_died_is_broken(room: FakeRoom) -> None:
    events = Events()
    with Microphone(MicrophoneSettings(MICROPHONE), events.put) as mic:
        blocks: queue.SimpleQueue[Samples] = queue.SimpleQueue()
        taking = mic.open_take(on_block=blocks.put)
        blocks.get(timeout=10)
        end_it(signal.SIGKILL)
        assert isinstance(events.get(timeout=10), SoundLost)
        assert taking.result().broken
        assert isinstance(events.get(timeout=10), SoundBack)


def test_a_take_that_was_begun_without_it_hears_as_soon_as_it_is_there(room: FakeRoom) -> None:
    events = Events()
    with Microphone(MicrophoneSettings(MICROPHONE), events.put) as mic:
        end_it(signal.SIGKILL)
        assert isinstance(events.get(timeout=10), SoundLost)
        taking = mic.open_take()
        block = next(iter(taking))
        assert len(block)
        assert isinstance(events.get(timeout=10), SoundBack)
        taking.stop()


def test_a_reply_in_which_it_died_is_said_from_its_beginning(room: FakeRoom) -> None:
    """Who heard the half of it hears it again; nobody misses it."""
    said = noise(2.0, RATE, seed=43)
    events = Events()
    with Speaker(SpeakerSettings(SPEAKER), events.put) as voice:
        playback = voice.play([Clip(said, RATE)])
        while playback.first_audible_at is None:
            playback.wait(0.01)
        end_it(signal.SIGSEGV)
        assert isinstance(events.get(timeout=10), SoundLost)
        recording = room.record_speaker()
        assert events.get(timeout=10) == SoundBack("speaker", SPEAKER)
        assert playback.wait(10) and not playback.cut
        while not heard_whole(said[RATE:], recording.samples):
            recording.more()
        recording.stop()


def test_what_is_silenced_while_it_is_away_is_not_said_later(room: FakeRoom) -> None:
    events = Events()
    with Speaker(SpeakerSettings(SPEAKER), events.put) as voice:
        playback = voice.play([Clip(noise(5.0), RATE)])
        while playback.first_audible_at is None:
            playback.wait(0.01)
        end_it(signal.SIGKILL)
        assert isinstance(events.get(timeout=10), SoundLost)
        voice.silence()
        assert playback.done and playback.cut
        after = voice.play([Clip(noise(0.2), RATE)])
        assert isinstance(events.get(timeout=10), SoundBack)
        assert after.wait(10)
        assert after.first_audible_at is not None
        assert time.monotonic() - after.first_audible_at < 5


def test_silence_does_not_wait_for_a_process_that_is_frozen(room: FakeRoom) -> None:
    """The table goes on: it is told a moment after which nothing sounds."""
    events = Events()
    with Speaker(SpeakerSettings(SPEAKER), events.put) as voice:
        voice.play([Clip(noise(5.0), RATE)])
        end_it(signal.SIGSTOP)
        assert voice.silence() > 0
        assert isinstance(events.get(timeout=10), SoundLost)
        assert isinstance(events.get(timeout=10), SoundBack)


def test_one_that_is_stopped_while_it_is_given_a_reply_speaks_again(room: FakeRoom) -> None:
    """For any time: half of an order that is never ended would leave it mute for ever."""
    events = Events()
    with Speaker(SpeakerSettings(SPEAKER), events.put) as voice:
        for tenths in (4, 7, 8, 9):
            process = SOUND.pid
            assert process is not None
            os.kill(process, signal.SIGSTOP)
            long = voice.play([Clip(noise(3.0), RATE)])
            time.sleep(tenths / 10)
            with suppress(ProcessLookupError):  # it has been ended meanwhile
                os.kill(process, signal.SIGCONT)
            assert long.wait(20)
            voice.silence()
        assert voice.play([Clip(noise(0.2), RATE)]).wait(10)


def test_silence_does_not_wait_for_a_new_process_that_is_frozen(room: FakeRoom) -> None:
    """It is given again what was not said to its end: more than a pipe holds."""
    events = Events()
    with Speaker(SpeakerSettings(SPEAKER), events.put) as voice:
        voice.play([Clip(noise(12.0), RATE)])
        old = end_it(signal.SIGKILL)
        assert isinstance(events.get(timeout=10), SoundLost)
        while SOUND.pid in (None, old):
            time.sleep(0.001)
        end_it(signal.SIGSTOP)
        asked = time.monotonic()
        voice.silence()
        # A table thread that is held for longer leaves everybody waiting.
        assert time.monotonic() - asked < 5
        assert isinstance(events.get(timeout=20), SoundBack)
        assert voice.play([Clip(noise(0.2), RATE)]).wait(10)


def test_its_own_voice_is_in_no_take_while_a_reply_is_said_again(room: FakeRoom) -> None:
    """The microphone hears the speaker; a press comes before the speaker is told to be back."""
    echo = room.control("load-module", "module-loopback", "source=speaker.monitor", "sink=mic",
                        "latency_msec=10").stdout.decode().strip()
    events = Events()
    try:
        with Microphone(MicrophoneSettings(MICROPHONE), events.put) as mic, \
                Speaker(SpeakerSettings(SPEAKER), events.put) as voice:
            voice.play([Clip(noise(6.0, seed=44), RATE)])
            end_it(signal.SIGKILL)
            assert all(isinstance(event, SoundLost) for event in both(events))
            listening = room.record_speaker()
            while np.abs(listening.samples[-RATE // 10:]).max(initial=0.0) < 0.1:
                listening.more()
            listening.stop()
            pressed = time.monotonic()
            silent_at = voice.silence()
            assert silent_at > pressed
            # The way through the loopback takes longer than through the air.
            taking = mic.open_take(pressed, not_before=silent_at + 0.1)
            taking.release(silent_at + 0.4)
            assert np.abs(taking.result().samples).max(initial=0.0) < 0.01
    finally:
        room.control("unload-module", echo)


def test_a_microphone_is_left_alone_while_only_the_speaker_is_away(room: FakeRoom) -> None:
    """Opened anew it would have no sound from before the press."""
    events = Events()
    with Microphone(MicrophoneSettings(MICROPHONE), events.put), \
            Speaker(SpeakerSettings(SPEAKER), events.put):
        before = room.control("list", "short", "source-outputs").stdout
        room.occupy("speaker")
        try:
            lost = events.get(timeout=10)
            assert isinstance(lost, SoundLost) and lost.line == "speaker"
            room.say(noise(4.0)).wait()
            assert room.control("list", "short", "source-outputs").stdout == before
        finally:
            room.give_back("speaker")
        assert events.get(timeout=10) == SoundBack("speaker", SPEAKER)


def test_closing_leaves_no_process_and_opening_again_starts_one(room: FakeRoom) -> None:
    before = family(os.getpid())
    for _ in range(2):
        with Microphone(MicrophoneSettings(MICROPHONE), print):
            assert running(MODULE, os.getpid()) == SOUND.pid
    assert family(os.getpid()) == before


def test_looking_for_a_device_names_what_there_is(room: FakeRoom) -> None:
    SOUND.find("microphone", None)
    SOUND.find("speaker", ("Jabra", SPEAKER))
    with pytest.raises(SoundFault, match=f"No speaker is named 'Jabra'.*{SPEAKER}"):
        SOUND.find("speaker", "Jabra")
    SOUND.rest()
    assert SOUND.pid is None


def test_one_that_ends_while_it_looks_is_told_in_a_sentence(
    room: FakeRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    room.freeze()
    try:
        with pytest.raises(SoundFault, match="does not answer"):
            SOUND.find("microphone", None)
    finally:
        room.thaw()
        SOUND.rest()
