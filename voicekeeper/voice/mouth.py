"""The voice as the table has it: it may be missing or fail, and comes back when it can."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator, Sequence

from voicekeeper.faults import VoiceFault
from voicekeeper.sound.take import Clip
from voicekeeper.voice.clips import Clips


class Mouth:
    """Speaks like `Clips`. While there is no voice, each reply is a VoiceFault at once,
    and meanwhile it is tried again. Safe to use from several threads.
    """

    def __init__(self, load: Callable[[], Clips]) -> None:
        """`load` gives the voice, or raises VoiceFault."""
        self._load = load
        self._clips: Clips | None = None
        self._why_not = "The voice is not loaded yet."
        self._pace = 1.0
        self._fixed: tuple[str, ...] = ()
        self._lock = threading.Lock()
        self._trying: threading.Thread | None = None
        self._closed = False

    def open(self) -> None:
        """Loads the voice; where that fails, it is told when it is to speak."""
        try:
            clips = self._load()
        except VoiceFault as fault:
            self._why_not = str(fault)
            return
        clips.pace(self._pace)
        with self._lock:
            closed = self._closed
            if not closed:
                self._clips = clips
        if closed:
            clips.close()
        elif self._fixed:
            clips.warm(self._fixed)

    def pace(self, factor: float) -> None:
        """Speak so many times as fast as the voice's settings say, from now on."""
        self._pace = factor
        if (clips := self._clips) is not None:
            clips.pace(factor)

    def warm(self, sentences: Sequence[str]) -> None:
        """Makes and keeps fixed sentences in the background, now and whenever it comes back."""
        self._fixed = tuple(sentences)
        if (clips := self._clips) is not None:
            clips.warm(self._fixed)

    def busy(self) -> contextlib.AbstractContextManager[None]:
        """While this lasts, something else is urgent."""
        clips = self._clips
        return contextlib.nullcontext() if clips is None else clips.busy()

    def prepare(self, sentences: Sequence[str]) -> None:
        """Makes ready, in the background, what will probably be spoken next."""
        if (clips := self._clips) is not None:
            clips.prepare(sentences)

    def speak(self, sentences: Sequence[str]) -> Iterator[Clip]:
        """A reply phrase by phrase, each clip made when it is asked for. Raises VoiceFault."""
        clips = self._clips
        if clips is None:
            self._try_again()
            raise VoiceFault(self._why_not)
        try:
            yield from clips.speak(sentences)
        except VoiceFault as fault:
            if not clips.works:
                self._lose(clips, fault)
                self._try_again()
            raise

    def close(self) -> None:
        """Ends the voice, and no longer tries to get it back."""
        with self._lock:
            self._closed = True
            clips, self._clips = self._clips, None
            trying = self._trying
        if trying is not None:
            trying.join()
        if clips is not None:
            clips.close()

    def _lose(self, clips: Clips, fault: VoiceFault) -> None:
        with self._lock:
            if self._clips is clips:
                self._clips = None
                # Not the fault itself, which holds on to all that it came through.
                self._why_not = str(fault)
        clips.close()

    def _try_again(self) -> None:
        with self._lock:
            if self._closed or (self._trying is not None and self._trying.is_alive()):
                return
            self._trying = threading.Thread(target=self.open, name="load-voice", daemon=True)
            self._trying.start()
