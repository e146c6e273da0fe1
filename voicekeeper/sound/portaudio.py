"""PortAudio, one for the whole program: its streams, and a watchdog that brings them back.

PortAudio makes its list of devices once. To see what was plugged in later it
has to be ended and begun again, and it must not be ended while a stream is
open, so this is the only place that opens, closes, ends and begins.

A lost device is often silent: no exception, the stream "active", no flags.
Only the age of the last callback tells, and each stream has its own: the
output can die alone.
"""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import functools
import os
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from voicekeeper.faults import SoundFault
from voicekeeper.sound import events

DEAD_AFTER = 0.5
"""A stream whose last callback is older than this is lost, seconds."""

RETRY_AFTER = 0.25
"""How long to wait before looking for a lost device again, seconds."""

RESCAN_AFTER = 2.0
"""How often a healthy stream may be interrupted to make the list of devices anew, seconds."""

FIRST_WITHIN = 1.0
"""A stream that has not called back within this after it was opened is no good, seconds."""

CLOSED_WITHIN = 1.0
"""How long a stream may take to close before it is left to hang, seconds."""

_TICK = 0.1


@functools.cache
def library() -> Any:
    """The sounddevice module. Raises SoundFault where PortAudio is not installed."""
    # Imported late: games played by typing need no PortAudio.
    try:
        import sounddevice
    except OSError as error:
        raise SoundFault(
            "PortAudio is missing: install it (on Debian the package libportaudio2)."
        ) from error
    _hush()
    return sounddevice


@dataclass(eq=False)
class Stream:
    """One stream that is to stay open, whatever happens to its device.

    `start` opens and starts it and gives it back with the device's name, or
    raises SoundFault; `busy` tells that it should not be interrupted now;
    `report` hears of loss and return; `misled` tells that it is not at its
    device any more, though it runs (asked anew where it gets True). The callback
    calls `tick` each time.
    """

    line: events.Line
    start: Callable[[], tuple[Any, str]]
    busy: Callable[[], bool]
    report: Callable[[events.SoundEvent], None]
    misled: Callable[[bool], bool] = lambda _: False
    device: str | None = None
    given_up: bool = False
    retry_at: float = 0.0
    _running: Any = field(default=None, repr=False)
    _beat: float = 0.0
    _first: threading.Event = field(default_factory=threading.Event, repr=False)

    @property
    def is_open(self) -> bool:
        """Does it run (as far as is known)?"""
        return self._running is not None

    def tick(self) -> None:
        """A sign of life, from the callback."""
        self._beat = time.monotonic()
        self._first.set()

    def lost(self, now: float) -> bool:
        """Is it open, but without a sign of life?"""
        return self.is_open and now - self._beat > DEAD_AFTER

    def alive(self, now: float) -> bool:
        """Is it open, and has it shown so just now?"""
        return self.is_open and now - self._beat < DEAD_AFTER / 2

    def begin(self) -> None:
        """Open, start, and wait for the first sign of life. Raises SoundFault."""
        self._first.clear()
        self._running, self.device = self.start()
        if not self._first.wait(FIRST_WITHIN):
            self.drop()
            raise SoundFault(f"The {self.line} {self.device!r} opens, but gives no sign of life.")

    def drop(self) -> threading.Thread | None:
        """Abort and close, dead or alive; gives the thread that hangs in it, if it does.

        PortAudio 19.6 and 19.7 go round for ever when an ALSA device goes at
        an unlucky moment, and abort then never returns (its issue 1037); a
        sound server that is frozen holds it up until it thaws.
        """
        stream, self._running = self._running, None
        if stream is None:
            return None

        def close() -> None:
            stream.abort()
            stream.close()

        closer = threading.Thread(target=close, name=f"{self.line} closing", daemon=True)
        closer.start()
        closer.join(CLOSED_WITHIN)
        return closer if closer.is_alive() else None


