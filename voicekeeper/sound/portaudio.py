"""PortAudio, one for the whole program: its streams, and a watchdog that brings them back.

PortAudio makes its list of devices once. To see what was plugged in later it
has to be ended and begun again, and it must not be ended while a stream is
open, so this is the only place that opens, closes, ends and begins.

A lost device is often silent: no exception, the stream "active", no flags.
Only the age of the last callback tells, and each stream has its own: the
output can die alone.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import os
import threading
import time
from collections.abc import Callable, Iterator
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
    _hush_alsa()
    return sounddevice


@dataclass(eq=False)
class Stream:
    """One stream that is to stay open, whatever happens to its device.

    `start` opens and starts it and gives it back with the device's name, or
    raises SoundFault; `busy` tells that it should not be interrupted now;
    `report` hears of loss and return. The callback keeps `beat` fresh.
    """

    line: events.Line
    start: Callable[[], tuple[Any, str]]
    busy: Callable[[], bool]
    report: Callable[[events.SoundEvent], None]
    beat: float = 0.0
    device: str | None = None
    _open: Any = field(default=None, repr=False)
    _retry_at: float = 0.0

    @property
    def is_open(self) -> bool:
        """Does it run (as far as is known)?"""
        return self._open is not None

    def begin(self) -> None:
        """Open and start. Raises SoundFault."""
        self.beat = time.monotonic()
        with _hushed():
            self._open, self.device = self.start()
        self.beat = time.monotonic()

    def drop(self) -> None:
        """Abort and close, dead or alive."""
        stream, self._open = self._open, None
        if stream is not None:
            with _hushed():
                stream.abort()
                stream.close()

    def lost(self, now: float) -> bool:
        """Is it open, but without a sign of life?"""
        return self.is_open and now - self.beat > DEAD_AFTER

    def try_again_at(self, when: float) -> None:
        """Look for the device again at this time."""
        self._retry_at = when

    def due(self, now: float) -> bool:
        """Is it to be looked for now?"""
        return not self.is_open and now >= self._retry_at


class PortAudio:
    """All open streams and the one thread that watches them."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._streams: list[Stream] = []
        self._rescan_at = 0.0
        self._stop = threading.Event()
        self._watchdog: threading.Thread | None = None

    def open(self, stream: Stream) -> None:
        """Open a stream and keep it open until `close`. Raises SoundFault."""
        with self._lock:
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
        with self._lock:
            if stream in self._streams:
                self._streams.remove(stream)
            stream.drop()
            watchdog = None
            if not self._streams and self._watchdog is not None:
                watchdog, self._watchdog = self._watchdog, None
                self._stop.set()
        # Outside the lock, which the watchdog may be waiting for.
        if watchdog is not None and watchdog is not threading.current_thread():
            watchdog.join()

    def rescan(self) -> None:
        """Make the list of devices anew; open streams are closed and opened again."""
        with self._lock:
            running = [stream for stream in self._streams if stream.is_open]
            for stream in running:
                stream.drop()
            module = library()
            with _hushed():
                module._terminate()
                module._initialize()
            for stream in running:
                self._reopen(stream, was_lost=False)

    def _watch(self, stop: threading.Event) -> None:
        slept_at = time.monotonic()
        while not stop.wait(_TICK):
            now = time.monotonic()
            # After the whole machine or this process slept, every stream looks dead;
            # they get one more tick to show that they are not.
            overslept = now - slept_at > _TICK + DEAD_AFTER / 2
            if not overslept:
                with self._lock:
                    if not stop.is_set():
                        self._care(now)
            slept_at = time.monotonic()

    def _care(self, now: float) -> None:
        for stream in self._streams:
            if stream.lost(now):
                self._lose(stream, f"The {stream.line} {stream.device!r} stopped working.")
        for stream in self._streams:
            if stream.due(now):
                self._recover(stream, now)

    def _lose(self, stream: Stream, reason: str) -> None:
        stream.drop()
        stream.try_again_at(0.0)
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
        except SoundFault as fault:
            if not was_lost:
                self._lose(stream, str(fault))
            stream.try_again_at(time.monotonic() + RETRY_AFTER)
        else:
            if was_lost:
                stream.report(events.SoundBack(stream.line, str(stream.device)))


PORTAUDIO = PortAudio()
"""The one there is: PortAudio's own state is the process's."""


def _hush_alsa() -> None:
    """Keep ALSA's library from writing its errors to the terminal: they come as faults too."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL("libasound.so.2").snd_lib_error_set_handler(_NO_MESSAGE)


# Kept for good, because ALSA keeps only a pointer to it.
_NO_MESSAGE = ctypes.CFUNCTYPE(
    None, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p
)(lambda *_: None)


@contextlib.contextmanager
def _hushed() -> Iterator[None]:
    """Nothing on the terminal from PortAudio, which writes every failed attempt to stderr."""
    kept = os.dup(2)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)
