"""Where the sound server has put the program's own streams, as far as there is a server.

When a microphone goes away, PulseAudio moves whoever listened to it to another
source, perhaps to what the speaker plays: then the program hears itself, and its
stream looks as alive as ever. Only the server knows. PipeWire speaks the same
protocol; without either there is nothing to ask, and nothing that moves streams.
"""

from __future__ import annotations

import contextlib
import os
import threading
from typing import Any

EVERY = 0.7
"""How often the server is asked, seconds."""

_CONNECTED_WITHIN = 1.0
_ANSWERED_WITHIN = 0.5
_PROCESS = "application.process.id"


class ServerWatch:
    """Asks the server in a thread of its own, which a frozen one may hold up."""

    def __init__(self) -> None:
        self._moved = False
        self._wanted = threading.Event()
        self._answered = threading.Event()
        self._stopped = False
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Ask from now on."""
        self._stopped = False
        self._moved = False
        self._thread = threading.Thread(target=self._watch, name="sound server", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Ask no more."""
        self._stopped = True
        self._wanted.set()

    def hears_itself(self, *, now: bool = False) -> bool:
        """Does the program's microphone hear what its own speaker plays?

        As the server said last; with `now` it is asked anew, and without an
        answer it is taken not to.
        """
        thread = self._thread
        if now and thread is not None and thread.is_alive():
            self._answered.clear()
            self._wanted.set()
            if not self._answered.wait(_ANSWERED_WITHIN):
                return False
        return self._moved

    def _watch(self) -> None:
        with contextlib.ExitStack() as stack:
            try:
                import pulsectl

                pulse = stack.enter_context(pulsectl.Pulse("voicekeeper", connect=False))
            except (ImportError, OSError):
                return  # no library, no server
            while not self._stopped:
                try:
                    if not pulse.connected:
                        pulse.connect(timeout=_CONNECTED_WITHIN)
                    self._moved = _hears_itself(pulse)
                except pulsectl.PulseError:
                    self._moved = False  # no server any more: the streams' age shows that
                self._answered.set()
                self._wanted.wait(EVERY)
                self._wanted.clear()


def _hears_itself(pulse: Any) -> bool:
    own = str(os.getpid())
    spoken_on = {played.sink for played in pulse.sink_input_list()
                 if played.proplist.get(_PROCESS) == own}
    monitors = {source.index for source in pulse.source_list()
                if source.monitor_of_sink in spoken_on}
    return any(heard.source in monitors for heard in pulse.source_output_list()
               if heard.proplist.get(_PROCESS) == own)