class PortAudio:
    """All open streams and the one thread that watches them."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._streams: list[Stream] = []
        self._closers: list[threading.Thread] = []
        self._rescan_at = 0.0
        self._stop = threading.Event()
        self._watchdog: threading.Thread | None = None

    def open(self, stream: Stream) -> None:
        """Open a stream and keep it open until `close`. Raises SoundFault."""
        with self._lock:
            stream.given_up = False
            try:
                stream.begin()
            except SoundFault:
                # It may have been plugged in since the list of devices was made.
                if self._streams:
                    raise
                self.rescan()
                stream.begin()
            self._streams.append(stream)
            if self._watchdog is None:
                self._stop = threading.Event()
                self._watchdog = threading.Thread(
                    target=self._watch, args=(self._stop,), name="sound watchdog", daemon=True
                )
                self._watchdog.start()

    def close(self, stream: Stream) -> None:
        """Close a stream for good; closing twice does nothing."""
        stream.given_up = True
        if not self._lock.acquire(timeout=2 * CLOSED_WITHIN):
            # The watchdog hangs in a device; should that ever end, it lets this one go.
            atexit.unregister(library()._exit_handler)
            return
        try:
            watchdog = self._let_go()
            self._drop(stream)
        finally:
            self._lock.release()
        # Outside the lock, which the watchdog may be waiting for.
        if watchdog is not None and watchdog is not threading.current_thread():
            watchdog.join()

    def _let_go(self) -> threading.Thread | None:
        """Drop streams that are given up; after the last one, the watchdog that may go too."""
        for stream in [stream for stream in self._streams if stream.given_up]:
            self._streams.remove(stream)
            self._drop(stream)
        if self._streams:
            return None
        watchdog, self._watchdog = self._watchdog, None
        self._stop.set()
        return watchdog

    def rescan(self) -> None:
        """Make the list of devices anew; open streams are closed and opened again."""
        with self._lock:
            running = [stream for stream in self._streams if stream.is_open]
            for stream in running:
                self._drop(stream)
            if not self._hanging():
                _restart()
            for stream in running:
                self._reopen(stream, was_lost=False)

    def _drop(self, stream: Stream) -> None:
        closer = stream.drop()
        if closer is not None:
            # PortAudio can't be ended any more as long as this hangs, and must not
            # be tried to at the program's end either.
            self._closers.append(closer)
            atexit.unregister(library()._exit_handler)

    def _hanging(self) -> bool:
        self._closers = [closer for closer in self._closers if closer.is_alive()]
        return bool(self._closers)

    def _watch(self, stop: threading.Event) -> None:
        slept_at = time.monotonic()
        while not stop.wait(_TICK):
            now = time.monotonic()
            # After the whole machine or this process slept, every stream looks dead;
            # they get one more tick to show that they are not.
            overslept = now - slept_at > _TICK + DEAD_AFTER / 2
            if not overslept:
                with self._lock:
                    self._let_go()
                    if not stop.is_set():
                        self._care(now)
            slept_at = time.monotonic()

    def _care(self, now: float) -> None:
        for stream in self._streams:
            if stream.lost(now):
                self._lose(stream, f"The {stream.line} {stream.device!r} stopped working.")
            elif stream.is_open and stream.misled(False):
                self._lose(stream, _misled(stream))
        if any(stream.is_open and not stream.alive(now) for stream in self._streams):
            return  # it may be lost as well: first let that show
        for stream in self._streams:
            if not stream.is_open and now >= stream.retry_at:
                self._recover(stream, now)

    def _lose(self, stream: Stream, reason: str) -> None:
        self._drop(stream)
        stream.retry_at = 0.0
        stream.report(events.SoundLost(stream.line, reason))

    def _recover(self, stream: Stream, now: float) -> None:
        others = [other for other in self._streams if other.is_open]
        if not others:
            self.rescan()
        elif now >= self._rescan_at and not any(other.busy() for other in others):
            self._rescan_at = now + RESCAN_AFTER
            self.rescan()
        self._reopen(stream, was_lost=True)

    def _reopen(self, stream: Stream, was_lost: bool) -> None:
        try:
            stream.begin()
            if stream.misled(True):
                self._drop(stream)
                raise SoundFault(_misled(stream))
        except SoundFault as fault:
            if not was_lost:
                self._lose(stream, str(fault))
            stream.retry_at = time.monotonic() + RETRY_AFTER
        else:
            if was_lost:
                stream.report(events.SoundBack(stream.line, str(stream.device)))


def _misled(stream: Stream) -> str:
    return (f"The {stream.line} {stream.device!r} is gone: the sound server would have the "
            "program hear its own voice instead.")


def _restart() -> None:
    module = library()
    # It may not have begun the last time, without any sound system to speak to.
    with contextlib.suppress(module.PortAudioError):
        module._terminate()
    with contextlib.suppress(module.PortAudioError):
        module._initialize()


PORTAUDIO = PortAudio()
"""The one there is: PortAudio's own state is the process's."""


def _hush() -> None:
    """Keep PortAudio and ALSA from writing to the terminal.

    Both print every failed attempt on C's stderr, PortAudio thousands a second
    from its own thread once a device is gone; what matters comes as a fault.
    Python's stderr goes to the file descriptor and is not touched.
    """
    if not sys.platform.startswith("linux"):
        return
    with contextlib.suppress(OSError, AttributeError, ValueError):
        libc = ctypes.CDLL(None)
        libc.fopen.restype = ctypes.c_void_p
        nowhere = libc.fopen(os.devnull.encode(), b"w")
        if nowhere:
            ctypes.c_void_p.in_dll(libc, "stderr").value = nowhere
