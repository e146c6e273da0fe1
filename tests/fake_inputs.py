"""Input devices to plug in and out and to play, without hardware, by Debian's umockdev.

Needs Debian's umockdev, gir1.2-umockdev-1.0 and python3-gi.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

_HERE = Path(__file__).parent
_SYSTEM_PYTHON = "/usr/bin/python3"  # where Debian's bindings are


class Talk:
    """A program that is told and answers by lines."""

    def __init__(self, command: Sequence[str], environment: dict[str, str]) -> None:
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            env={**os.environ, "PYTHONPATH": str(_HERE.parent), **environment},
        )

    def tell(self, line: str) -> None:
        """Send a line."""
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def line(self) -> str:
        """The next line of its output; waits for it."""
        assert self._process.stdout is not None
        return self._process.stdout.readline().rstrip("\n")

    def end(self) -> list[str]:
        """End its input; the lines that it still had to say."""
        rest, _ = self._process.communicate(timeout=20)
        return rest.splitlines()


class FakeInputs:
    """A machine's input devices, empty at first; programs started by `read` see them."""

    def __init__(self) -> None:
        self._bench = Talk(
            ["umockdev-wrapper", _SYSTEM_PYTHON, str(_HERE / "umockdev_bench.py")], {}
        )
        self._root = self._bench.line()

    def plug(self, node: str, name: str, ids: str = "0c45:7403") -> None:
        """A device with all keys appears as /dev/input/NODE."""
        vendor, product = ids.split(":")
        self._order(f"plug {node} {name}|{vendor}|{product}")

    def unplug(self, node: str) -> None:
        """It goes away, also under whoever reads it."""
        self._order(f"unplug {node}")

    def down(self, node: str, code: int) -> None:
        """A key goes down."""
        self._order(f"key {node} {code} 1")

    def up(self, node: str, code: int) -> None:
        """A key comes up."""
        self._order(f"key {node} {code} 0")

    def play(self, node: str, *edges: tuple[int, int]) -> None:
        """Several (code, value) at once: 1 down, 0 up, 2 repeat."""
        self._order(f"key {node} " + " ".join(f"{code} {value}" for code, value in edges))

    def forbid(self, node: str) -> None:
        """Nobody may read it."""
        self._order(f"mode {node} 0")

    def read(self, *buttons: tuple[str, str, str], rightless: bool = False) -> Talk:
        """A program that prints what these (kind, device, mode) buttons tell.

        `rightless`: a user who may not read what nobody may, which root may.
        """
        command = ["umockdev-wrapper", sys.executable, str(_HERE / "button_reader.py"),
                   *(word for button in buttons for word in button)]
        if rightless and os.geteuid() == 0:
            command = ["setpriv", "--bounding-set", "-dac_override,-dac_read_search", *command]
        return Talk(command, {"UMOCKDEV_DIR": self._root})

    def close(self) -> None:
        """Take everything down."""
        self._bench.end()

    def _order(self, line: str) -> None:
        self._bench.tell(line)
        if self._bench.line() != "done":
            raise RuntimeError(f"umockdev's bench failed on: {line}")
