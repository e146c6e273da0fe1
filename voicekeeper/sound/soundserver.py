"""Where the sound server has put the program's own streams, as far as there is a server.

When a device goes away, PulseAudio moves its streams to another one: the voice
to a socket where nothing is plugged in, the microphone's perhaps to what the
speaker plays, so that the program hears itself. The streams look as alive as
ever; only the server knows. PipeWire speaks the same protocol; without either
there is nothing to ask, and nothing that moves streams.
"""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Mapping
from typing import Any, Literal

from voicekeeper.sound.events import Line

EVERY = 0.7
"""How often the server is asked, seconds."""

_CONNECTED_WITHIN = 1.0
_ANSWERED_WITHIN = 0.5
_SERVER_WITHIN = 2.0  # seconds
_PROCESS = "application.process.id"

RESTART = ("Restart the sound server: `systemctl --user restart pipewire pipewire-pulse` "
           "or `pulseaudio -k`; else the machine.")
"""What to do about one that does not answer."""

_HEARS_ITSELF = "the sound server would have the program hear its own voice instead"
_MOVED = "the sound server has put another one in its place"


def server_state() -> Literal["none", "answers", "silent"]:
    """Whether a sound server (PulseAudio, or PipeWire in its place) is there and answers."""
    try:
        import pulsectl
    except (ImportError, OSError):
        return "none"
    found: Literal["none", "answers", "silent"] = "none"
    answered = threading.Event()

    def ask() -> None:
        nonlocal found
        try:
            with pulsectl.Pulse("voicekeeper", connect=False) as pulse:
                pulse.connect()
                pulse.server_info()
                found = "answers"
        except pulsectl.PulseError:
            pass  # none there, or one that refuses
        answered.set()

    # One that is frozen takes the call and keeps it.
    threading.Thread(target=ask, name="sound server", daemon=True).start()
    return found if answered.wait(_SERVER_WITHIN) else "silent"


class ServerWatch:
    """Asks the server in a thread of its own, which a frozen one may hold up."""

    def __init__(self, line: Line) -> None:
        """`line`: whose stream of this program it watches."""
        self._line: Line = line
        self._astray: str | None = None
        self._places: Mapping[int, str] = {}
        self._wanted = threading.Event()
        self._answered = threading.Event()
        self._stopped = False
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Ask from now on."""
        self._stopped = False
        self._astray = None
        self._places = {}
        self._thread = threading.Thread(target=self._watch, name="sound server", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Ask no more."""
        self._stopped = True
        self._wanted.set()

    def astray(self, *, now: bool = False) -> str | None:
        """Why its device is gone though the stream runs on, as a clause.

        As the server said last; with `now` it is asked anew. None: it is where it
        should be, or nobody can tell.
        """
        thread = self._thread
        if now and thread is not None and thread.is_alive():
            self._answered.clear()
            self._wanted.set()
            if not self._answered.wait(_ANSWERED_WITHIN):
                return None
        return self._astray

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
                    self._astray = self._ask(pulse)
                except pulsectl.PulseError:
                    self._astray = None  # no server any more: the streams' age shows that
                self._answered.set()
                self._wanted.wait(EVERY)
                self._wanted.clear()

    def _ask(self, pulse: Any) -> str | None:
        before, self._places = self._places, _places(pulse, self._line)
        if self._line == "microphone" and _hears_itself(pulse):
            return _HEARS_ITSELF
        # Numbers are not given twice: a stream that was opened anew has another one.
        moved = any(before.get(stream, place) != place for stream, place in self._places.items())
        if moved:
            # Until it is opened anew it stays astray, wherever it is put next.
            self._places = before
        return _MOVED if moved else None


def _places(pulse: Any, line: Line) -> dict[int, str]:
    """The program's own streams, by their numbers: the names of the devices they are on."""
    if line == "microphone":
        names = {source.index: source.name for source in pulse.source_list()}
        return {heard.index: names.get(heard.source, "")
                for heard in _own(pulse.source_output_list())}
    names = {sink.index: sink.name for sink in pulse.sink_list()}
    return {played.index: names.get(played.sink, "") for played in _own(pulse.sink_input_list())}


def _hears_itself(pulse: Any) -> bool:
    spoken_on = {played.sink for played in _own(pulse.sink_input_list())}
    monitors = {source.index for source in pulse.source_list()
                if source.monitor_of_sink in spoken_on}
    return any(heard.source in monitors for heard in _own(pulse.source_output_list()))


def _own(streams: Any) -> list[Any]:
    own = str(os.getpid())
    return [stream for stream in streams if stream.proplist.get(_PROCESS) == own]
