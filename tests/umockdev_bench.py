"""Runs under the system's Python inside umockdev-wrapper: plugs and plays input devices.

Its own interpreter, because umockdev's bindings live there; fake_inputs.py
drives it. A line of standard input is one order, answered by one line:

    plug NODE NAME|VENDOR|PRODUCT   a device with all keys appears as /dev/input/NODE
    unplug NODE                     it goes away, with whoever reads it finding it gone
    key NODE CODE VALUE             1 down, 0 up, 2 repeat; more may follow in one order
    mode NODE OCTAL                 the node's rights
"""

import os
import struct
import sys
import tempfile
from pathlib import Path

import gi  # type: ignore[import-not-found]

gi.require_version("UMockdev", "1.0")
from gi.repository import UMockdev  # type: ignore[import-not-found]  # noqa: E402

DEVICE = """\
P: /devices/usb/{node}/input/input{number}
E: NAME="{name}"
E: SUBSYSTEM=input
A: name={name}\\n
A: id/bustype=0003\\n
A: id/vendor={vendor}\\n
A: id/product={product}\\n
A: id/version=0111\\n
A: capabilities/ev=100003\\n
A: capabilities/key=ffffffffffffffff ffffffffffffffff ffffffffffffffff fffffffffffffffe\\n

P: /devices/usb/{node}/input/input{number}/{node}
N: input/{node}
E: DEVNAME=/dev/input/{node}
E: SUBSYSTEM=input
E: MAJOR=13
E: MINOR={minor}
A: dev=13:{minor}\\n
L: device=../../input{number}
"""


def ioctls(node: str, name: str, vendor: str, product: str) -> str:
    """What the kernel answers when asked about the device (linux/input.h)."""
    identity = struct.pack("<4H", 3, int(vendor, 16), int(product, 16), 0x111).hex().upper()
    keys = ("FE" + "FF" * 31).ljust(2 * 96, "0")
    return "\n".join([
        f"@DEV /dev/input/{node}",
        "EVIOCGVERSION 0 01000100",
        f"EVIOCGID 0 {identity}",
        f"EVIOCGNAME(0) {len(name) + 1} {name.encode().hex().upper().ljust(512, '0')}",
        "EVIOCGPHYS(0) 1 " + "00" * 256,
        "EVIOCGUNIQ(0) 1 " + "00" * 256,
        "EVIOCGBIT(0) 4 03000000",
        "EVIOCGBIT(1) 96 " + keys,
        "EVIOCGKEY(0) 96 " + "00" * 96,
        "EVIOCGEFFECTS 0 00000000",
        "",
    ])


def main() -> None:
    testbed = UMockdev.Testbed.new()
    root = Path(testbed.get_root_dir())
    devices = root / "dev"
    # A program that loads PortAudio under umockdev is aborted otherwise: each of
    # its failed openings in /dev would take one of few slots.
    (root / "ioctl" / "_default").unlink()
    print(root, flush=True)
    for line in sys.stdin:
        order, node, *rest = line.rstrip("\n").split(" ", 2)
        number = int(node.removeprefix("event"))
        if order == "plug":
            name, vendor, product = rest[0].split("|")
            assert testbed.add_from_string(DEVICE.format(
                node=node, number=number, minor=64 + number, name=name, vendor=vendor,
                product=product))
            with tempfile.NamedTemporaryFile("w", suffix=".ioctl") as file:
                file.write(ioctls(node, name, vendor, product))
                file.flush()
                assert testbed.load_ioctl(None, file.name)
        elif order == "unplug":
            # Its readers find the line hung up; umockdev alone would leave it open,
            # and its note of the line's number, which the next device gets.
            line = str((devices / "input" / node).readlink())
            os.close(testbed.get_dev_fd(f"/dev/input/{node}"))
            (devices / ".ptymap" / line.replace("/", "_")).unlink()
            testbed.remove_device(f"/sys/devices/usb/{node}/input/input{number}/{node}")
            testbed.remove_device(f"/sys/devices/usb/{node}/input/input{number}")
        elif order == "key":
            values = list(map(int, rest[0].split()))
            for code, value in zip(values[::2], values[1::2], strict=True):
                for event in ((1, code, value), (0, 0, 0)):
                    os.write(testbed.get_dev_fd(f"/dev/input/{node}"),
                             struct.pack("llHHi", 0, 0, *event))
        elif order == "mode":
            (devices / "input" / node).chmod(int(rest[0], 8))
        print("done", flush=True)


main()
