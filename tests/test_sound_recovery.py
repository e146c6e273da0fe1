"""Microphone and speaker together, when the sound server dies, freezes or comes late."""

from __future__ import annotations

import os
import queue
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from fake_room import MICROPHONE, RATE, SPEAKER, FakeRoom, heard_whole, noise
from room_sounds import take_of

from voicekeeper.sound.devices import devices
from voicekeeper.sound.events import SoundBack, SoundEvent, SoundLost
from voicekeeper.sound.microphone import Microphone
from voicekeeper.sound.rates import resample
from voicekeeper.sound.settings import MicrophoneSettings, SpeakerSettings
from voicekeeper.sound.speaker import Speaker
from voicekeeper.sound.take import TAKE_RATE, Clip

Events = queue.SimpleQueue[SoundEvent]


def works(room: FakeRoom, mic: Microphone, voice: Speaker) -> bool:
    """Is something said heard, and something played done?"""
    said = noise(0.5, seed=31)
    take = take_of(said, room, mic)
    heard = heard_whole(resample(said, RATE, TAKE_RATE), take.samples, TAKE_RATE)
    return heard and voice.play([Clip(noise(0.2), RATE)]).wait(10)


def both(events: Events) -> set[SoundEvent]:
    """The next two events."""
    return {events.get(timeout=20), events.get(timeout=20)}


def test_both_are_lost_and_found_again_with_the_server(room: FakeRoom) -> None:
    events = Events()
    with Microphone(MicrophoneSettings(MICROPHONE), events.put) as mic, \
            Speaker(SpeakerSettings(SPEAKER), events.put) as voice:
        assert works(room, mic, voice)
        for _ in range(2):
            room.kill()
            lost = both(events)
            assert all(isinstance(event, SoundLost) for event in lost)
            assert {event.line for event in lost} == {"microphone", "speaker"}
            room.start()
            assert both(events) == {
                SoundBack("microphone", MICROPHONE), SoundBack("speaker", SPEAKER),
            }
            assert works(room, mic, voice)


def test_a_frozen_server_is_noticed_and_its_thaw_too(room: FakeRoom) -> None:
    events = Events()
    with Microphone(MicrophoneSettings(MICROPHONE), events.put) as mic, \
            Speaker(SpeakerSettings(SPEAKER), events.put) as voice:
        room.freeze()
        try:
            assert all(isinstance(event, SoundLost) for event in both(events))
        finally:
            room.thaw()
        assert both(events) == {
            SoundBack("microphone", MICROPHONE), SoundBack("speaker", SPEAKER),
        }
        assert works(room, mic, voice)


def test_a_microphone_that_was_moved_to_the_own_voice_is_noticed(room: FakeRoom) -> None:
    """So does a sound server where a microphone is unplugged; its stream goes on as before."""
    events = Events()
    with Microphone(MicrophoneSettings(MICROPHONE), events.put) as mic, \
            Speaker(SpeakerSettings(SPEAKER), events.put) as voice:
        assert works(room, mic, voice)
        for _ in range(2):
            for number in numbers(room, "source-outputs"):
                room.control("move-source-output", number, "speaker.monitor")
            lost = events.get(timeout=20)
            assert isinstance(lost, SoundLost) and lost.line == "microphone"
            assert "own voice" in lost.reason
            assert events.get(timeout=20) == SoundBack("microphone", MICROPHONE)
            assert works(room, mic, voice)
        assert events.empty()


def test_a_voice_that_was_put_elsewhere_is_noticed(room: FakeRoom) -> None:
    """As on a socket where nothing is plugged in; the stream goes on as before."""
    spare = room.control("load-module", "module-null-sink", "sink_name=spare").stdout.decode()
    events = Events()
    try:
        with Speaker(SpeakerSettings(SPEAKER), events.put) as voice:
            # Long enough for the server to be asked where it is.
            assert voice.play([Clip(noise(1.5), RATE)]).wait(10)
            for number in numbers(room, "sink-inputs"):
                room.control("move-sink-input", number, "spare")
            lost = events.get(timeout=20)
            assert isinstance(lost, SoundLost) and lost.line == "speaker"
            assert events.get(timeout=20) == SoundBack("speaker", SPEAKER)
            listening, said = room.record_speaker(), noise(0.5, seed=33)
            assert voice.play([Clip(said, RATE)]).wait(10)
            while not heard_whole(said, listening.samples):
                listening.more()
            listening.stop()
            assert events.empty()
    finally:
        room.control("unload-module", spare.strip())


def test_a_speaker_that_another_program_has_is_lost_once_and_back_once(room: FakeRoom) -> None:
    """It takes what fills its buffer each time it is opened, and stops again."""
    events = Events()
    with Speaker(SpeakerSettings(SPEAKER), events.put) as voice:
        assert voice.play([Clip(noise(0.2), RATE)]).wait(10)
        room.occupy("speaker")
        try:
            lost = events.get(timeout=20)
            assert isinstance(lost, SoundLost) and lost.line == "speaker"
            with pytest.raises(queue.Empty):
                events.get(timeout=2.5)
        finally:
            room.give_back("speaker")
        assert events.get(timeout=20) == SoundBack("speaker", SPEAKER)
        assert voice.play([Clip(noise(0.2), RATE)]).wait(10)
        assert events.empty()


def numbers(room: FakeRoom, streams: str) -> list[str]:
    """The server's numbers of all source-outputs or sink-inputs."""
    listed = room.control("list", "short", streams).stdout.decode()
    return [line.split()[0] for line in listed.splitlines()]


def test_what_is_said_while_the_voice_speaks_is_taken_without_the_voice(room: FakeRoom) -> None:
    """A loudspeaker that the microphone hears: pressing silences it before the take begins."""
    echo = room.control("load-module", "module-loopback", "source=speaker.monitor", "sink=mic",
                        "latency_msec=10").stdout.decode().strip()
    try:
        with Microphone(MicrophoneSettings(MICROPHONE), Events().put) as mic, \
                Speaker(SpeakerSettings(SPEAKER), Events().put) as voice:
            hears = mic.open_take()
            voice.play([Clip(noise(5.0, seed=32), RATE)])
            for block in hears:
                if np.abs(block).max() > 0.05:
                    break
            silent_at = voice.silence()
            # The way through the loopback takes longer than through the air.
            taking = mic.open_take(not_before=silent_at + 0.1)
            taking.release(silent_at + 0.3)
            assert np.abs(taking.result().samples).max() < 0.01
    finally:
        room.control("unload-module", echo)


def test_devices_are_listed_by_name(room: FakeRoom) -> None:
    assert MICROPHONE in [device.name for device in devices("microphone")]
    assert SPEAKER in [device.name for device in devices("speaker")]


def test_a_program_whose_stream_hangs_in_portaudio_still_ends(room: FakeRoom) -> None:
    """The server is frozen for good: the device is left to hang, the program ends by itself."""
    program = subprocess.Popen(
        [sys.executable, "-c", _PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent)},
    )
    assert program.stdout is not None
    assert program.stdout.readline() == "open\n"
    room.freeze()
    try:
        rest, _ = program.communicate("\n", timeout=30)
    finally:
        room.thaw()
    assert rest == "closed\n"
    assert program.returncode == 0


_PROGRAM = f"""
from voicekeeper.sound.microphone import Microphone
from voicekeeper.sound.settings import MicrophoneSettings
with Microphone(MicrophoneSettings({MICROPHONE!r}), lambda event: None):
    print("open", flush=True)
    input()
print("closed", flush=True)
"""
