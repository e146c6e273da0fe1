"""The space bar of a terminal, on a pty."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
import termios
from collections.abc import Iterator
from pathlib import Path

import pytest

READER = Path(__file__).with_name("button_reader.py")


class Terminal:
    """A terminal with a program on it that prints what the keyboard tells."""

    def __init__(self, typed: str = "") -> None:
        """`typed`: keys that were pressed before anybody reads them."""
        self._master, self._slave = pty.openpty()
        self.type(typed)
        self.before = termios.tcgetattr(self._slave)
        self._program = subprocess.Popen(
            [sys.executable, str(READER), "keyboard", "", "tap"], stdin=self._slave,
            stdout=subprocess.PIPE, text=True,
            env={**os.environ, "PYTHONPATH": str(READER.parent.parent)},
        )
        assert self.told() == "Ready"

    def type(self, keys: str) -> None:
        """Type these keys."""
        os.write(self._master, keys.encode())

    def told(self) -> str:
        """The next event without its time."""
        assert self._program.stdout is not None
        return re.sub(r"at=[0-9.]+, ", "", self._program.stdout.readline().rstrip("\n"))

    def ended(self) -> int:
        """Wait for the program's end; its exit status."""
        return self._program.wait(20)

    def settings(self) -> list[object]:
        """The terminal's settings now."""
        return termios.tcgetattr(self._slave)

    def hang_up(self) -> None:
        """The terminal's window is closed."""
        os.close(self._slave)
        os.close(self._master)

    def close(self) -> None:
        """Take it down."""
        self._program.kill()
        self._program.communicate()


def test_what_was_typed_before_it_is_ready_is_no_tap() -> None:
    early = Terminal("   ")
    early.type("u")
    assert early.told() == "Key(name='undo')"
    early.close()


def test_control_s_stops_nothing(terminal: Terminal) -> None:
    terminal.type("\x13")
    terminal.type("u")
    assert terminal.told() == "Key(name='undo')"


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    one = Terminal()
    yield one
    one.close()


def test_space_starts_and_the_next_space_stops(terminal: Terminal) -> None:
    terminal.type(" ")
    assert terminal.told() == "Pressed(source='keyboard')"
    # The key in between takes longer to come than a held space bar repeats.
    terminal.type("n")
    assert terminal.told() == "Key(name='next')"
    wait_longer_than_repeats()
    terminal.type(" ")
    assert terminal.told() == "Released(source='keyboard')"


def wait_longer_than_repeats() -> None:
    import threading

    from voicekeeper.button.keyboard import _REPEATS

    threading.Event().wait(2 * _REPEATS)


def test_a_space_bar_that_is_kept_down_taps_once(terminal: Terminal) -> None:
    terminal.type("     ")
    assert terminal.told() == "Pressed(source='keyboard')"
    terminal.type("q")
    assert terminal.told() == "Quit()"


def test_other_keys_pick_players_and_undo(terminal: Terminal) -> None:
    terminal.type("npu")
    assert [terminal.told() for _ in range(3)] == [
        "Key(name='next')", "Key(name='previous')", "Key(name='undo')",
    ]


def test_arrows_and_letters_without_meaning_do_nothing(terminal: Terminal) -> None:
    terminal.type("\x1b[A\x1b[1;5Cxyz\x1bOPé\x1a")  # and Ctrl-Z
    terminal.type("n")
    assert terminal.told() == "Key(name='next')"


@pytest.mark.parametrize("key", ["q", "\x03", "\x04"])
def test_q_control_c_and_control_d_quit_and_the_terminal_is_as_before(
    terminal: Terminal, key: str
) -> None:
    assert terminal.settings() != terminal.before
    terminal.type(key)
    assert terminal.told() == "Quit()"
    assert terminal.ended() == 0
    assert terminal.settings() == terminal.before


def test_a_terminal_that_goes_away_quits(terminal: Terminal) -> None:
    terminal.hang_up()
    assert terminal.told() == "Quit()"


def test_without_a_terminal_it_is_a_clear_fault() -> None:
    told = subprocess.run(
        [sys.executable, str(READER), "keyboard", "", "tap"], stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, text=True, check=False,
        env={**os.environ, "PYTHONPATH": str(READER.parent.parent)},
    ).stdout
    assert told.startswith("ButtonFault: The space bar works from a terminal only")
