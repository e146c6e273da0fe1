"""Sound that fails in the middle of a game: noticed, told aloud and on the terminal, and back."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from at_the_table import PlayAtTheTable, config
from fake_room import MICROPHONE, RATE, SPEAKER, FakeRoom
from room_sounds import demo_sound, spoken_aloud

from voicekeeper.processes import family, running
from voicekeeper.skyjo.ledger import FILE_NAME, Ledger
from voicekeeper.sound.soundprocess import MODULE

# Two and three seconds on a machine that has nothing else to do (docs/speed.md).
NOTICED_WITHIN = 6.0
BACK_WITHIN = 9.0


@pytest.fixture
def table(room: FakeRoom, tmp_path: Path) -> Iterator[PlayAtTheTable]:
    """A game of Ana, Marco and Leo in which nothing has been said yet."""
    settings = config(tmp_path / "config.yaml", (MICROPHONE, SPEAKER))
    with PlayAtTheTable(room, tmp_path, "--config", str(settings),
                        "--players", "Ana,Marco,Leo") as playing:
        playing.wait_for("said: New game")
        yield playing
        entered = written(tmp_path)
        assert entered in ({}, {"Ana": -3, "Marco": 12})
        if playing.process.poll() is None:
            assert playing.quit() == 0


def written(data: Path) -> dict[str, int]:
    """The scores of this round in the ledger."""
    with Ledger.open(data / FILE_NAME) as ledger:
        game = ledger.books().game
        assert game is not None
        return dict(game.view()["entered"])


def takes_the_first_line(table: PlayAtTheTable) -> bool:
    """Does it hear and answer as if nothing had been?"""
    return table.say(demo_sound(1)) == (
        "ana minus three marco closed with twelve",
        "Ana minus three and Marco closed with twelve. Leo is missing.")


def within(seconds: float, since: float) -> bool:
    return time.monotonic() - since <= seconds


Deed = Callable[[FakeRoom], None]


@pytest.mark.parametrize(("fault", "mend"), [
    pytest.param(lambda room: room.occupy("microphone"),
                 lambda room: room.give_back("microphone"), id="occupied"),
    pytest.param(lambda room: room.unplug("microphone"),
                 lambda room: room.plug("microphone"), id="unplugged"),
])
def test_a_microphone_alone_is_told_at_once_and_again_when_it_is_back(
    table: PlayAtTheTable, room: FakeRoom, fault: Deed, mend: Deed
) -> None:
    since = time.monotonic()
    fault(room)
    table.wait_for("The microphone .* (stopped|gone)")
    assert within(NOTICED_WITHIN, since)
    table.wait_for("said: The microphone is gone. I can't hear you.")
    assert spoken_aloud(room)
    since = time.monotonic()
    mend(room)
    table.wait_for("The microphone is back")
    assert within(BACK_WITHIN, since)
    table.wait_for("said: I can hear you again.")
    assert spoken_aloud(room)
    assert takes_the_first_line(table)


VOICE = "My voice was gone. It's back."
BOTH = "Microphone and speaker were gone. Both are back."


@pytest.mark.parametrize(("fault", "mend", "news"), [
    pytest.param(lambda room: room.occupy("speaker"),
                 lambda room: room.give_back("speaker"), VOICE, id="occupied"),
    # In this room the voice is moved to where the microphone hears it, so that both go.
    pytest.param(lambda room: room.unplug("speaker"),
                 lambda room: room.plug("speaker"), f"({VOICE}|{BOTH})", id="unplugged"),
    pytest.param(lambda room: room.kill(), lambda room: room.start(), BOTH, id="server killed"),
    pytest.param(lambda room: room.freeze(), lambda room: room.thaw(), BOTH, id="server frozen"),
])
def test_what_nobody_can_have_heard_is_said_again_once_sound_is_back(
    table: PlayAtTheTable, room: FakeRoom, fault: Deed, mend: Deed, news: str
) -> None:
    assert takes_the_first_line(table)
    since = time.monotonic()
    fault(room)
    table.wait_for("The (microphone|speaker) .* (stopped|gone|opened)")
    assert within(NOTICED_WITHIN, since)
    if "speaker" not in table.shown[-1]:
        table.wait_for("The speaker .* (stopped|opened)")
    if news == VOICE:
        table.tap()
        room.say_file(demo_sound(2)).wait()
        table.tap()
        answer = table.wait_for("said: Leo is missing.").removeprefix("said: ")
    else:
        answer = "Ana minus three and Marco closed with twelve. Leo is missing."
    mend(room)
    since = time.monotonic()
    table.wait_for("The speaker is back")
    assert within(BACK_WITHIN, since)
    said = table.wait_for(f"said: {news}")
    assert said.endswith(f"back. {answer}")
    assert spoken_aloud(room)
    heard, answer = table.say(demo_sound(2))
    assert (heard, answer) == ("who's missing", "Leo is missing.")


@pytest.mark.parametrize("how", [signal.SIGSEGV, signal.SIGSTOP])
def test_a_sound_system_that_crashes_or_hangs_costs_a_moment(
    table: PlayAtTheTable, room: FakeRoom, how: signal.Signals
) -> None:
    """PortAudio does so when a device goes at an unlucky moment."""
    assert takes_the_first_line(table)
    for _ in range(2):
        process = running(MODULE, table.process.pid)
        assert process is not None
        since = time.monotonic()
        os.kill(process, how)
        table.wait_for("The (microphone|speaker) .* stopped")
        assert within(NOTICED_WITHIN, since)
        table.wait_for("The speaker is back")
        assert within(NOTICED_WITHIN + BACK_WITHIN, since)
        assert table.wait_for(f"said: {BOTH}")
        assert spoken_aloud(room)
        heard, answer = table.say(demo_sound(2))
        assert (heard, answer) == ("who's missing", "Leo is missing.")
    # Again and again, each time while the news is said: it is news once.
    for _ in range(2):
        process = running(MODULE, table.process.pid)
        assert process is not None
        os.kill(process, how)
        assert table.wait_for(f"said: {BOTH}") == f"said: {BOTH} Leo is missing."


def test_a_press_while_both_are_away_does_not_make_the_news_contradict_itself(
    table: PlayAtTheTable, room: FakeRoom
) -> None:
    room.kill()
    table.wait_for("The (microphone|speaker) .* stopped")
    for _ in range(2):
        time.sleep(0.1)  # a tap sooner is a key that repeats
        table.tap()
    table.wait_for("heard: ")
    room.start()
    assert "can't hear" not in table.wait_for(f"said: {BOTH}")
    assert takes_the_first_line(table)


def test_a_server_that_is_frozen_at_the_start_is_told(room: FakeRoom, tmp_path: Path) -> None:
    settings = config(tmp_path / "config.yaml", (MICROPHONE, SPEAKER))
    room.freeze()
    try:
        with PlayAtTheTable(room, tmp_path, "--table", "--config", str(settings),
                            "--players", "Ana,Marco") as starting:
            starting.wait_for("The sound server does not answer")
            assert starting.process.wait(20) == 1
    finally:
        room.thaw()


@pytest.fixture
def _hang_ups_heard() -> Iterator[None]:
    """The tests themselves may run where they are ignored, and what they start with them."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGHUP])
