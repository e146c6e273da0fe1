"""Clips kept: what was spoken before is spoken again at once.

In memory the latest phrases of any kind; on disk the fixed ones that were
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
import time
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from pathlib import Path

import numpy as np

from voicekeeper.faults import VoiceFault
from voicekeeper.sound.take import Clip
from voicekeeper.voice.effort import Effort
from voicekeeper.voice.phrasing import phrases
from voicekeeper.voice.piper import Voice, followed_by_quiet

_LOG = logging.getLogger(__name__)

_MAGIC = b"vkclip1\n"
_HEAD = struct.Struct("<8s16sI")  # magic, BLAKE2b of what follows, rate in Hz
_SUFFIX = ".clip"
_FULL_SCALE = 32767
# In letters. Making a phrase takes 30 MB for each second of sound: the few long ones are
# seldom said, and not worth that on a small machine.
_WARMED = 40


class Clips:
    """A voice with a memory; it speaks like `Voice.speak`. Safe to use from several threads."""

    def __init__(
        self,
        voice: Voice,
        folder: Path | None = None,
        *,
        kept_seconds: float = 120.0,
        disk_bytes: int = 32_000_000,
    ) -> None:
        """`folder` for the clips on disk (None: none), `kept_seconds` of sound in memory."""
        self._own = voice
        self._pace = 1.0
        self._folder = folder
        self._disk_bytes = disk_bytes
        self._speaks = self._spoken_by(voice)
        self._fixed: tuple[str, ...] = ()
        self._long: frozenset[str] = frozenset()  # fixed, but not warmed
        self._kept: OrderedDict[tuple[str, str], Clip] = OrderedDict()
        self._kept_seconds = kept_seconds
        self._lock = threading.Lock()
        # Set while nothing is urgent: warming must not take the processor from a reply.
        self._quiet = threading.Event()
        self._quiet.set()
        self._urgent = 0
        self._closed = threading.Event()
        self._threads: list[threading.Thread] = []
        self._making: dict[tuple[str, str], Future[Clip]] = {}
        self._effort = Effort()
        self._background = ThreadPoolExecutor(1, thread_name_prefix="clip-ahead")
        self._likely: str | None = None  # what is to be prepared next
        self._preparing = False

    def _spoken_by(self, voice: Voice) -> tuple[Voice, _Folder | None]:
        """A voice, and where its clips are on disk."""
        if self._folder is None:
            return voice, None
        return voice, _Folder(self._folder, voice.identity, self._disk_bytes)

    def pace(self, factor: float) -> None:
        """Speak so many times as fast as the voice's settings say, from now on."""
        if factor == self._pace:
            return
        self._pace = factor
        # One assignment: whoever is making a clip keeps the voice it began with.
        self._speaks = self._spoken_by(self._own if factor == 1.0 else self._own.at(factor))
        if self._fixed:
            self.warm(self._fixed)

    def speak(self, sentences: Sequence[str]) -> Iterator[Clip]:
        """A reply phrase by phrase (phrasing.py), each clip made when it is asked for.

        On a machine so busy that the second would come too late, it is begun before the
        first is given, and that is held back for as long as it takes: no gap between them.
        """
        wanted = phrases(sentences, self._own.language)
        ahead: Future[Clip] | None = None
        for phrase, following in zip(wanted, (*wanted[1:], None), strict=True):
            clip = self._busily(phrase.text) if ahead is None else ahead.result()
            clip, ahead = followed_by_quiet(clip, phrase.pause), None
            if phrase is wanted[0] and following is not None:
                hold = self._effort.hold(following.text, clip.seconds)
                if hold > 0.0 and not self._there(following.text):
                    ahead = self._background.submit(self._busily, following.text)
                    wait((ahead,), hold)
            yield clip

    def _busily(self, phrase: str) -> Clip:
        with self.busy():
            return self.clip(phrase)

    def _there(self, phrase: str) -> bool:
        """Is the phrase in memory or on disk, as far as can be told at once?"""
        voice, disk = self._speaks
        with self._lock:
            if (voice.identity, phrase) in self._kept:
                return True
        return disk is not None and disk.has(phrase)

    def clip(self, phrase: str) -> Clip:
        """One phrase, from memory, from disk or from the voice, in this order."""
        voice, disk = self._speaks
        return self._made(voice, disk, phrase)

    def prepare(self, sentences: Sequence[str]) -> None:
        """Makes the first phrase of a reply that will probably be spoken, in the background.

        No more than that: what follows is made while it is spoken, and until then
        others need the processor. Of several only the last one waits to be made.
        """
        first = phrases(sentences, self._own.language)[:1]
        if not first or self._closed.is_set():
            return
        with self._lock:
            self._likely = first[0].text
            if self._preparing:
                return
            self._preparing = True
        self._begin(threading.Thread(target=self._prepare, name="prepare-clips", daemon=True))

    def _prepare(self) -> None:
        while True:
            with self._lock:
                phrase, self._likely = self._likely, None
                if phrase is None or self._closed.is_set():
                    self._preparing = False
                    return
            try:
                self.clip(phrase)
            except VoiceFault as fault:
                _LOG.info("%s", fault)  # if it is spoken, speak() reports it

    def _begin(self, thread: threading.Thread) -> None:
        self._threads = [*(old for old in self._threads if old.is_alive()), thread]
        thread.start()

    def _made(self, voice: Voice, disk: _Folder | None, phrase: str) -> Clip:
        key = voice.identity, phrase
        with self._lock:
            clip = self._recall(key)
            if clip is not None:
                return clip
            being_made = self._making.get(key)
            if being_made is None:
                mine = self._making[key] = Future[Clip]()
        if being_made is not None:
            # Whoever makes it is ahead; to make it twice at once would take both longer.
            return being_made.result()
        try:
            clip = disk.read(phrase) if disk else None
            made = clip is None
            if clip is None:
                began = time.monotonic()
                clip = voice.clip(phrase)
                self._effort.made(phrase, time.monotonic() - began)
        except BaseException as error:
            mine.set_exception(error)
            raise
        else:
            mine.set_result(clip)
            self._remember(key, clip)
            if made and disk is not None and phrase in self._long:
                disk.write(phrase, clip)
            return clip
        finally:
            with self._lock:
                del self._making[key]

    def warm(self, sentences: Iterable[str]) -> threading.Thread:
        """Makes and keeps fixed sentences in the background, on disk too; gives way to speech.

        Long phrases among them are kept once they have been spoken. The returned
        thread ends when all others are there, or at `close`.
        """
        self._fixed = tuple(sentences)
        # As replies begin with a fixed sentence or hold it later, it may be cut in two ways.
        language = self._own.language
        found = dict.fromkeys(
            phrase.text for sentence in self._fixed
            for phrase in (*phrases([sentence], language), *phrases(["", sentence], language)))
        self._long = frozenset(text for text in found if len(text) > _WARMED)
        short = tuple(text for text in found if 0 < len(text) <= _WARMED)
        thread = threading.Thread(
            target=self._warm, args=(short,), name="warm-clips", daemon=True
        )
        self._begin(thread)
        return thread

    @property
    def works(self) -> bool:
        """Whether the voice could speak, as far as is known."""
        return self._own.works

    @contextlib.contextmanager
    def busy(self) -> Iterator[None]:
        """While this lasts, warming waits: for speech, and for whatever else is urgent."""
        with self._lock:
            self._urgent += 1
            self._quiet.clear()
        try:
            yield
        finally:
            with self._lock:
                self._urgent -= 1
                if self._urgent == 0:
                    self._quiet.set()

    def close(self) -> None:
        """Stops warming and preparing after the phrase at hand, waits for that, ends the voice."""
        self._closed.set()
        self._quiet.set()
        for thread in self._threads:
            thread.join()
        self._background.shutdown(cancel_futures=True)
        self._own.close()
        # Whoever still holds this, a fault's traceback say, need not hold two minutes of sound.
        with self._lock:
            self._kept.clear()

    def _warm(self, fixed: tuple[str, ...]) -> None:
        for phrase in fixed:
            self._quiet.wait()
            if self._closed.is_set():
                return
            try:
                voice, disk = self._speaks
                if disk is None:
                    self._made(voice, disk, phrase)
                elif disk.read(phrase) is None:
                    disk.write(phrase, self._made(voice, disk, phrase))
            except VoiceFault as fault:
                # The phrase may never be needed; if it is, speak() reports the fault.
                _LOG.info("%s", fault)
                if not voice.works:
                    return  # it would be loaded in vain for each of them

    def _recall(self, key: tuple[str, str]) -> Clip | None:
        clip = self._kept.get(key)
        if clip is not None:
            self._kept.move_to_end(key)
        return clip

    def _remember(self, key: tuple[str, str], clip: Clip) -> None:
        with self._lock:
            self._kept[key] = clip
            self._kept.move_to_end(key)
            seconds = sum(len(kept.samples) / kept.rate for kept in self._kept.values())
            while seconds > self._kept_seconds and len(self._kept) > 1:
                _, oldest = self._kept.popitem(last=False)
                seconds -= len(oldest.samples) / oldest.rate


