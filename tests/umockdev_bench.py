"""Runs under the system's Python inside umockdev-wrapper: plugs and plays input devices.

Its own interpreter, because umockdev's bindings live there; fake_inputs.py
drives it. A line of standard input is one order, its words parted by tabs, answered
by one line:

    add FILE CODE ...  a device as umockdev-record describes it, as /dev/input/eventN; should
                       anybody ask, these keys are down
    remove NODE        it goes away, with whoever reads it finding it gone
    key NODE CODE VALUE ...    at once: 1 down, 0 up, 2 repeat
    event NODE TYPE CODE VALUE ...    at once
    play NODE FILE     the recorded events, in the time they took
    replay NODE FILE   the same, played by umockdev itself as soon as it is read; only once
    mode NODE OCTAL    the node's rights
    lose NODE          the node is gone; the kernel still lists it
    attribute NODE NAME HEX    bytes of a file in /sys
    list NAME          an entry in the kernel's list of inputs that is none
"""

import os
import re
import struct
import sys
import tempfile
import time
from pathlib import Path

import gi  # type: ignore[import-not-found]

gi.require_version("UMockdev", "1.0")
from gi.repository import UMockdev  # type: ignore[import-not-found]  # noqa: E402

WORD = 16  # hex digits of a word of a bitmap


class Described:
    """What a description says of one input: NAME=VALUE of its attributes."""

    def __init__(self, stanza: str) -> None:
        attribute = re.compile(r"^A: ([\w/]+)=(.*?)(?:\\n)?$", re.MULTILINE)
        self._values: dict[str, str] = dict(attribute.findall(stanza))

    def text(self, name: str) -> str:
        return self._values.get(name, "")

    def bits(self, name: str, size: int) -> bytes:
        """A bitmap as programs get it: its lowest byte first."""
        words = self.text(f"capabilities/{name}").split()
        digits = "".join(word.rjust(WORD, "0") for word in words)
        return bytes.fromhex(digits or "00")[::-1].ljust(size, b"\0")[:size]


def ioctls(node: str, of: Described, held: list[int]) -> str:
    """What the kernel answers when asked about the device (linux/input.h)."""

    def text(name: str) -> str:
        said = of.text(name).encode() + b"\0"
        return f"EVIOCG{name.upper()}(0) {len(said)} {said.ljust(256, bytes(1)).hex().upper()}"

    def bits(kind: int, name: str, size: int = 8) -> str:
        # Programs ask for as many bytes as all keys take, and are told how many there are.
        return f"EVIOCGBIT({kind}) {size} {of.bits(name, 4 if kind == 0 else 96).hex().upper()}"

    identity = struct.pack("<4H", *(int(of.text(f"id/{part}"), 16)
                                    for part in ("bustype", "vendor", "product", "version")))
    axes = of.bits("abs", 8)
    keys = bytearray(96)
    for code in held:
        keys[code // 8] |= 1 << code % 8
    return "\n".join([
        f"@DEV /dev/input/{node}",
        "EVIOCGVERSION 0 01000100",
        f"EVIOCGID 0 {identity.hex().upper()}",
        text("name"), text("phys"), text("uniq"),
        bits(0, "ev", 4), bits(1, "key", 96), bits(2, "rel"), bits(3, "abs"),
        bits(4, "msc"), bits(5, "sw"), bits(17, "led"), bits(18, "snd"),
        *(f"EVIOCGABS({axis}) 0 {struct.pack('<6i', 127, 0, 255, 0, 15, 0).hex().upper()}"
          for axis in range(64) if axes[axis // 8] >> axis % 8 & 1),
        f"EVIOCGKEY(0) 96 {keys.hex().upper()}",
        "EVIOCGEFFECTS 0 00000000",
        "",
    ])


class Bench:
    """The devices of one testbed."""

    def __init__(self) -> None:
        self._testbed = UMockdev.Testbed.new()
        self.root = Path(self._testbed.get_root_dir())
        self._devices = self.root / "dev"
        self._paths: dict[str, str] = {}
        # A program that loads PortAudio under umockdev is aborted otherwise: each of
        # its failed openings in /dev would take one of few slots.
        (self.root / "ioctl" / "_default").unlink()

    def add(self, file: str, *held: str) -> None:
        description = Path(file).read_text(encoding="utf-8")
        event, device = description.strip().split("\n\n")
        path, node = re.findall(r"^P: (.*)/(.*)$", event, re.MULTILINE)[0]
        self._paths[node] = path
        with tempfile.NamedTemporaryFile("w", suffix=".ioctl") as record:
            record.write(ioctls(node, Described(device), list(map(int, held))))
            record.flush()
            assert self._testbed.load_ioctl(None, record.name)
        # Last: whoever opens it before its answers are there is ended by umockdev.
        assert self._testbed.add_from_string(description)

    def remove(self, node: str) -> None:
        # Its readers find the line hung up; umockdev alone would leave it open,
        # and its note of the line's number, which the next device gets.
        line = str((self._devices / "input" / node).readlink())
        os.close(self._testbed.get_dev_fd(f"/dev/input/{node}"))
        (self._devices / ".ptymap" / line.replace("/", "_")).unlink()
        path = self._paths.pop(node)
        self._testbed.remove_device(f"/sys{path}/{node}")
        self._testbed.remove_device(f"/sys{path}")

    def event(self, node: str, *numbers: str) -> None:
        values = list(map(int, numbers))
        for event in zip(values[::3], values[1::3], values[2::3], strict=True):
            now = time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1000
            os.write(self._testbed.get_dev_fd(f"/dev/input/{node}"),
                     struct.pack("llHHi", *divmod(now, 1_000_000), *event))

    def key(self, node: str, *numbers: str) -> None:
        for code, value in zip(numbers[::2], numbers[1::2], strict=True):
            self.event(node, "1", code, value, "0", "0", "0")

    def play(self, node: str, file: str) -> None:
        began = time.monotonic()
        for line in Path(file).read_text(encoding="utf-8").splitlines():
            if line.startswith("E: "):
                at, kind, code, value = line.split()[1:5]
                time.sleep(max(0.0, began + float(at) - time.monotonic()))
                self.event(node, str(int(kind, 16)), str(int(code, 16)), value)

    def replay(self, node: str, file: str) -> None:
        assert self._testbed.load_evemu_events(f"/dev/input/{node}", file)

    def mode(self, node: str, octal: str) -> None:
        (self._devices / "input" / node).chmod(int(octal, 8))

    def lose(self, node: str) -> None:
        (self._devices / "input" / node).unlink()

    def attribute(self, node: str, name: str, hexed: str) -> None:
        (self.root / "sys" / self._paths[node].lstrip("/") / name).write_bytes(
            bytes.fromhex(hexed))

    def list(self, name: str) -> None:
        (self.root / "sys" / "class" / "input" / name).mkdir(parents=True)


def main() -> None:
    bench = Bench()
    print(bench.root, flush=True)
    for line in sys.stdin:
        order, *words = line.rstrip("\n").split("\t")
        getattr(bench, order)(*words)
        print("done", flush=True)


main()
