"""One open event device: grabbed, and its keys as they go down and come up."""

from __future__ import annotations

import errno
import fcntl
import struct
import time
from typing import Any

from voicekeeper.button.inputs import Input
from voicekeeper.button.rights import how_to_read
from voicekeeper.faults import ButtonFault

Edge = tuple[int, bool, float]
"""A key's code, whether it went down (else up), and when (time.monotonic())."""

# linux/input.h: by which clock events are stamped, and which are wanted at all.
_EVIOCSCLOCKID, _EVIOCSMASK = 0x400445A0, 0x40104593
_UNWANTED = (2, 3, 4)  # EV_REL, EV_ABS, EV_MSC: an axis that trembles would fill the queue
_LATEST = 5.0  # seconds; no event is read later than this, so what seems older has no true stamp

_EV_SYN, _EV_KEY, _SYN_DROPPED, _REPEAT = 0, 1, 3, 2


class Node:
    """An event device that is read from now on. Raises ButtonFault where it can't be.

    It is grabbed: what is pressed on it reaches no other program. What was held
    down before it was opened was not pressed for us: it counts once it has been
    let go.
    """

    def __init__(self, found: Input) -> None:
        self.found = found
        self._held: set[int] = set()
        self._device = _open(found)
        self.fd: int = self._device.fd
        try:
            _grab(self._device, found)
            _choose(self._device)
            self._before = set(self._device.active_keys())
        except OSError as error:
            self.close()
            raise _unreadable(found, error) from error
        except ButtonFault:
            self.close()
            raise

    def edges(self) -> list[Edge]:
        """What has happened to its keys; repeats are nothing. Raises OSError once it is gone."""
        edges: list[Edge] = []
        for event in _events(self._device):
            if event.type == _EV_SYN and event.code == _SYN_DROPPED:
                # The kernel's queue ran over. What is left of it is older than this answer.
                return edges + self._catch_up()
            if event.type == _EV_KEY and event.value != _REPEAT:
                edges += self._edge(event.code, event.value == 1, _when(event))
        return edges

    def close(self) -> None:
        """Let the device go."""
        self._held.clear()
        try:
            self._device.close()
        except OSError:
            return  # it is gone already

    def _edge(self, code: int, down: bool, at: float) -> list[Edge]:
        self._before.discard(code)
        if down == (code in self._held):
            return []
        (self._held.add if down else self._held.discard)(code)
        return [(code, down, at)]

    def _catch_up(self) -> list[Edge]:
        now, at = set(self._device.active_keys()), time.monotonic()
        self._before &= now
        missed = [(code, False, at) for code in sorted(self._held - now)]
        missed += [(code, True, at) for code in sorted(now - self._held - self._before)]
        self._held = now - self._before
        return missed


def check(found: Input) -> None:
    """Raises ButtonFault where the device may not or can't be read."""
    _open(found).close()


def _events(device: Any) -> list[Any]:
    try:
        events = list(device.read())
    except BlockingIOError:
        return []
    if not events:
        raise OSError(errno.ENODEV, "No such device")  # readable, but only its end
    return events


def _choose(device: Any) -> None:
    """Have events stamped by the clock of time.monotonic(), and none but those of keys."""
    orders = [(_EVIOCSCLOCKID, struct.pack("i", time.CLOCK_MONOTONIC))]
    orders += [(_EVIOCSMASK, struct.pack("IIQ", kind, 0, 0)) for kind in _UNWANTED]
    for order, argument in orders:
        try:
            fcntl.ioctl(device.fd, order, argument)
        except OSError:
            continue  # an old kernel: then all come, and count when they are read


def _when(event: Any) -> float:
    """When it happened, which on a busy machine may be well before it is read."""
    now = time.monotonic()
    stamp = float(event.timestamp())
    return stamp if now - _LATEST < stamp < now else now


def _grab(device: Any, found: Input) -> None:
    try:
        device.grab()
    except OSError as error:
        if error.errno == errno.EBUSY:
            raise ButtonFault(
                f"The button {found.name!r} ({found.path}) is in use by another program, or "
                "named twice in config.yaml: end that one, or name it once."
            ) from error
        # Anything else means that it can't be grabbed; it can still be read.


def _open(found: Input) -> Any:
    # Imported late: there is no evdev but on Linux.
    try:
        import evdev
    except ImportError as error:
        raise ButtonFault(
            "Input devices can be buttons on Linux only; set button: kind: keyboard."
        ) from error
    try:
        return evdev.InputDevice(str(found.path))
    except PermissionError as error:
        raise ButtonFault(f"No right to read the button {found.name!r} ({found.path}): "
                          f"{how_to_read(found)}.") from error
    except (OSError, ValueError) as error:  # ValueError: a name that is no text
        raise _unreadable(found, error) from error


def _unreadable(found: Input, error: Exception) -> ButtonFault:
    reason = error.strerror if isinstance(error, OSError) and error.strerror else error
    return ButtonFault(f"The button {found.name!r} ({found.path}) can't be read: {reason}.")
