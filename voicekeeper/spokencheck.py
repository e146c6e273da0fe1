"""The spoken check-up: one sentence through button, microphone, recogniser, voice and speaker."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path

from voicekeeper.button.buttons import Buttons
from voicekeeper.button.events import ButtonEvent, Pressed, Quit, Released
from voicekeeper.button.inputs import find_inputs
from voicekeeper.checkup.finding import Finding, as_finding
from voicekeeper.checkup.otherbuttons import OtherButtons, OtherPressed
from voicekeeper.config import Config
from voicekeeper.faults import ButtonFault, Fault
from voicekeeper.hearing.ears import Ears
from voicekeeper.intents import Entry, Item
from voicekeeper.listening import Guessed, Listening, TakeHeard
from voicekeeper.sound.events import SoundEvent
from voicekeeper.sound.levels import levels_of, trouble_of
from voicekeeper.sound.microphone import Microphone
from voicekeeper.sound.playback import Playback
from voicekeeper.sound.speaker import Speaker
from voicekeeper.sound.take import Samples
from voicekeeper.voice.piper import Voice

PLAYER, POINTS = "Ana", -3
SENTENCE = "Ana minus three"
_ASKED = f"Hold the button and say: {SENTENCE}."
_TAPPED = f"Tap the button, say: {SENTENCE}, and tap it again."
PATIENCE = 30.0
"""How long the button is waited for, seconds."""
_AFTER_ANOTHER = 5.0
"""So long, where another one has been pressed."""

_SOFT = -48.0  # dB of full scale: softer speech than that leaves the recogniser little to hear
_NOISY = 12.0  # dB: nearer to the noise than that it asks back often

Kinds = type[object] | tuple[type[object], ...]
_Event = ButtonEvent | SoundEvent | TakeHeard | Guessed | OtherPressed


@dataclass(frozen=True)
class SpokenCheck:
    """How the check-up is done: by whose ears and voice, with what settings.

    `tell` gets what to do, to be shown beside what is said; `show` the level of
    what comes in while somebody speaks, dB of full scale.
    """

    config: Config
    ears: Ears
    voice: Voice
    tell: Callable[[str], None]
    show: Callable[[float], None]

    def findings(self, patience: float = PATIENCE) -> Iterator[Finding]:
        """Button, microphone, hearing and speaker, each as it was in use."""
        events: queue.Queue[_Event] = queue.Queue()
        config = self.config
        with ExitStack() as stack:
            try:
                speaker = stack.enter_context(Speaker(config.speaker, events.put))
                microphone = stack.enter_context(Microphone(config.microphone, events.put))
                stack.enter_context(Buttons(config.button, events.put))
                self.ears.attend((PLAYER,))
            except Fault as fault:
                yield as_finding("spoken check", fault)
                return
            asked = _ASKED if all(button.mode == "hold" for button in config.button) else _TAPPED
            self._say(speaker, asked)
            yield from self._spoken(events, speaker, microphone, patience)

    def _spoken(self, events: queue.Queue[_Event], speaker: Speaker, microphone: Microphone,
                patience: float) -> Iterator[Finding]:
        with OtherButtons(self._nodes(), events.put):
            pressed = _pressed(events, patience)
        if not isinstance(pressed, Pressed):
            yield _not_pressed(pressed, patience)
            return
        listening = Listening(self.ears.utterance, events.put)

        def feed(block: Samples) -> None:
            self.show(levels_of(block).peak)
            listening.feed(block)

        take = microphone.open_take(pressed.at, not_before=speaker.silence(), on_block=feed,
                                    on_end=listening.finish)
        released = _next(events, (Released, TakeHeard), patience)
        if isinstance(released, Released):
            take.release(released.at)
            held = f"held for {released.at - pressed.at:.1f} s"
        else:
            take.release()
            held = "never let go"
        yield Finding("button", isinstance(released, Released), held,
                      "" if isinstance(released, Released) else "See docs/button.md.")
        heard = released if isinstance(released, TakeHeard) else _next(events, TakeHeard, patience)
        if not isinstance(heard, TakeHeard) or heard.trouble is not None:
            reason = "it gave no answer" if not isinstance(heard, TakeHeard) else str(heard.trouble)
            yield Finding("hearing", False, reason, "Run `voicekeeper setup`, then try again.")
            return
        finding = self._hearing(heard)
        yield level_finding(heard.take.samples, words="heard no words" not in finding.found)
        yield finding
        said = (f"I heard: {SENTENCE}. All is well." if finding.ok
                else "I heard something else. The terminal says what to do.")
        playback = self._say(speaker, said)
        spoken = playback.wait(PATIENCE) and playback.error is None
        yield Finding("voice", spoken, f"said {said!r}" if spoken else "it could not be said",
                      "" if spoken else "Run `voicekeeper setup`, and try again.")

    def _nodes(self) -> set[Path]:
        """The event devices that are set as buttons."""
        nodes = set()
        for button in self.config.button:
            if button.kind == "evdev":
                with suppress(ButtonFault):  # one of several may be missing
                    nodes |= {found.path for found in find_inputs(button.device)}
        return nodes

    def _hearing(self, heard: TakeHeard) -> Finding:
        understood = self.ears.understand(heard.heard)
        if understood.intent == Entry((Item(PLAYER, POINTS),)):
            return Finding("hearing", True, f"heard {understood.text!r}")
        found = f"heard {understood.text!r}" if understood.text else "heard no words"
        return Finding("hearing", False, f"{found} instead of {SENTENCE.lower()!r}",
                       "Speak to the microphone from nearer by, and let go after the last word.")

    def _say(self, speaker: Speaker, sentence: str) -> Playback:
        self.tell(sentence)
        return speaker.play(self.voice.speak((sentence,)))


def _pressed(events: queue.Queue[_Event], patience: float) -> _Event | None:
    """The press that was waited for; else another button's, if there was one."""
    event = _next(events, (Pressed, OtherPressed), patience)
    if isinstance(event, OtherPressed):
        return _next(events, Pressed, min(patience, _AFTER_ANOTHER)) or event
    return event


