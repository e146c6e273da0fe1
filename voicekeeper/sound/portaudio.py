"""PortAudio, one for the whole process: its streams, and a watchdog that brings them back.

PortAudio makes its list of devices once. To see what was plugged in later it
has to be ended and begun again, and it must not be ended while a stream is
open, so this is the only place that opens, closes, ends and begins.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from voicekeeper.faults import SoundFault
from voicekeeper.sound.kept import CLOSED_WITHIN, DEAD_AFTER, KeptStream

RETRY_AFTER, RETRY_LATER_AFTER = 0.25, 1.0
"""How long to wait before looking for a lost device again, seconds; and once it has been away
for LATER."""

LATER = 60.0

RENEWED_AFTER = 600.0
"""After how long without any device a new process is better, seconds: each attempt to open one
costs ALSA a little memory."""

RESCAN_AFTER = 1.5
"""How often a healthy stream may be interrupted to make the list of devices anew, seconds."""

RESCAN_IN_VAIN_AFTER = 60.0
"""The same where nothing was plugged in since, seconds: a device that was in use then is not
in the list."""

OPENED_WITHIN, FOUND_WITHIN = 8.0, 10.0
"""How long it may take to open a device, and to make the first list, seconds; HDMI and Bluetooth
take some."""

_CARDS = (Path("/proc/asound/cards"), Path("/dev/snd"))

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


class PortAudio:
    """All open streams and the one thread that watches them.

    `stuck` is called where a call into PortAudio does not come back: nothing can be
    opened, closed or ended any more then, and only a new process helps.
    """

    def __init__(self, stuck: Callable[[], None]) -> None:
        self._stuck = stuck
        self._lock = threading.RLock()
        self._streams: list[KeptStream] = []
        self._until: float | None = None
        self._cards = _cards()
        self._rescanned_at = 0.0
        self._open_at = time.monotonic()
        self._stop = threading.Event()
        self._watchdog: threading.Thread | None = None

    def open(self, stream: KeptStream) -> None:
        """Open a stream and keep it open until `close`. Raises SoundFault."""
        with self._lock:
            try:
                self._begin(stream)
            except SoundFault:
                # It may have been plugged in since the list of devices was made.
                if self._streams:
                    raise
                self._rescan()
                self._begin(stream)
            self.keep(stream)

    def keep(self, stream: KeptStream) -> None:
        """Keep a stream open until `close`, from now on or from when its device is there."""
        with self._lock:
            self._streams.append(stream)
            if self._watchdog is None:
                self._stop = threading.Event()
                self._watchdog = threading.Thread(
                    target=self._watch, args=(self._stop,), name="sound watchdog", daemon=True
                )
                self._watchdog.start()

    def close(self, stream: KeptStream) -> None:
        """Close a stream for good; closing twice does nothing."""
        stream.given_up = True
        if not self._lock.acquire(timeout=2 * CLOSED_WITHIN):
            self._stuck()
            return
        try:
            watchdog = self._let_go()
            self._drop(stream)
        finally:
            self._lock.release()
        # Outside the lock, which the watchdog may be waiting for.
        if watchdog is not None and watchdog is not threading.current_thread():
            watchdog.join()

    def hangs(self) -> bool:
        """Does a call into PortAudio take longer than any may?"""
        until = self._until
        return until is not None and time.monotonic() > until

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

    def _rescan(self) -> None:
        """Make the list of devices anew; open streams are closed and opened again."""
        running = [stream for stream in self._streams if stream.is_open]
        for stream in running:
            self._drop(stream)
        self._cards = _cards()
        with self.calling(FOUND_WITHIN):
            restart()
        for stream in running:
            self._reopen(stream)

    def _begin(self, stream: KeptStream) -> None:
        with self.calling(OPENED_WITHIN):
            stream.begin()

    def _drop(self, stream: KeptStream) -> None:
        with self.calling(3 * CLOSED_WITHIN):
            if not stream.drop():
                self._stuck()

    @contextlib.contextmanager
    def calling(self, seconds: float) -> Iterator[None]:
        """A call into PortAudio that may take so long, and which nobody else makes meanwhile."""
        with self._lock:
            self._until = time.monotonic() + seconds
            try:
                yield
            finally:
                self._until = None

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
        lost = {stream: f"The {stream.line} {stream.device!r} stopped working."
                for stream in self._streams if stream.lost(now)}
        lost |= {stream: reason for stream in self._streams
                 if stream not in lost and (reason := stream.why_astray())}
        if lost:
            self._rescanned_at = now  # a list made anew just now would be the same
        # All are told before the first is dropped, which may take its time.
        for stream, reason in lost.items():
            stream.tell_lost(reason)
        for stream in lost:
            self._drop(stream)
        if any(stream.is_open for stream in self._streams):
            self._open_at = now
        elif now - self._open_at > RENEWED_AFTER:
            self._stuck()
        for stream in self._streams:
            stream.tell_back(now)
        if any(stream.is_open and not stream.alive(now) for stream in self._streams):
            return  # it may be lost as well: first let that show
        for stream in self._streams:
            if not stream.is_open and now >= stream.retry_at:
                self._recover(stream, now)

    def _recover(self, stream: KeptStream, now: float) -> None:
        others = [other for other in self._streams if other.is_open]
        if not others:
            self._rescan()
        elif not any(other.busy() for other in others):
            # A microphone that is opened anew has no sound from before the press.
            pause = RESCAN_AFTER if _cards() != self._cards else RESCAN_IN_VAIN_AFTER
            if now - self._rescanned_at > pause:
                self._rescanned_at = now
                self._rescan()
        self._reopen(stream)

    def _reopen(self, stream: KeptStream) -> None:
        try:
            self._begin(stream)
            if reason := stream.why_astray(now=True):
                self._drop(stream)
                raise SoundFault(reason)
        except SoundFault as fault:
            stream.tell_lost(str(fault))
            now = time.monotonic()
            stream.retry_at = now + (
                RETRY_AFTER if now - stream.lost_at < LATER else RETRY_LATER_AFTER)


def restart() -> None:
    """End PortAudio and begin it again: it makes its list of devices anew."""
    module = library()
    # It may not have begun the last time, without any sound system to speak to.
    with contextlib.suppress(module.PortAudioError):
        module._terminate()
    with contextlib.suppress(module.PortAudioError):
        module._initialize()


def _cards() -> tuple[str, ...]:
    """What the system tells of its sound cards: another answer where one came or went."""
    told = []
    for path in _CARDS:
        try:
            told.append(" ".join(sorted(entry.name for entry in path.iterdir()))
                        if path.is_dir() else path.read_text(encoding="utf-8", errors="replace"))
        except OSError:
            told.append("")
    return tuple(told)


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
