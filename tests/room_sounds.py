"""What is spoken in the fake room, and whether its speaker speaks."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from fake_room import RATE, FakeRoom

from voicekeeper import resources
from voicekeeper.sound.microphone import Microphone
from voicekeeper.sound.take import Samples, Take


def demo_sound(line: int) -> Path:
    """The recording of a line of the demo, counted from 1."""
    return resources.demo() / f"{line:02}.flac"


def take_of(said: Samples, room: FakeRoom, microphone: Microphone) -> Take:
    """The take of what is said in the room, from the press before it to the release after it."""
    taking = microphone.open_take()
    room.say(said).wait()
    taking.release()
    return taking.result()


def spoken_aloud(room: FakeRoom) -> bool:
    """Waits until the speaker has sounded for a fifth of a second; False: it stays silent.

    Records anew each time: a sound server moves whoever records where a new device appears.
    """
    listening = room.record_speaker()
    try:
        for _ in range(1000):
            if np.count_nonzero(np.abs(listening.samples) > 0.02) >= RATE // 5:
                return True
            listening.more()
        return False
    finally:
        listening.stop()
