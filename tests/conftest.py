"""What all tests share: the fake room, into which PortAudio is led before it loads."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from fake_inputs import FakeInputs
from fake_room import FakeRoom
from hypothesis import settings

# How long an example takes is the machine's affair.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")

# With several processes the longest files are dealt out first, lest one of them begins when
# the others are done.
_LONGEST = ("hearing", "confusions", "bench_hearing", "names", "dialog_conversations", "commands",
            "play_typed", "grammar", "sound_at_the_table", "table", "buttons_at_the_table",
            "hearing_at_the_table", "spoken_check", "soak", "bench_turn", "strict_card", "clock",
            "mute", "no_network", "sound_process", "saying", "keeping", "bench")
_RANK = {f"test_{name}.py": rank for rank, name in enumerate(_LONGEST)}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest files first, each as a whole; the others as they come."""
    items.sort(key=lambda item: _RANK.get(item.path.name, len(_RANK)))


# PortAudio and ALSA read the environment once, when they load: so it is set
# here, before any test module is imported. The server starts with the first
# test that asks for the room; without it there is no device at all.
_HOME = Path(tempfile.mkdtemp(prefix="room-"))
atexit.register(shutil.rmtree, _HOME, ignore_errors=True)
_ROOM = FakeRoom(_HOME)
os.environ.update(_ROOM.environment)


@pytest.fixture(scope="session")
def _room_of_the_run() -> Iterator[FakeRoom]:
    yield _ROOM
    _ROOM.kill()


@pytest.fixture
def room(_room_of_the_run: FakeRoom) -> FakeRoom:
    """The fake room, its server running; programs started with os.environ are in it too."""
    from voicekeeper.sound.portaudio import restart

    if not _room_of_the_run.running:
        _room_of_the_run.start()
        restart()
    return _room_of_the_run


@pytest.fixture
def no_room(_room_of_the_run: FakeRoom) -> None:
    """No sound device at all: the fake room's server is not running."""
    from voicekeeper.sound.portaudio import restart

    _room_of_the_run.kill()
    restart()


@pytest.fixture
def inputs() -> Iterator[FakeInputs]:
    """A machine's input devices, none at first."""
    fake = FakeInputs()
    yield fake
    fake.close()


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """The voice, where it can be broken."""
    from voicekeeper import models

    voice = models.find_voice("en")
    file = tmp_path / "own.onnx"
    file.symlink_to(voice)
    Path(f"{file}.json").symlink_to(f"{voice}.json")
    return file