class _Folder:
    """Clips as files: 16 bits a sample, with a checksum, the oldest removed when it is full."""

    def __init__(self, path: Path, identity: str, limit: int) -> None:
        self._path = path
        self._identity = identity
        self._limit = limit
        # Only now: what was a stick's, and is pulled, is not to be filled behind its back.
        with contextlib.suppress(OSError):
            path.mkdir(parents=True, exist_ok=True)

    def has(self, phrase: str) -> bool:
        """Is there a file of it?"""
        return self._file(phrase).is_file()

    def read(self, phrase: str) -> Clip | None:
        file = self._file(phrase)
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

    def write(self, phrase: str, clip: Clip) -> None:
        sound = np.rint(np.clip(clip.samples, -1, 1) * _FULL_SCALE).astype("<i2").tobytes()
        held = _HEAD.pack(_MAGIC, _digest(clip.rate, sound), clip.rate) + sound
        try:
            self._make_room(len(held))
            # Renaming is atomic: another process reads the whole clip or none.
            with tempfile.NamedTemporaryFile(dir=self._path, suffix=".part", delete=False) as part:
                part.write(held)
            Path(part.name).replace(self._file(phrase))
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

    def _file(self, phrase: str) -> Path:
        name = hashlib.blake2b(
            f"{self._identity}\n{phrase}".encode(errors="surrogatepass"), digest_size=16
        )
        return self._path / f"{name.hexdigest()}{_SUFFIX}"


def _digest(rate: int, sound: bytes) -> bytes:
    return hashlib.blake2b(rate.to_bytes(4, "little") + sound, digest_size=16).digest()
