"""A USB pedal, an arcade button, a headset: a button that is a Linux input device."""

from __future__ import annotations

import errno
import os
import select
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from itertools import count

from voicekeeper.button import node as nodes
from voicekeeper.button.contact import Mode
from voicekeeper.button.events import ButtonBack, ButtonEvent, ButtonLost, Pressed
from voicekeeper.button.inputs import Input, event_names, find_inputs
from voicekeeper.button.node import Node
from voicekeeper.button.trouble import Trouble
from voicekeeper.button.unit import Unit
from voicekeeper.faults import ButtonFault, ButtonMissing

LOOK_EVERY = 0.5
"""How often it is looked whether there is more or less of a button, seconds."""


class EvdevButton:
    """Reads one button in a thread of its own, and finds it again after unplugging.

    A pedal may be several event devices, and a second one of its kind is the
    same button, in somebody else's hands: whoever presses first is listened to.
    """

    def __init__(self, wanted: str | None, mode: Mode, put: Callable[[ButtonEvent], None]) -> None:
        self.source = wanted or "button"
        self._wanted = wanted
        self._mode: Mode = mode
        self._put = put
        self._units: dict[str, Unit] = {}
        self._gone: set[str] = set()
        self._listing: frozenset[str] = frozenset()
        self._look_at = 0.0
        self._trouble = Trouble()
        self._stop = threading.Event()
        self._awake, self._wake = -1, -1
        self._thread: threading.Thread | None = None

    @property
    def usable(self) -> bool:
        """Is there any device of it that is read?"""
        return bool(self._units)

    @staticmethod
    def check(wanted: str | None) -> list[ButtonFault]:
        """What is wrong with some of its event devices.

        Raises ButtonFault where there is none, or none that may be read.
        """
        found, faults = find_inputs(wanted), []
        for each in found:
            try:
                nodes.check(each)
            except ButtonFault as fault:
                faults.append(fault)
        if len(faults) == len(found):
            raise faults[0]
        return faults

    def open(self, *, despite: ButtonFault | None = None) -> None:
        """Grab the device and read it from now on.

        Raises ButtonFault where it is not there or may not be read. `despite` that
        fault, which has been told, it is looked for until it is.
        """
        self._gone = set()
        if despite is not None:
            self._gone.add(self.source)
            self._trouble.tell(self.source, str(despite))
        else:
            faults = self._take_in(find_inputs(self._wanted))
            if not self._units:
                raise faults[0]
            if faults:
                self._tell(self._trouble.tell(self.source, str(faults[0])))
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
        for unit in self._units.values():
            unit.close()
        self._units = {}

    def forget(self, pressed: Pressed) -> None:
        """What this press began has ended by itself, or never began: the next tap begins one."""
        for unit in list(self._units.values()):
            unit.forget(pressed)

    def _read(self) -> None:
        while not self._stop.is_set():
            try:
                if time.monotonic() >= self._look_at:
                    self._look_at = time.monotonic() + LOOK_EVERY
                    self._look()
                self._wait()
            except Exception as error:  # noqa: BLE001 - a button must not end without a word
                self._fail(error)

    def _wait(self) -> None:
        """Until the next event, look or end of a bounce; whatever has come is told."""
        units = list(self._units.values())
        at = min([self._look_at, *(due for unit in units for due in unit.dues())])
        poll = select.poll()  # select() takes no descriptor above 1023
        poll.register(self._awake, select.POLLIN)
        reading = {one.fd: (unit, one) for unit in units for one in unit.nodes}
        for fd in reading:
            poll.register(fd, select.POLLIN)
        # Rounded up: a poll that is over too soon would be made again and again.
        for fd, _ in poll.poll(max(0, int((at - time.monotonic()) * 1000) + 1)):
            if fd in reading:
                self._hear(*reading[fd])
        for unit in list(self._units.values()):
            self._tell(unit.settle(time.monotonic()))

    def _hear(self, unit: Unit, node: Node) -> None:
        try:
            edges = node.edges()
        except OSError as error:
            self._lose(unit, node, error)
            return
        for edge in edges:
            self._tell(unit.take(node, edge))

    def _look(self) -> None:
        """Grab what there is of the button by now."""
        known = {one.found.ids for unit in self._units.values() for one in unit.nodes}
        try:
            listing = event_names()
            if known and not self._trouble.standing and listing == self._listing:
                return
            found = find_inputs(self._wanted)
        except ButtonMissing:
            self._trouble.over()
            return
        except ButtonFault as fault:
            if not self._units:
                self._tell(self._trouble.stands(self.source, str(fault)))
            return
        faults = self._take_in([each for each in found if not known or each.ids in known])
        if faults:
            self._tell(self._trouble.stands(self.source, str(faults[0])))
            return
        self._trouble.over()
        self._listing = listing

    def _take_in(self, found: Iterable[Input]) -> list[ButtonFault]:
        """Open those that are not open yet; gives what kept some of them from it."""
        opened = {one.found.path for unit in self._units.values() for one in unit.nodes}
        faults = []
        for each in found:
            if each.path in opened:
                continue
            try:
                node = Node(each)
            except ButtonFault as fault:
                faults.append(fault)
                continue
            if each.unit not in self._units:
                self._units[each.unit] = unit = Unit(self._free_name(), self._mode)
                if unit.source in self._gone:
                    self._gone.discard(unit.source)
                    self._put(ButtonBack(unit.source))
            self._units[each.unit].nodes.append(node)
        return faults

    def _free_name(self) -> str:
        """A name for a unit: the button's own, and for a second one of its kind a number too."""
        taken = {unit.source for unit in self._units.values()}
        names = (self.source if number == 1 else f"{self.source} ({number})"
                 for number in count(1))
        return next(name for name in names if name not in taken)

    def _lose(self, unit: Unit, node: Node, error: OSError) -> None:
        self._listing = frozenset()
        self._tell(unit.lose(node, time.monotonic()))
        if unit.nodes:
            return
        self._units = {key: one for key, one in self._units.items() if one is not unit}
        self._gone.add(unit.source)
        if error.errno not in (errno.ENODEV, errno.EIO, errno.ENOENT):
            reason = f"can't be read: {error.strerror or error}"
        elif node.found.wireless:
            reason = "is gone: switch it on, or come nearer"
        else:
            reason = "is gone: it was unplugged. Plug it in again"
        self._put(ButtonLost(unit.source, f"The button {unit.source!r} {reason}."))

    def _fail(self, error: Exception) -> None:
        """Something that nobody has thought of: let go, tell, and begin anew in a moment."""
        units, self._units = list(self._units.values()), {}
        for unit in units:
            self._gone.add(unit.source)
            self._tell(unit.let_go(time.monotonic()))
            unit.close()
        text = str(error) if isinstance(error, ButtonFault) else (
            f"The button {self.source!r} failed ({type(error).__name__}: {error}); it is tried "
            "again.")
        self._tell(self._trouble.tell(self.source, text))
        self._stop.wait(LOOK_EVERY)

    def _tell(self, events: Sequence[ButtonEvent]) -> None:
        for event in events:
            self._put(event)