def _not_pressed(instead: _Event | None, patience: float) -> Finding:
    if isinstance(instead, OtherPressed):
        name, ids = instead.found.name, instead.found.ids
        device = name if ids == "0000:0000" else ids  # as headsets have no numbers
        return Finding("button", False, f"{name!r} ({ids}) was pressed, and that one is not set",
                       "Put this line into config.yaml: "
                       f'button: {{kind: evdev, device: "{device}", mode: hold}}')
    return Finding("button", False, f"nobody pressed it within {patience:.0f} seconds",
                   "If you did: name it in config.yaml, and see docs/button.md.")


def level_finding(samples: Samples, *, words: bool = True) -> Finding:
    """What the level of a take (mono float32, 16 kHz) says of the microphone.

    words: some were heard in it.
    """
    levels = levels_of(samples)
    trouble = trouble_of(samples) if len(samples) else "dead"
    found = (f"speech at {levels.speech:.0f} dB of full scale, its peak at {levels.peak:.0f} dB, "
             f"{levels.speech - levels.quiet:.0f} dB over the quiet")
    match trouble:
        case "dead":
            return Finding("microphone", False, "no sound at all",
                           "Unmute it (alsamixer, F4), or name another one in config.yaml.")
        case "clipped":
            return Finding("microphone", False, f"{found}; its loudest parts are cut off",
                           "Turn it down (alsamixer, F4), or put it farther away.")
    if not words and min(levels.speech - _SOFT, levels.speech - levels.quiet - _NOISY) < 0:
        return Finding("microphone", False,
                       f"no speech, only {levels.speech:.0f} dB of full scale",
                       "Speak while the button is down, and from nearer by; turn it up "
                       "(alsamixer, F4).")
    if levels.speech < _SOFT:
        return Finding("microphone", False, f"{found}; that is very soft",
                       "Turn it up (alsamixer, F4), or put it nearer.")
    if levels.speech - levels.quiet < _NOISY:
        return Finding("microphone", False, f"{found}; the room is nearly as loud",
                       "Put it nearer to whoever speaks: half the way is worth 6 dB.")
    return Finding("microphone", True, found)


def _next(events: queue.Queue[_Event], kinds: Kinds, patience: float) -> _Event | None:
    """The next event of these kinds; None after so many seconds, or where somebody leaves."""
    deadline = time.monotonic() + patience
    while (left := deadline - time.monotonic()) > 0:
        try:
            event = events.get(timeout=left)
        except queue.Empty:
            break
        if isinstance(event, kinds):
            return event
        if isinstance(event, Quit):
            break
    return None
