"""Input devices to plug in and out and to play, without hardware, by Debian's umockdev.

Needs Debian's umockdev, gir1.2-umockdev-1.0 and python3-gi. The devices are those of
tests/devices.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from voicekeeper.button.evdev_button import LOOK_EVERY

_HERE = Path(__file__).parent
DEVICES = _HERE / "devices"
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

    def event(self) -> str:
        """The next event of a button, without its time."""
        return re.sub(r"at=[0-9.]+, ", "", self.line())

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """It sees nothing of what happens meanwhile until that is over."""
        self._process.send_signal(signal.SIGSTOP)
        yield
        self._process.send_signal(signal.SIGCONT)

    def end(self) -> list[str]:
        """End its input; the lines that it still had to say."""
        rest, _ = self._process.communicate(timeout=60)
        return rest.splitlines()


class FakeInputs:
    """A machine's input devices, empty at first; programs started by `read` see them."""

    def __init__(self) -> None:
        self._bench = Talk(
            ["umockdev-wrapper", _SYSTEM_PYTHON, str(_HERE / "umockdev_bench.py")], {}
        )
        self._root = self._bench.line()

    @property
    def environment(self) -> dict[str, str]:
        """What leads a program to these devices, if umockdev-wrapper starts it."""
        return {"UMOCKDEV_DIR": self._root}

    def plug(self, device: str, first: int = 5, *, port: str | None = None,
             only: Sequence[int] | None = None, held: Sequence[int] = ()) -> list[str]:
        """A device of tests/devices is plugged in; gives its nodes, such as event5.

        Its event devices are numbered from `first`, by no number that was there before.
        `port`: another USB port than its own, for a second one. `only`: not all of its
        event devices, by number from 0.
        `held`: keys that are down on the first one, before and after.
        """
        text = (DEVICES / f"{device}.umockdev").read_text(encoding="utf-8")
        own = int(re.findall(r"^N: input/event(\d+)", text, re.MULTILINE)[0])
        # The number in phys is the USB interface's.
        text = re.sub(r"^(?!.: phys=).*$", lambda line: re.sub(
            r"(\bevent|\binput|\bMINOR=|=13:)(\d+)\b",
            lambda found: f"{found[1]}{int(found[2]) - own + first}", line[0]),
            text, flags=re.MULTILINE | re.IGNORECASE)
        if port is not None:
            text = re.sub(r"/1-\d+(?=[/:])", f"/1-{port}", text)
            text = re.sub(r"(00:14\.0-)\d+", rf"\g<1>{port}", text)
        parts = re.split(r"(?<=\n)(?=P: .*/event)", text)
        chosen = parts if only is None else [parts[number] for number in only]
        for number, part in enumerate(chosen):
            with tempfile.NamedTemporaryFile("w", suffix=".umockdev") as file:
                file.write(part)
                file.flush()
                self._order("add", file.name, *map(str, () if number else held))
        return [re.findall(r"^N: input/(.*)", part, re.MULTILINE)[0] for part in chosen]

    def unplug(self, *nodes: str) -> None:
        """They go away, also under whoever reads them."""
        for node in nodes:
            self._order("remove", node)

    def down(self, node: str, code: int) -> None:
        """A key goes down."""
        self.edges(node, (code, 1))

    def up(self, node: str, code: int) -> None:
        """A key comes up."""
        self.edges(node, (code, 0))

    def edges(self, node: str, *edges: tuple[int, int]) -> None:
        """Several (code, value) at once: 1 down, 0 up, 2 repeat."""
        self._order("key", node, *(str(number) for edge in edges for number in edge))

    def events(self, node: str, *events: tuple[int, int, int]) -> None:
        """Several (type, code, value) at once."""
        self._order("event", node, *(str(number) for event in events for number in event))

    def play(self, node: str, recording: str) -> None:
        """A recording of tests/devices, in the time it took."""
        self._order("play", node, str(DEVICES / f"{recording}.events"))

    def replay(self, node: str, recording: str) -> None:
        """The same by umockdev itself, once somebody reads the node."""
        self._order("replay", node, str(DEVICES / f"{recording}.events"))

    def forbid(self, node: str) -> None:
        """Nobody may read it."""
        self._order("mode", node, "0")

    def allow(self, node: str) -> None:
        """Everybody may read it."""
        self._order("mode", node, "666")

    def lose(self, node: str) -> None:
        """Its node is gone, with the kernel still listing it."""
        self._order("lose", node)

    def name(self, node: str, name: bytes) -> None:
        """It calls itself so in the kernel's list."""
        self._order("attribute", node, "name", name.hex())

    def list(self, entry: str) -> None:
        """Something stands in the kernel's list of inputs that is none."""
        self._order("list", entry)

    def read(self, *buttons: tuple[str, str, str], rightless: bool = False,
             grabbed: Sequence[str] = ()) -> Talk:
        """A program that prints what these (kind, device, mode) buttons tell.

        `grabbed`: nodes that another program has for itself.
        """
        return self.run(
            sys.executable, str(_HERE / "button_reader.py"),
            *(word for button in buttons for word in button), rightless=rightless,
            GRABBED=" ".join(f"/dev/input/{node}" for node in grabbed))

    def fault(self, device: str, *, rightless: bool = False) -> str:
        """Why a device is no button."""
        line = self.read(("evdev", device, "hold"), rightless=rightless).line()
        if not line.startswith("ButtonFault: "):
            raise ValueError(f"{device} is a button: {line}")
        return line.removeprefix("ButtonFault: ")

    @staticmethod
    def wait_for_a_look() -> None:
        """Until every button has been looked for twice."""
        threading.Event().wait(2.2 * LOOK_EVERY)

    def run(self, *command: str, rightless: bool = False, **environment: str) -> Talk:
        """A program that sees these devices.

        `rightless`: as a user who may not read what nobody may, which root may.
        """
        words = ["umockdev-wrapper", *command]
        if rightless and os.geteuid() == 0:
            words = ["setpriv", "--bounding-set", "-dac_override,-dac_read_search", *words]
        return Talk(words, {**self.environment, **environment})

    def close(self) -> None:
        """Take everything down."""
        self._bench.end()

    def _order(self, *words: str) -> None:
        self._bench.tell("\t".join(words))
        if self._bench.line() != "done":
            raise RuntimeError(f"umockdev's bench failed on: {words}")
