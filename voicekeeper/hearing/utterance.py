"""One utterance on its way from samples to an n-best list, and a second time if need be."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from voicekeeper.hearing.dereverberation import dereverberated
from voicekeeper.hearing.heard import Heard, Hypothesis
from voicekeeper.hearing.recogniser import Recogniser
from voicekeeper.hearing.speech import Piece, SpeechCutter

BLOCK = 640
"""A block of live sound, in samples at 16 kHz. Files go through in the same blocks, so
that a kept take is heard again exactly as it was."""


class Utterance:
    """One utterance being heard: fed block by block, then finished."""

    def __init__(self, recogniser: Recogniser, cutter: SpeechCutter | None = None) -> None:
        self._recogniser = recogniser
        self._cutter = cutter or SpeechCutter()

    def feed(self, block: np.ndarray) -> None:
        """Takes the next samples (mono float32, 16 kHz). Raises RecogniserFault."""
        for piece in self._cutter.feed(block):
            self._accept(piece)

    def feed_all(self, samples: np.ndarray) -> None:
        """Takes a whole take, block by block as from the microphone. Raises RecogniserFault."""
        for start in range(0, len(samples), BLOCK):
            self.feed(samples[start:start + BLOCK])

    def guess(self) -> Heard:
        """What was said so far, at a guess: one text at most. Changes nothing.

        Raises RecogniserFault.
        """
        text = self._recogniser.peek() if self._cutter.heard_speech else ""
        return Heard((Hypothesis.of(text, 0.0),)) if text else Heard()

    def finish(self) -> Heard:
        """The n-best list; empty where nothing was said. Raises RecogniserFault."""
        for piece in self._cutter.finish():
            self._accept(piece)
        heard = self._recogniser.finish()
        if not heard.text and not self._cutter.heard_speech:
            return Heard()
        quiet, ringing = self._cutter.quiet, self._cutter.ringing
        return replace(heard, noisy=ringing or not quiet, speech=self._cutter.heard_speech,
                       # In noise there is nothing to be won by it.
                       again=self._again if ringing and quiet else None)

    def _again(self) -> Heard:
        """The same sound heard once more, without the ringing of the room."""
        dry = Utterance(self._recogniser, SpeechCutter(self._cutter.cutting))
        dry.feed_all(dereverberated(self._cutter.sound))
        return replace(dry.finish(), noisy=True, again=None)

    def once_more(self, samples: np.ndarray) -> Heard:
        """The whole take (as `feed_all`), by a recogniser that is started anew where it died.

        Raises RecogniserFault.
        """
        self._recogniser.restart()
        again = Utterance(self._recogniser, SpeechCutter(self._cutter.cutting))
        again.feed_all(samples)
        return again.finish()

    def drop(self) -> None:
        """Forgets what was fed. Raises RecogniserFault."""
        self._recogniser.drop()

    def _accept(self, piece: Piece) -> None:
        if piece.anew:
            self._recogniser.drop()
        self._recogniser.accept(piece.samples)
