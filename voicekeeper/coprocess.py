"""A part that runs in a process of its own, so that it may crash or freeze there.

What goes to and fro are frames (frames.py). The process lives as long as the
program: when that ends, however it does, its pipe ends, and so does the process.
"""

from __future__ import annotations

import contextlib
import subprocess
import sys
import threading
from collections.abc import Sequence

from voicekeeper.frames import read_frame, write_frame
from voicekeeper.patientpipe import PatientPipe
from voicekeeper.processes import progress

PATIENCE = 4.0
"""A process that neither takes nor gives anything for so long, nor works, is frozen, seconds."""


class Lost(Exception):
    """The process died, or was `frozen` and has been ended; str() says which."""

    def __init__(self, frozen: bool) -> None:
        super().__init__("it stopped answering" if frozen else "it ended unexpectedly")
        self.frozen = frozen


class Coprocess:
    """A module of the program as a process: started when told to, and again after a loss."""

    def __init__(self, module: str, arguments: Sequence[str] = (),
                 patience: float = PATIENCE) -> None:
        """`module` is run with `arguments`; its standard input and output carry the frames."""
        self._command = [sys.executable, "-m", module, *arguments]
        self.patience = patience
        self._process: subprocess.Popen[bytes] | None = None
        self._posting = threading.Lock()
        self._commands: PatientPipe | None = None
        self._answers: PatientPipe | None = None

    @property
    def pid(self) -> int | None:
        """The process's number while it runs."""
        process = self._process
        return process.pid if process is not None and process.poll() is None else None

    def start(self) -> None:
        """A new process, whatever became of the old one. Raises OSError."""
        self.close()
        # A group of its own: Ctrl-C at the terminal is for the program, not for this.
        process = subprocess.Popen(
            self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, start_new_session=True, bufsize=0)
        self._process = process
        if process.stdin is None or process.stdout is None:
            raise OSError("the process has no pipes")

        def worked() -> float | None:
            return progress(process.pid)

        self._commands = PatientPipe(process.stdin.fileno(), self.patience, worked)
        self._answers = PatientPipe(process.stdout.fileno(), self.patience, worked)

    def send(self, kind: bytes, payload: bytes = b"") -> None:
        """Sends a frame. Raises Lost."""
        if self._process is None or self._commands is None:
            raise Lost(frozen=False)
        self._commands.patience = self.patience
        try:
            write_frame(self._commands, kind, payload)
        except OSError as error:
            raise self._lost(error) from error

    def post(self, kind: bytes, payload: bytes = b"") -> None:
        """Sends a frame where another thread waits for what comes back, and learns of a loss.

        What is not taken whole ends the process: it would take the rest for something else.
        """
        with self._posting:
            if self._commands is not None:
                try:
                    write_frame(self._commands, kind, payload)
                except OSError:
                    self.kill()

    def answer(self, patience: float | None = None) -> tuple[bytes, bytes]:
        """The next frame that comes: what it is, and its payload. Raises Lost."""
        if self._process is None or self._answers is None:
            raise Lost(frozen=False)
        self._answers.patience = self.patience if patience is None else patience
        try:
            frame = read_frame(self._answers)
        except OSError as error:
            raise self._lost(error) from error
        if frame is None:
            raise self._lost()
        return frame

    def kill(self) -> None:
        """Ends the process at once; whoever waits for an answer learns of it."""
        process = self._process
        if process is not None:
            process.kill()

    def close(self) -> None:
        """Ends the process, and waits for it, unless the system holds it: none is left behind."""
        process, self._process = self._process, None
        if process is None:
            return
        with self._posting:
            self._commands = None
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with contextlib.suppress(OSError):
                        pipe.close()
        for last in (process.kill, threading.Thread(target=process.wait, daemon=True).start):
            try:
                process.wait(timeout=1)
                return
            except subprocess.TimeoutExpired:
                # One that hangs in the system ends when that lets it go: nobody waits for it.
                last()

    def _lost(self, error: OSError | None = None) -> Lost:
        frozen = isinstance(error, TimeoutError)
        if frozen:
            self.kill()
        self.close()
        return Lost(frozen)


class Served:
    """Whoever has its work done by a Coprocess."""

    def __init__(self, process: Coprocess) -> None:
        self._process = process

    @property
    def pid(self) -> int | None:
        """The process's number while it runs."""
        return self._process.pid

    @property
    def patience(self) -> float:
        """After how many seconds without a sign of life the process is taken for frozen."""
        return self._process.patience

    @patience.setter
    def patience(self, seconds: float) -> None:
        self._process.patience = seconds
