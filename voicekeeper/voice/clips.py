"""Clips kept: what was spoken before is spoken again at once.

In memory the latest sentences of any kind; on disk the fixed ones that were
warmed, so that the next start has them too. The disk is a convenience: what
cannot be read is made anew, what cannot be written is made again next time.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import os
import struct
import tempfile
import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np

from voicekeeper.faults import VoiceFault
from voicekeeper.sound.take import Clip
from voicekeeper.voice.piper import Voice, with_pause

_LOG = logging.getLogger(__name__)

_MAGIC = b"vkclip1\n"
_HEAD = struct.Struct("<8s16sI")  # magic, BLAKE2b of what follows, rate in Hz
_SUFFIX = ".clip"
_FULL_SCALE = 32767


class Clips:
    """A voice with a memory; it speaks like `Voice.speak`. Safe to use from several threads."""

    def __init__(
        self,
        voice: Voice,
        folder: Path | None = None,
        *,
        kept_seconds: float = 300.0,
        disk_bytes: int = 32_000_000,
    ) -> None:
        """`folder` for the clips on disk (None: none), `kept_seconds` of sound in memory."""
        self._voice = voice
        self._disk = None if folder is None else _Folder(folder, voice.identity, disk_bytes)
        self._kept: OrderedDict[str, Clip] = OrderedDict()
        self._kept_seconds = kept_seconds
        self._lock = threading.Lock()
        # Set while nobody waits for speech: warming must not take the processor from a reply.
        self._quiet = threading.Event()
        self._quiet.set()
        self._speaking = 0
        self._closed = threading.Event()

    def speak(self, sentences: Sequence[str]) -> Iterator[Clip]:
        """One clip a sentence, made when it is asked for; all but the last end in a pause."""
        for number, sentence in enumerate(sentences, start=1):
            with self._foreground():
                clip = self.clip(sentence)
            yield with_pause(clip) if number < len(sentences) else clip

    def clip(self, sentence: str) -> Clip:
        """One sentence, from memory, from disk or from the voice, in this order."""
        clip = self._recall(sentence)
        if clip is None:
            clip = (self._disk.read(sentence) if self._disk else None) or self._voice.clip(sentence)
            self._remember(sentence, clip)
        return clip

    def warm(self, sentences: Iterable[str]) -> threading.Thread:
        """Makes and keeps fixed sentences in the background, on disk too; gives way to speech.

        The returned thread ends when all are there, or at `close`.
        """
        thread = threading.Thread(
            target=self._warm, args=(tuple(sentences),), name="warm-clips", daemon=True
        )
        thread.start()
        return thread

    def close(self) -> None:
        """Stops warming after the sentence at hand."""
        self._closed.set()
        self._quiet.set()

    def _warm(self, sentences: tuple[str, ...]) -> None:
        for sentence in sentences:
            self._quiet.wait()
            if self._closed.is_set():
                return
            if self._recall(sentence) is not None and self._disk is None:
                continue
            try:
                if self._disk is None:
                    self.clip(sentence)
                elif (clip := self._disk.read(sentence)) is not None:
                    self._remember(sentence, clip)
                else:
                    self._disk.write(sentence, self.clip(sentence))
            except VoiceFault as fault:
                # The sentence may never be needed; if it is, speak() reports the fault.
                _LOG.warning("%s", fault)

    def _recall(self, sentence: str) -> Clip | None:
        with self._lock:
            clip = self._kept.get(sentence)
            if clip is not None:
                self._kept.move_to_end(sentence)
            return clip

    def _remember(self, sentence: str, clip: Clip) -> None:
        with self._lock:
            self._kept[sentence] = clip
            self._kept.move_to_end(sentence)
            seconds = sum(len(kept.samples) / kept.rate for kept in self._kept.values())
            while seconds > self._kept_seconds and len(self._kept) > 1:
                _, oldest = self._kept.popitem(last=False)
                seconds -= len(oldest.samples) / oldest.rate

    @contextlib.contextmanager
    def _foreground(self) -> Iterator[None]:
        with self._lock:
            self._speaking += 1
            self._quiet.clear()
        try:
            yield
        finally:
            with self._lock:
                self._speaking -= 1
                if self._speaking == 0:
                    self._quiet.set()


class _Folder:
    """Clips as files: 16 bits a sample, with a checksum, the oldest removed when it is full."""

    def __init__(self, path: Path, identity: str, limit: int) -> None:
        self._path = path
        self._identity = identity
        self._limit = limit

    def read(self, sentence: str) -> Clip | None:
        file = self._file(sentence)
        try:
            held = file.read_bytes()
            magic, digest, rate = _HEAD.unpack_from(held)
        except (OSError, struct.error):
            return None
        sound = held[_HEAD.size:]
        if magic != _MAGIC or digest != _digest(rate, sound):
            _LOG.info("the kept clip %s is damaged and is made anew", file)
            return None
        with contextlib.suppress(OSError):
            os.utime(file)  # what is used stays longest
        samples = np.frombuffer(sound, "<i2").astype(np.float32)
        samples /= _FULL_SCALE
        return Clip(samples, rate)

    def write(self, sentence: str, clip: Clip) -> None:
        sound = np.rint(np.clip(clip.samples, -1, 1) * _FULL_SCALE).astype("<i2").tobytes()
        held = _HEAD.pack(_MAGIC, _digest(clip.rate, sound), clip.rate) + sound
        try:
            self._path.mkdir(parents=True, exist_ok=True)
            self._make_room(len(held))
            # Renaming is atomic: another process reads the whole clip or none.
            with tempfile.NamedTemporaryFile(dir=self._path, suffix=".part", delete=False) as part:
                part.write(held)
            Path(part.name).replace(self._file(sentence))
        except OSError as error:
            _LOG.info("a clip could not be kept: %s", error)

    def _make_room(self, size: int) -> None:
        held = sorted((file.stat().st_mtime, file.stat().st_size, file)
                      for file in self._path.iterdir() if file.suffix in (_SUFFIX, ".part"))
        excess = sum(length for _, length, _ in held) + size - self._limit
        for _, length, file in held:
            if excess <= 0:
                return
            file.unlink(missing_ok=True)
            excess -= length

    def _file(self, sentence: str) -> Path:
        name = hashlib.blake2b(
            f"{self._identity}\n{sentence}".encode(errors="surrogatepass"), digest_size=16
        )
        return self._path / f"{name.hexdigest()}{_SUFFIX}"


def _digest(rate: int, sound: bytes) -> bytes:
    return hashlib.blake2b(rate.to_bytes(4, "little") + sound, digest_size=16).digest()
