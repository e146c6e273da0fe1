"""The terminal's keyboard as a button: the space bar, tapped to start and tapped to stop.

A terminal tells of keys going down but not of keys let go, so it can't be held.
"""

from __future__ import annotations

import atexit
import os
import re
import select
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

from voicekeeper.button.events import ButtonEvent, Key, KeyName, Pressed, Quit, Released
from voicekeeper.faults import ButtonFault

SOURCE = "keyboard"

_KEYS: dict[str, KeyName] = {"n": "next", "p": "previous", "u": "undo"}
_QUIT = {"q", "\x03", "\x04"}  # Ctrl-C and Ctrl-D come as characters
_REPEATS = 0.05  # seconds; a space bar that is kept down repeats every 0.03 or 0.04
_SEQUENCE = re.compile(r"\x1b(\[[0-?]*[ -/]*[@-~]|O.|.)?", re.DOTALL)  # arrows and the like


class Keyboard:
    """Reads the terminal on standard input in a thread; restored when closed.

    Space taps; n, p and u are next, previous and undo; q, Ctrl-C and Ctrl-D
    quit, and so does a terminal that goes away.
    """

    def __init__(self, put: Callable[[ButtonEvent], None]) -> None:
        self.source = SOURCE
        self._put = put
        self._speaking: Pressed | None = None
        self._space_at = float("-inf")
        self._repeating = False
        self._answered = False
        self._saved: list[Any] | None = None
        self._fd = -1
        self._awake, self._wake = -1, -1
        self._thread: threading.Thread | None = None

    @property
    def usable(self) -> bool:
        """Is the terminal read?"""
        return self._thread is not None

    @staticmethod
    def check() -> None:
        """Raises ButtonFault where standard input is no terminal."""
        if not sys.platform.startswith("win") and _is_terminal():
            return
        raise ButtonFault(
            "The space bar works from a terminal only, and standard input is none: "
            "run it in a terminal, or set a button of kind evdev."
        )

    def open(self) -> None:
        """Take the terminal's keys one by one from now on. Raises ButtonFault."""
        self.check()
        import termios

        self._fd = sys.stdin.fileno()
        self._saved = termios.tcgetattr(self._fd)
        keys = termios.tcgetattr(self._fd)
        keys[3] &= ~(termios.ICANON | termios.ECHO)
        # Ctrl-S would stop the table at its next line.
        keys[0] &= ~termios.IXON
        keys[6][termios.VMIN], keys[6][termios.VTIME] = 1, 0
        # Ctrl-C is read like any key, so that leaving is always the same; and Ctrl-Z would
        # leave a table that holds its button and says nothing.
        keys[6][termios.VINTR] = keys[6][termios.VSUSP] = b"\x00"
        # What was typed before it could be read is no tap.
        termios.tcsetattr(self._fd, termios.TCSAFLUSH, keys)
        atexit.register(self._restore)
        self._awake, self._wake = os.pipe()
        self._thread = threading.Thread(target=self._read, name="keyboard", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Give the terminal back as it was."""
        thread, self._thread = self._thread, None
        if thread is not None:
            os.write(self._wake, b".")
            thread.join()
            os.close(self._awake)
            os.close(self._wake)
        self._restore()
        atexit.unregister(self._restore)

    def forget(self, pressed: Pressed) -> None:
        """What this press began has ended: the next tap begins anew, however soon it comes."""
        if pressed.source == self.source:
            self._answered = True
            if self._speaking == pressed:
                self._speaking = None

    def _restore(self) -> None:
        import termios

        saved, self._saved = self._saved, None
        if saved is not None:
            try:
                termios.tcsetattr(self._fd, termios.TCSADRAIN, saved)
            except termios.error:
                return  # the terminal is gone, and nothing with it to restore

    def _read(self) -> None:
        while True:
            ready, _, _ = select.select([self._awake, self._fd], [], [])
            if self._awake in ready:
                return
            try:
                typed = os.read(self._fd, 1024)
            except OSError:
                typed = b""
            if not typed:
                self._put(Quit())
                return
            for character in _SEQUENCE.sub("", typed.decode(errors="replace")):
                self._key(character)

    def _key(self, character: str) -> None:
        now = time.monotonic()
        if character == " ":
            if not self._is_repeat(now):
                self._tap(now)
        elif character in _QUIT:
            self._put(Quit())
        elif character in _KEYS:
            self._put(Key(_KEYS[character]))

    def _tap(self, now: float) -> None:
        if self._speaking is None:
            self._speaking = Pressed(now, self.source)
            self._put(self._speaking)
        else:
            self._speaking = None
            self._put(Released(now, self.source))

    def _is_repeat(self, now: float) -> bool:
        """Is this space bar one that is kept down? An answer in between tells a tap from it."""
        at_once = now - self._space_at < _REPEATS
        repeat = at_once and (self._repeating or not self._answered)
        self._space_at, self._repeating, self._answered = now, at_once, False
        return repeat


def _is_terminal() -> bool:
    try:
        return os.isatty(sys.stdin.fileno())
    except (AttributeError, OSError, ValueError):
        return False
