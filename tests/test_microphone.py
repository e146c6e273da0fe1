"""The microphone on the fake card: what is said while the button is down, and nothing else."""

from __future__ import annotations

import queue
import threading
import time

import numpy as np
import pytest
from fake_room import MICROPHONE, RATE, FakeRoom, heard_whole, locate, noise
from room_sounds import take_of

from voicekeeper.faults import SoundFault
from voicekeeper.sound.devices import devices
from voicekeeper.sound.events import SoundBack, SoundEvent, SoundLost
from voicekeeper.sound.microphone import Microphone
from voicekeeper.sound.rates import resample
from voicekeeper.sound.settings import MicrophoneSettings
from voicekeeper.sound.take import TAKE_RATE, Samples, Take

Events = queue.SimpleQueue[SoundEvent]


def microphone(events: Events | None = None) -> Microphone:
    """The room's microphone, its events into the queue."""
    return Microphone(MicrophoneSettings(MICROPHONE), (events or Events()).put)


def until_heard(blocks: queue.SimpleQueue[Samples]) -> None:
    """Wait for sound that is more than silence."""
    while not np.abs(blocks.get(timeout=10)).max() > 0.01:
        pass


def test_what_is_said_while_the_button_is_down_is_the_take(room: FakeRoom) -> None:
    said = noise(1.5)
    with microphone() as mic:
        take = take_of(said, room, mic)
    assert heard_whole(resample(said, RATE, TAKE_RATE), take.samples, TAKE_RATE)
    assert take.rate == TAKE_RATE
    assert not take.truncated


def test_blocks_come_while_the_button_is_still_down(room: FakeRoom) -> None:
    blocks: queue.SimpleQueue[Samples] = queue.SimpleQueue()
    takes: queue.SimpleQueue[Take] = queue.SimpleQueue()
    with microphone() as mic:
        taking = mic.open_take(on_block=blocks.put, on_end=takes.put)
        talking = room.say(noise(1.0))
        until_heard(blocks)
        assert takes.empty()
        talking.wait()
        taking.release()
        take = takes.get(timeout=10)
    assert take.seconds > 1.0


def test_the_blocks_together_are_the_take(room: FakeRoom) -> None:
    with microphone() as mic:
        taking = mic.open_take()
        room.say(noise(0.5)).wait()
        taking.release()
        blocks = list(taking)
        assert all(len(block) <= TAKE_RATE // 10 for block in blocks)
        assert np.array_equal(np.concatenate(blocks), taking.result().samples)


def test_half_a_second_from_before_the_press_belongs_to_the_take(room: FakeRoom) -> None:
    """The end of what was said before the press is in the take, its beginning is not."""
    said = noise(1.0, seed=3)
    heard = resample(said, RATE, TAKE_RATE)
    with microphone() as mic:
        room.say(said).wait()
        taking = mic.open_take()
        taking.release(time.monotonic() + 0.2)
        take = taking.result()
    assert locate(heard[-TAKE_RATE // 10 :], take.samples)[1] > 0.9
    assert locate(heard[: TAKE_RATE // 4], take.samples)[1] < 0.5
    assert take.seconds <= 0.5 + 0.2 + 0.4 + 0.1


def test_unless_a_take_is_open_sound_goes_nowhere_but_the_ring(room: FakeRoom) -> None:
    """A score said without the button is not in the next take."""
    secret = noise(0.5, seed=4)
    with microphone() as mic:
        room.say(secret).wait()
        room.say(np.zeros(48_000, np.float32)).wait()
        taking = mic.open_take()
        taking.release()
        take = taking.result()
    assert locate(resample(secret, RATE, TAKE_RATE), take.samples)[1] < 0.5
    assert np.abs(take.samples).max() < 0.01


def test_nothing_from_before_a_given_time_is_in_the_take(room: FakeRoom) -> None:
    """The speaker's own voice, still in the ring when the button goes down."""
    with microphone() as mic:
        room.say(noise(0.5, seed=5)).wait()
        now = time.monotonic()
        taking = mic.open_take(now, not_before=now + 0.1)
        taking.release(now + 0.2)
        assert np.abs(taking.result().samples).max() < 0.01


def test_a_take_of_the_longest_kind_is_cut_and_says_so(
    room: FakeRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("voicekeeper.sound.taking.LONGEST", 0.7)
    with microphone() as mic:
        take = mic.open_take().result()
    assert take.truncated
    assert len(take.samples) == round(0.7 * TAKE_RATE)


def test_a_new_press_ends_a_take_that_is_still_open(room: FakeRoom) -> None:
    with microphone() as mic:
        first = mic.open_take()
        second = mic.open_take()
        first.result()
        second.release()
        second.result()


def test_closing_the_microphone_ends_the_take(room: FakeRoom) -> None:
    takes: queue.SimpleQueue[Take] = queue.SimpleQueue()
    with microphone() as mic:
        mic.open_take(on_end=takes.put)
    assert takes.get(timeout=10).seconds >= 0
    assert not any(t.name in ("take", "sound watchdog") for t in threading.enumerate())


def test_a_microphone_that_dies_is_found_again(room: FakeRoom) -> None:
    """The sound server is killed and comes back; takes work as before."""
    events = Events()
    said = noise(0.5, seed=6)
    with microphone(events) as mic:
        room.kill()
        lost = events.get(timeout=10)
        assert isinstance(lost, SoundLost)
        assert lost.line == "microphone"
        assert not mic.is_open
        room.start()
        assert events.get(timeout=10) == SoundBack("microphone", MICROPHONE)
        take = take_of(said, room, mic)
    assert heard_whole(resample(said, RATE, TAKE_RATE), take.samples, TAKE_RATE)


def test_a_take_ends_with_the_release_even_when_the_microphone_has_died(room: FakeRoom) -> None:
    events = Events()
    with microphone(events) as mic:
        taking = mic.open_take()
        room.kill()
        taking.release()
        assert taking.result().seconds < 2
        assert isinstance(events.get(timeout=10), SoundLost)


def test_one_that_is_away_for_a_moment_breaks_the_take_but_is_not_lost(room: FakeRoom) -> None:
    events = Events()
    with microphone(events) as mic:
        taking = mic.open_take()
        room.say(noise(0.5, seed=7)).wait()
        room.occupy("microphone")
        time.sleep(0.25)
        room.give_back("microphone")
        room.say(noise(0.5, seed=8)).wait()
        taking.release()
        assert taking.result().broken
        assert events.empty()


def test_an_unknown_microphone_is_refused_with_the_names_there_are(room: FakeRoom) -> None:
    with pytest.raises(SoundFault, match=f"No microphone is named 'Blue Yeti'.*{MICROPHONE}"):
        Microphone(MicrophoneSettings("Blue Yeti"), Events().put).open()


def test_of_several_names_the_first_that_is_there_is_opened(room: FakeRoom) -> None:
    others = [device.name for device in devices("microphone") if device.name != MICROPHONE]
    for names in (("Not here", MICROPHONE), (MICROPHONE, *others), ("nor here", MICROPHONE[:3])):
        with Microphone(MicrophoneSettings(names), print) as mic:
            assert mic.device == MICROPHONE
    with pytest.raises(SoundFault, match="'Not here' or 'nor here'"):
        Microphone(MicrophoneSettings(("Not here", "nor here")), print).open()


def test_without_any_microphone_it_says_so(no_room: None) -> None:
    with pytest.raises(SoundFault, match="No microphone was found"):
        Microphone(MicrophoneSettings(), Events().put).open()
