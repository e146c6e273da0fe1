"""`voicekeeper play` as a program of its own in the fake room, its space bar a pty."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import soundfile

from voicekeeper.bench.fake_room import FakeRoom

PATIENCE = 60.0
"""How long a line may take before one gives up, seconds."""


class PlayAtTheTable:
    """The program at a table; what its terminal shows is read line by line."""

    def __init__(self, room: FakeRoom, data: Path, *options: str, command: str = "play",
                 environment: dict[str, str] | None = None, within: Sequence[str] = ()) -> None:
        """`command` is the program's, where it is another one that listens; `within`: what
        it is started by, as unshare is."""
        self._room = room
        self._keys, theirs = pty.openpty()
        self.process = subprocess.Popen(
            [*within, sys.executable, "-m", "voicekeeper", command, "--data", str(data), *options],
            stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True,
            env={**os.environ, **room.environment, **(environment or {}), "COLUMNS": "1000"})
        os.close(theirs)
        self._unread = ""
        self.shown: list[str] = []

    def wait_for(self, pattern: str, patience: float = PATIENCE) -> str:
        """The next line that begins with a pattern; what came before it is passed over."""
        deadline = time.monotonic() + patience
        while True:
            while "\n" in self._unread:
                line, self._unread = self._unread.split("\n", 1)
                self.shown.append(line.rstrip("\r"))
                if re.match(pattern, self.shown[-1]):
                    return self.shown[-1]
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self._keys], [], [], left)[0]:
                raise TimeoutError(f"no line {pattern!r} in {self.shown}")
            try:
                came = os.read(self._keys, 65536)
            except OSError:  # the program has gone, and the terminal with it
                came = b""
            if not came:
                raise EOFError(f"the program ended without {pattern!r}: {self.shown}")
            self._unread += came.decode()

    def tap(self, key: str = " ") -> None:
        """Press a key of the terminal."""
        os.write(self._keys, key.encode())

    def say(self, recording: Path) -> tuple[str, str]:
        """Tap, speak, tap: what was heard and what was answered."""
        self.tap()
        sound, rate = soundfile.read(recording, dtype="float32")
        self._room.say(sound, rate).wait()
        self.tap()
        heard = self.wait_for("heard: ").removeprefix("heard: ")
        return heard, self.wait_for("said: ").removeprefix("said: ")

    def quit(self) -> int:
        """Leave by the keyboard; the exit status."""
        self.tap("q")
        return self.process.wait(PATIENCE)

    def kill(self) -> None:
        """kill -9."""
        self.process.kill()
        self.process.wait()

    def __enter__(self) -> PlayAtTheTable:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        os.close(self._keys)
