"""What the table says aloud: replies as sound, chimes, and what nobody can have heard.

Replies go to the speaker as they are made. Where the voice fails, chimes stand
for them; where the speaker is away, the last reply is kept and said again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from typing import Protocol

from voicekeeper.config import ChimeSettings
from voicekeeper.faults import VoiceFault
from voicekeeper.session import Spoken
from voicekeeper.sound.loudness import amplified
from voicekeeper.sound.playback import Playback
from voicekeeper.sound.speaker import Output
from voicekeeper.sound.take import Clip
from voicekeeper.turntimes import TurnTimes
from voicekeeper.voice.chimes import asking, listening, not_understood, taken

# What was given to a speaker so shortly before it was seen to be lost was not heard, seconds.
_GIVEN_IN_VAIN = 1.0

# How long the speaker may take to be given a chime, seconds.
_FEEDING = 0.05

_FAILS = ("{fault} Chimes stand for it until it speaks again: two rising notes for taken, two "
          "falling ones for not understood or not written, three for a question.")


class Speaks(Protocol):
    """A voice: text to clips. While `busy`, it does nothing in the background."""

    def busy(self) -> AbstractContextManager[None]:
        """Something else is urgent while this lasts."""

    def pace(self, factor: float) -> None:
        """Speak so many times as fast as the settings say, from now on."""

    def prepare(self, sentences: Sequence[str]) -> None:
        """Make ready, in the background, what will probably be spoken next."""

    def speak(self, sentences: Sequence[str]) -> Iterator[Clip]:
        """The sentences as clips, each made when it is asked for."""


@dataclass(frozen=True)
class Answered:
    """A reply has been said, or was cut; `times` where it answered something said."""

    playback: Playback
    times: TurnTimes | None = None


class Announcer:
    """Says replies on a speaker; for the table's thread.

    `put` gets Answered, from any thread; `tell` lines for the terminal. `volume`
    is a factor of the amplitude.
    """

    def __init__(self, speaker: Output, voice: Speaks, put: Callable[[Answered], None],
                 tell: Callable[[str], None], chimes: ChimeSettings, volume: float) -> None:
        self._speaker = speaker
        self._voice = voice
        self._put = put
        self._tell = tell
        self._chimes = chimes
        self._volume = volume
        self._playback: Playback | None = None
        self._answer: tuple[Spoken, Playback] | None = None
        self._unheard: Spoken | None = None
        self._speaker_away = self._voice_fails = False

    def say(self, spoken: Spoken, times: TurnTimes | None = None, *, soundless: bool = False
            ) -> None:
        """Say a reply, after what is being said. `soundless`: it is told on the terminal only."""
        self._tell(f"said: {spoken.say}")
        if spoken.fault is not None:
            self._tell(spoken.fault)
        self._voice.pace(spoken.manner.pace)
        if self._speaker_away:
            self._speaker.silence()  # the last one is all that is said again
        self._playback = self._speaker.play(
            () if soundless else self._sounds(spoken, times),
            lambda playback: self._put(Answered(playback, times)))
        self._answer = spoken, self._playback
        self._unheard = spoken if self._speaker_away else None

    def tell_news(self, spoken: Spoken) -> None:
        """Say what has happened to the sound; and once more what nobody can have heard."""
        unheard, before, away = self._unheard, self._answer, self._speaker_away
        if unheard is None or away:
            self.say(spoken, soundless=away)
            # News that nobody hears is none any more; an answer still is.
            self._answer, self._unheard = before, unheard
            return
        # What waits of it would be half of it.
        self._speaker.silence()
        sentences = spoken.sentences + unheard.sentences
        self.say(replace(unheard, say=" ".join(sentences), sentences=sentences))
        if self._playback is not None:
            # Should it be lost as well: the answer is said again, not the news.
            self._answer = unheard, self._playback

    def silence(self) -> float:
        """Say no more; gives the time (time.monotonic()) from which it is silent."""
        if not self._speaker_away:
            self._unheard = None
        return self._speaker.silence()

    def chime_of_listening(self, silent_at: float, gain: float) -> float:
        """Say that it listens, if that is wanted; gives the time from which that is over."""
        if not self._chimes.listening:
            return silent_at
        chime = amplified(listening(), self._volume * gain * self._chimes.volume)
        self._speaker.play((chime,))
        begins = max(silent_at, time.monotonic()) + self._speaker.latency
        return begins + chime.seconds + _FEEDING

    def busy(self) -> AbstractContextManager[None]:
        """Something else is urgent while this lasts: nothing is made in the background."""
        return self._voice.busy()

    def prepare(self, sentences: Sequence[str]) -> None:
        """Make ready what will probably be said next."""
        self._voice.prepare(sentences)

    def let_end(self) -> None:
        """Wait for the end of what the device has been given, a second at most."""
        time.sleep(max(0.0, min(1.0, self._speaker.silent_at - time.monotonic())))

    def said(self, playback: Playback) -> bool:
        """A reply has been said or was cut: was it the last one?"""
        self._tell_of_voice(playback)
        return playback is self._playback

    def speaker_lost(self) -> None:
        """The speaker is away: what it was given last was given in vain."""
        self._speaker_away = True
        if self._answer is not None:
            spoken, playback = self._answer
            ended = playback.ended_at
            if not playback.cut and (ended is None or time.monotonic() - ended < _GIVEN_IN_VAIN):
                self._unheard = spoken

    def speaker_back(self) -> None:
        """The speaker works again."""
        self._speaker_away = False

    def _sounds(self, spoken: Spoken, times: TurnTimes | None) -> Iterable[Clip]:
        gain = self._volume * spoken.manner.gain
        chime_gain = gain * self._chimes.volume
        if self._chimes.not_understood and not spoken.understood:
            yield amplified(not_understood(), chime_gain)
        elif spoken.chime:
            yield amplified(taken(), chime_gain)
        try:
            for clip in self._voice.speak(spoken.sentences):
                if times is not None and times.voiced is None:
                    times.voiced = time.monotonic()
                yield amplified(clip, gain)
        except VoiceFault:
            for chime in instead(spoken):
                yield amplified(chime, chime_gain)
            raise

    def _tell_of_voice(self, playback: Playback) -> None:
        """That it fails, and that it is back: once each."""
        if playback.error is not None and not self._voice_fails:
            self._tell(_FAILS.format(fault=playback.error))
        elif playback.error is None and self._voice_fails and not playback.cut:
            self._tell("The voice is back.")
        if not playback.cut:
            self._voice_fails = playback.error is not None


def instead(spoken: Spoken) -> tuple[Clip, ...]:
    """The chimes that stand for a reply which the voice can't say."""
    nothing_done = not spoken.understood or spoken.fault is not None
    return (*((not_understood(),) if nothing_done else ()),
            *((asking(),) if spoken.asking else () if nothing_done else (taken(),)))
