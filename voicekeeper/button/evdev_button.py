"""A USB pedal, an arcade button, a headset: a button that is a Linux input device."""

from __future__ import annotations

import errno
import os
import select
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

from voicekeeper.button.contact import Contact, Mode
from voicekeeper.button.events import ButtonBack, ButtonEvent, ButtonLost, Key, KeyName
from voicekeeper.button.inputs import Input, find_inputs
from voicekeeper.faults import ButtonFault

LOOK_EVERY = 0.5
"""How often a button that is gone is looked for, seconds."""

# Codes of linux/input-event-codes.h. A headset's button is let go by the system
# after two seconds, so it is tapped, whatever the mode.
_HEADSET_BUTTON = {164, 200, 201}  # play/pause, play CD, pause CD
_KEYS: dict[int, KeyName] = {163: "next", 165: "previous", 131: "undo"}
_NOT_BUTTONS = {113, 114, 115, 116, 142}  # mute, volume, power, sleep

_EV_SYN, _EV_KEY, _SYN_DROPPED, _REPEAT = 0, 1, 3, 2


class EvdevButton:
    """Reads one button in a thread of its own, and finds it again after unplugging.

    The device is grabbed: its keys reach no other program. Every key is the
    button, but for a headset's next, previous and volume.
    """

    def __init__(self, wanted: str | None, mode: Mode, put: Callable[[ButtonEvent], None]) -> None:
        self.source = wanted or "button"
        self._wanted = wanted
        self._put = put
        self._contact = Contact(self.source, mode)
        self._tapped = self._contact if mode == "tap" else Contact(self.source, "tap")
        self._held: set[tuple[int, int]] = set()
        self._devices: dict[int, Any] = {}
        self._stop = threading.Event()
        self._awake, self._wake = -1, -1
        self._thread: threading.Thread | None = None

    @staticmethod
    def check(wanted: str | None) -> None:
        """Raises ButtonFault where the button is not there or may not be read."""
        for found in find_inputs(wanted):
            _open(found).close()

    def open(self, *, later: bool = False) -> None:
        """Grab the device and read it from now on.

        Raises ButtonFault where it is not there or may not be read; with
        `later` it is looked for until it is.
        """
        if not later:
            self._devices = _grab(find_inputs(self._wanted))
        self._stop.clear()
        self._awake, self._wake = os.pipe()
        self._thread = threading.Thread(
            target=self._read, name=f"button {self.source}", daemon=True
        )
        self._thread.start()

    def close(self) -> None:
        """Let the device go."""
        thread, self._thread = self._thread, None
        if thread is not None:
            self._stop.set()
            os.write(self._wake, b".")
            thread.join()
            os.close(self._awake)
            os.close(self._wake)
        self._drop()

    def let_go(self) -> None:
        """The take has ended by itself: the next tap starts a new one."""
        for contact in (self._contact, self._tapped):
            contact.let_go(time.monotonic())

    def _read(self) -> None:
        while not self._stop.is_set():
            if self._devices:
                self._wait()
            else:
                select.select([self._awake], [], [], LOOK_EVERY)
                self._look()

    def _wait(self) -> None:
        contacts = (self._contact, self._tapped)
        dues = [contact.due for contact in contacts if contact.due is not None]
        patience = max(0.0, min(dues) - time.monotonic()) if dues else None
        ready, _, _ = select.select([self._awake, *self._devices], [], [], patience)
        try:
            for fd in ready:
                if fd != self._awake:
                    for event in _events(self._devices[fd]):
                        self._take(fd, event)
        except OSError as error:
            self._lose(error)
        for contact in contacts:
            self._tell(contact.settle(time.monotonic()))

    def _take(self, fd: int, event: Any) -> None:
        if event.type == _EV_SYN and event.code == _SYN_DROPPED:
            # The kernel's queue ran over: ask what is down now.
            down = self._devices[fd].active_keys()
            self._held = {held for held in self._held if held[0] != fd}
            self._held |= {(fd, code) for code in down if _is_button(code)}
            self._tell(self._contact.change(bool(self._held), time.monotonic()))
        if event.type != _EV_KEY or event.value == _REPEAT:
            return
        down_now = event.value == 1
        if event.code in _KEYS:
            if down_now:
                self._put(Key(_KEYS[event.code]))
        elif event.code in _HEADSET_BUTTON:
            self._tell(self._tapped.change(down_now, time.monotonic()))
        elif _is_button(event.code):
            (self._held.add if down_now else self._held.discard)((fd, event.code))
            self._tell(self._contact.change(bool(self._held), time.monotonic()))

    def _look(self) -> None:
        if self._stop.is_set():
            return
        try:
            self._devices = _grab(find_inputs(self._wanted))
        except ButtonFault:
            return
        self._put(ButtonBack(self.source))

    def _lose(self, error: OSError) -> None:
        self._drop()
        now = time.monotonic()
        # Nobody can let go of a button that is gone.
        for contact in (self._contact, self._tapped):
            self._tell(contact.let_go(now))
        gone = error.errno in (errno.ENODEV, errno.EIO, errno.ENOENT)
        reason = "it was unplugged" if gone else (error.strerror or str(error))
        self._put(ButtonLost(self.source, f"The button {self.source!r} can't be read: {reason}."))

    def _drop(self) -> None:
        devices, self._devices = self._devices, {}
        self._held.clear()
        for device in devices.values():
            device.close()

    def _tell(self, events: Sequence[ButtonEvent]) -> None:
        for event in events:
            self._put(event)


def _is_button(code: int) -> bool:
    return code not in _NOT_BUTTONS and code not in _HEADSET_BUTTON and code not in _KEYS


def _events(device: Any) -> list[Any]:
    try:
        events = list(device.read())
    except BlockingIOError:
        return []
    if not events:
        raise OSError(errno.ENODEV, "No such device")  # readable, but only its end
    return events


def _grab(found: list[Input]) -> dict[int, Any]:
    devices: dict[int, Any] = {}
    try:
        for each in found:
            device = _open(each)
            devices[device.fd] = device
            _grab_one(device, each)
    except ButtonFault:
        for device in devices.values():
            device.close()
        raise
    return devices


def _grab_one(device: Any, found: Input) -> None:
    try:
        device.grab()
    except OSError as error:
        if error.errno == errno.EBUSY:
            raise ButtonFault(
                f"The button {found.name!r} is in use by another program: end that one."
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
        raise ButtonFault(
            f"No right to read the button {found.name!r} ({found.path}): join the group input "
            "(sudo usermod -aG input $USER, then log in again) or add the udev rule "
            f'SUBSYSTEM=="input", ATTRS{{id/vendor}}=="{found.vendor}", '
            f'ATTRS{{id/product}}=="{found.product}", MODE="0660", GROUP="input", '
            'TAG+="uaccess" in /etc/udev/rules.d/70-voicekeeper.rules.'
        ) from error
    except OSError as error:
        raise ButtonFault(
            f"The button {found.name!r} ({found.path}) can't be read: "
            f"{error.strerror or error}."
        ) from error
