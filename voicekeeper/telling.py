"""Lines for the terminal, which nobody need read: the game does not wait for it.

Somebody may have stopped it with a key, a pipe's other end may have gone, or a
disk may be full: the table speaks all the same.
"""

from __future__ import annotations

import os
import queue
import sys
import threading

import click

_WAITING = 1000
"""So many lines wait to be read; then the next ones are left out."""

_ENDED_WITHIN = 1.0  # seconds


class Teller:
    """Writes lines to standard output, in a thread of its own; call it with one."""

    def __init__(self) -> None:
        self._lines: queue.Queue[str | None] = queue.Queue(_WAITING)
        self._thread = threading.Thread(target=self._write, name="terminal", daemon=True)
        self._thread.start()

    def __call__(self, line: str) -> None:
        """Write a line; returns at once."""
        try:
            self._lines.put_nowait(line)
        except queue.Full:
            return

    def close(self) -> None:
        """Write what is left, but do not wait long for whoever reads it."""
        try:
            self._lines.put(None, timeout=_ENDED_WITHIN)
        except queue.Full:
            return
        self._thread.join(_ENDED_WITHIN)

    def _write(self) -> None:
        while (line := self._lines.get()) is not None:
            try:
                _write_line(line)
            except OSError:
                continue  # nobody there any more, or a file on a full disk: perhaps the next one


def _write_line(line: str) -> None:
    try:
        number = sys.stdout.fileno()
    except (OSError, ValueError):
        click.echo(line)  # no file of the system's
        return
    # Past Python's buffer: its lock would be held here while the program ends.
    text = f"{line}\n".encode(sys.stdout.encoding or "utf-8", errors="replace")
    while text:
        text = text[os.write(number, text):]
