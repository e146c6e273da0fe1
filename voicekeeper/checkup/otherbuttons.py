"""Which device is pressed instead of the button that is set: the one that should be named."""

from __future__ import annotations

import os
import select
import threading
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from voicekeeper.button.inputs import Input, inputs
from voicekeeper.button.keys import meaning
from voicekeeper.faults import ButtonFault

_EV_KEY = 1


@dataclass(frozen=True)
class OtherPressed:
    """A device that is not set as a button was pressed."""

    found: Input


class OtherButtons:
    """Reads all devices but these nodes, as far as this user may; grabs none.

    `put` gets each press, from a thread of its own.
    """

    def __init__(self, but: Collection[Path], put: Callable[[OtherPressed], None]) -> None:
        self._but = but
        self._put = put
        self._devices: dict[int, tuple[Input, Any]] = {}
        self._awake, self._wake = -1, -1
        self._thread: threading.Thread | None = None

    def __enter__(self) -> Self:
        for found in _present():
            if found.path not in self._but and (device := _opened(found)) is not None:
                self._devices[device.fd] = found, device
        if self._devices:
            self._awake, self._wake = os.pipe()
            self._thread = threading.Thread(target=self._read, name="other buttons", daemon=True)
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._thread is not None:
            os.write(self._wake, b".")
            self._thread.join()
            os.close(self._awake)
            os.close(self._wake)
        for _found, device in self._devices.values():
            with suppress(OSError):
                device.close()

    def _read(self) -> None:
        watched = dict(self._devices)
        while True:
            ready, _, _ = select.select([self._awake, *watched], [], [])
            if self._awake in ready:
                return
            for fd in ready:
                found, device = watched[fd]
                if (events := _events(device)) is None:
                    del watched[fd]  # it is gone
                elif any(event.type == _EV_KEY and event.value == 1
                         and meaning(event.code, remote=found.remote) for event in events):
                    self._put(OtherPressed(found))


def _present() -> list[Input]:
    try:
        return inputs()
    except ButtonFault:
        return []


def _opened(found: Input) -> Any:
    try:
        import evdev

        return evdev.InputDevice(str(found.path))
    except (ImportError, OSError, ValueError):  # no Linux, no right, gone again
        return None


def _events(device: Any) -> list[Any] | None:
    try:
        return list(device.read()) or None
    except BlockingIOError:
        return []
    except OSError:
        return None
