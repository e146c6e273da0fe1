"""The voice says a sentence, and the ears hear it: synthesis, grammar and recogniser at work."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import numpy as np

from voicekeeper.checkup.apart import try_apart
from voicekeeper.checkup.finding import Finding, as_finding
from voicekeeper.config import Config, VoiceSettings
from voicekeeper.dialog.phrases import phrase
from voicekeeper.dialog.reply import Reply
from voicekeeper.faults import Fault
from voicekeeper.hearing.ears import Ears, HearingSettings
from voicekeeper.intents import Entry, Item
from voicekeeper.sound.rates import resample
from voicekeeper.sound.take import TAKE_RATE, Clip
from voicekeeper.voice.piper import Voice
from voicekeeper.voice.replies import Replies

PATIENCE = 120.0
"""How long speaking and hearing may take together, seconds; two or three are usual."""

_PLAYER, _POINTS = "Ana", -3
_AUDIBLE = 0.05  # of full scale
_LENGTH = (0.3, 6.0)  # seconds that a sentence of three words may take
_SETUP = "Run `voicekeeper setup`, then try again."


def speech_findings(model: Path, voice: Path, language: str, config: Config) -> Iterator[Finding]:
    """The voice and the hearing at work, with this model and this voice."""
    request = {"language": language, "model": str(model), "voice": str(voice),
               "speed": config.voice.speed}
    return try_apart("speech", request, ("voice", "hearing"), PATIENCE, _SETUP)


def tried(language: str, model: str, voice: str, speed: float) -> Iterator[Finding]:
    """The same, in this process, which may come to an end by it."""
    replies = Replies.load(language, deterministic=True)
    entry = Entry((Item(_PLAYER, _POINTS),))
    sentence = replies.text(Reply((phrase(entry),)))
    try:
        settings = VoiceSettings(Path(voice), speed=speed, deterministic=True)
        clip = Voice.load(settings, language).clip(sentence)
    except Fault as fault:
        yield as_finding("voice", fault, _SETUP)
        return
    spoken = _spoken(clip, voice)
    yield spoken
    if not spoken.ok:
        return
    began = time.monotonic()
    try:
        # The grammar is made anew, wherever the games are kept.
        with tempfile.TemporaryDirectory(prefix="voicekeeper-") as cache, closing(
                Ears(HearingSettings(Path(model), Path(cache), language))) as ears:
            ears.attend((_PLAYER,))
            quiet = np.zeros(TAKE_RATE // 4, np.float32)
            samples = resample(clip.samples, clip.rate, TAKE_RATE)
            understood = ears.hear(np.concatenate((quiet, samples, quiet)))
    except Fault as fault:
        yield as_finding("hearing", fault, _SETUP)
        return
    except OSError as error:
        yield Finding("hearing", False, f"there is no folder for what it needs ({error.strerror})",
                      f"Make room in {tempfile.gettempdir()}.")
        return
    took = f", after {time.monotonic() - began:.1f} seconds"
    if understood.intent == entry:
        yield Finding("hearing", True, f"understands the voice: {understood.text!r}{took}")
    else:
        heard = repr(understood.text) if understood.text else "nothing"
        yield Finding("hearing", False, f"the voice said {sentence!r}, and it heard {heard}",
                      "Leave voice: model: and hearing: model: empty in config.yaml, or choose "
                      "others.")


def _spoken(clip: Clip, voice: str) -> Finding:
    seconds = len(clip.samples) / clip.rate
    loudest = float(np.abs(clip.samples).max()) if len(clip.samples) else 0.0
    if loudest < _AUDIBLE or not _LENGTH[0] < seconds < _LENGTH[1]:
        return Finding("voice", False, f"{voice} speaks no words ({seconds:.1f} seconds of sound)",
                       _SETUP)
    return Finding("voice", True, f"{voice} speaks")