def test_whoever_ends_the_program_leaves_nothing_behind(
    _hang_ups_heard: None, table: PlayAtTheTable, ending: signal.Signals
) -> None:
    assert takes_the_first_line(table)
    others = family(table.process.pid)[1:]
    table.process.send_signal(ending)
    assert table.process.wait(20) == 0
    assert not any(Path(f"/proc/{one}/task/{one}/children").exists() for one in others)


def test_a_program_that_slept_goes_on_as_if_nothing_had_been(
    table: PlayAtTheTable, room: FakeRoom
) -> None:
    """As a laptop's lid, closed and opened, does it."""
    for process in family(table.process.pid):
        os.kill(process, signal.SIGSTOP)
    room.say(np.zeros(3 * RATE, np.float32)).wait()
    for process in family(table.process.pid):
        os.kill(process, signal.SIGCONT)
    assert takes_the_first_line(table)


@pytest.mark.parametrize("into", [0.3, 1.0, 1.8])
def test_its_own_voice_is_never_taken_as_a_score(
    table: PlayAtTheTable, room: FakeRoom, tmp_path: Path, into: float
) -> None:
    """The microphone hears the speaker; a press in the middle of a read-back is no score."""
    assert takes_the_first_line(table)
    echo = room.control("load-module", "module-loopback", "source=speaker.monitor", "sink=mic",
                        "latency_msec=10").stdout.decode().strip()
    try:
        listening = room.record_microphone()
        table.tap("u")
        table.wait_for("said: ")
        assert takes_the_first_line(table)
        while np.count_nonzero(np.abs(listening.samples) > 0.02) < into * RATE / 2:
            listening.more()
        table.tap()
        listening.stop()
        room.say(np.zeros(RATE, np.float32)).wait()
        table.tap()
        table.wait_for("said: ")
    finally:
        room.control("unload-module", echo)
    assert written(tmp_path) == {"Ana": -3, "Marco": 12}


def test_what_is_said_into_a_failing_microphone_is_not_taken(
    table: PlayAtTheTable, room: FakeRoom, tmp_path: Path
) -> None:
    table.tap()
    speaking = room.say_file(demo_sound(1))
    room.say(np.zeros(RATE, np.float32)).wait()
    room.occupy("microphone")
    table.wait_for("said: The microphone is gone")
    assert written(tmp_path) == {}
    # The tap that was to end it begins nothing.
    table.tap()
    # Asked again, it says so again.
    for _ in range(2):
        time.sleep(0.1)  # a tap sooner is a key that repeats
        table.tap()
    table.wait_for("said: The microphone is gone")
    room.give_back("microphone")
    speaking.wait()
    table.wait_for("said: I can hear you again.")
    assert takes_the_first_line(table)
    assert written(tmp_path) == {"Ana": -3, "Marco": 12}
