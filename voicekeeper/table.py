"""The table: one queue of events, one state machine, from the button to the voice.

    idle ──pressed──► listening ──released, decoded──► answering ──said──► idle

Pressing works in every state: it silences the voice and listens. All state
changes happen in the thread that runs `run`; buttons, sound and recogniser
only put events into the queue.
"""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from typing import Literal

from voicekeeper.announcer import Announcer, Answered
from voicekeeper.attention import Attended, Attention
from voicekeeper.button.buttons import Buttons
from voicekeeper.button.events import (
    ButtonBack,
    ButtonEvent,
    ButtonLost,
    ButtonTrouble,
    Key,
    Pressed,
    Quit,
    Released,
)
from voicekeeper.buttonless import Buttonless
from voicekeeper.deadlines import Deadlines
from voicekeeper.dialog.meaning import Meaning
from voicekeeper.dialog.reply import Sentence, say
from voicekeeper.faults import DataFault, RecogniserFault
from voicekeeper.hearing.context import Context
from voicekeeper.hearing.decision import Understood
from voicekeeper.hearing.ears import Ears
from voicekeeper.keeping import Circumstances, TakeKeeper
from voicekeeper.listening import Guessed, Listening, TakeHeard
from voicekeeper.memory import Tidying
from voicekeeper.outage import Outage
from voicekeeper.press import ClosingTap, Press
from voicekeeper.saying import Learns, NameLearnt
from voicekeeper.session import LAPSE_SECONDS, Session, Spoken
from voicekeeper.sound.events import Line, SoundBack, SoundEvent, SoundLost
from voicekeeper.sound.levels import Trouble
from voicekeeper.sound.microphone import Microphone
from voicekeeper.sound.taking import LONGEST, OpenTake
from voicekeeper.sound.wellness import Wellness
from voicekeeper.turntimes import TurnTimes
from voicekeeper.waiting import SHORTEST_PRESS, Waiting

State = Literal["idle", "listening", "answering"]

TableEvent = (ButtonEvent | SoundEvent | Guessed | TakeHeard | Answered | NameLearnt
              | Attended)


class Table:
    """A session at a table with sound.

    `tell` gets lines for the terminal, as they come; `keeper`, where there is
    one, every take; `timed` when the steps of each turn were done, once it has
    been said or cut.
    """

    def __init__(self, session: Session, ears: Ears, microphone: Microphone,
                 announcer: Announcer, buttons: Buttons, events: queue.SimpleQueue[TableEvent],
                 tell: Callable[[str], None], *, deadlines: Deadlines | None = None,
                 names: Learns | None = None, keeper: TakeKeeper | None = None,
                 timed: Callable[[TurnTimes], None] = lambda _: None) -> None:
        self._session = session
        self._ears = ears
        self._microphone = microphone
        self._announcer = announcer
        self._buttons = buttons
        self._events = events
        self._tell = tell
        self._keeper = keeper
        self._attention = Attention(session, ears, names, events.put, tell)
        self._timed = timed
        self._wellness = Wellness()
        self._tidying = Tidying()
        self._times: TurnTimes | None = None
        self._take: OpenTake | None = None
        self._listening: Listening | None = None
        self._foretold: tuple[str, ...] | None = None
        self._urgent = ExitStack()
        self._press = Press(Pressed(0.0, ""))
        self._closing_tap = ClosingTap()
        self._waiting = Waiting()
        self._deadlines = deadlines or Deadlines(LAPSE_SECONDS, None)
        self._outage = Outage()
        self._buttonless = Buttonless()
        self._saying_good_night = self._off = False
        self.state: State = "idle"

    def run(self, welcome: Spoken, unheard: Sequence[str] = ()) -> bool:
        """Plays until a button says Quit, or somebody that it shall shut down.

        Gives whether somebody did. `unheard`: names the ears have no words for.
        """
        with closing(self._attention):
            self._attention.warn(unheard)
            self._say(welcome)
            shut_down = self._play()
        if shut_down:
            self._announcer.let_end()
        return shut_down

    def _play(self) -> bool:
        while not self._off:
            try:
                event = self._events.get(timeout=self._left())
            except queue.Empty:
                self._speak_up()
                continue
            if isinstance(event, Quit):
                return False
            self._handle(event)
        return True

    def _handle(self, event: TableEvent) -> None:
        match event:
            case Pressed() | Released() | Key() if self._must_wait(event):
                self._waiting.add(event)
            case Pressed():
                self._listen(event)
            case Released(at=at, source=source):
                self._release(source, at)
            case Key(name=name):
                self._say(self._session.key(name))
            case Guessed():
                self._make_ready(event)
            case TakeHeard():
                self._heard(event)
            case Answered():
                self._said(event)
            case ButtonLost(source=source, reason=reason):
                self._tell(reason)
                # Nobody can let go of a button that is gone.
                self._release(source, time.monotonic())
                self._buttonless.now(self._buttons.usable)
            case ButtonTrouble(reason=reason):
                self._tell(reason)
            case ButtonBack(source=source):
                self._tell(f"The button {source} is back.")
                self._buttonless.now(self._buttons.usable)
            case NameLearnt():
                self._attention.learnt(event, speaking=self._take is not None)
            case Attended():
                self._attention.attended(event)
            case SoundLost(line=line, reason=reason):
                self._lost(line, reason)
            case SoundBack(line=line, device=device):
                self._back(line, device)

    def _must_wait(self, event: Pressed | Released | Key) -> bool:
        """What is being said is heard to its end first: then it is this button's turn."""
        return self._take is not None and (self._press.released or isinstance(event, Key))

    def _listen(self, pressed: Pressed) -> None:
        if self._take is not None:
            self._buttons.forget(pressed)  # a second button, while the first is down
            return
        if self._closing_tap.is_it(pressed):
            self._buttons.forget(pressed)
            return
        silent_at = self._announcer.silence()
        if not self._outage.deaf:
            gain = self._session.manner.gain
            silent_at = self._announcer.chime_of_listening(silent_at, gain)
        self._deadlines.stop()
        self._press = Press(pressed)
        self.state = "listening"
        self._urgent.close()
        self._urgent.enter_context(self._announcer.busy())
        self._listening = Listening(self._attention.utterance, self._events.put)
        self._foretold = None
        self._take = self._microphone.open_take(
            pressed.at, not_before=silent_at,
            on_block=self._listening.feed, on_end=self._listening.finish)

    def _release(self, source: str, at: float) -> None:
        if self._take is not None and self._press.release(source, at):
            self._take.release(at)

    def _make_ready(self, guessed: Guessed) -> None:
        """While the button is still down: the answer to what has probably been said.

        Nothing but sound comes of it. What is written down and said is decided after
        the release, by what was heard then.
        """
        if (guessed.listening is not self._listening or self._press.released
                or self._attention.naming):
            return
        understood = self._ears.understand(guessed.heard, self._session.speaking_for,
                                           Context(self._session.fit))
        if understood.intent is None and not understood.choices:
            return  # half a sentence, most likely
        try:
            self._foretold = self._session.foretell(
                Meaning(understood.text, understood.intent, understood.choices))
        except DataFault:
            return  # of past games that can't be read; told if it is really asked
        self._announcer.prepare(self._foretold)

    def _heard(self, event: TakeHeard) -> None:
        # Before the answer, which may change whose turn it is and who plays.
        players, speaking_for = self._ears.attending, self._session.speaking_for
        context = Context(self._session.fit)
        understood = self._answer(event, context)
        if self._keeper is not None:
            under = Circumstances(players, speaking_for, context.shown())
            self._keeper.keep(event.take.samples, event.take.rate, under, understood)
        for waiting in self._waiting.taken():
            self._handle(waiting)

    def _answer(self, event: TakeHeard, context: Context) -> Understood | None:
        """Answers; gives what was understood, None where hearing failed."""
        self._take = self._listening = None
        self._times = TurnTimes(self._press.released_at, event.ended, event.decoded)
        self._buttons.forget(self._press.pressed)
        self._closing_tap.expect(self._press, time.monotonic())
        self._tell(f"heard: {'' if event.take.broken else event.heard.text}")
        if event.mended is not None:
            self._tell(f"{event.mended} It was started anew and heard the same again.")
        if event.trouble is not None:
            self._say(self._not_heard(event.trouble))
            return None
        if event.take.broken or (self._outage.deaf and not event.heard.hypotheses):
            self._broken_off()
            return None
        trouble = self._wellness.hear(event.take.samples)
        if not event.heard.hypotheses:
            self._say(self._nothing_heard(trouble))
            return Understood("")
        understood = self._ears.understand(event.heard, self._session.speaking_for, context)
        self._times.understood = time.monotonic()
        if said := self._attention.hear(event.take.samples, understood.intent):
            self._say(self._session.tell(*said))
            return understood
        meaning = Meaning(understood.text, understood.intent, understood.choices,
                          cut=round(LONGEST) if event.take.truncated else None)
        noticed = (say("microphone_clipped"),) if trouble == "clipped" else ()
        self._say(self._session.hear(meaning, *noticed))
        return understood

    def _broken_off(self) -> None:
        # Also without a microphone the box can be switched off.
        if self._press.was_long:
            self._say(self._session.long_press())
        elif not self._outage.deaf:
            self._say(self._session.tell(say("microphone_broke_off")))
        else:
            self._outage.told()
            self._say_news(say("microphone_lost"))

    def _nothing_heard(self, trouble: Trouble | None) -> Spoken:
        press = self._press
        if press.was_long or press.still_down:
            return self._session.long_press()
        if press.length is not None and press.length < SHORTEST_PRESS:
            return self._session.tell(say("too_short"))
        return self._session.tell(say("microphone_dead" if trouble == "dead" else "heard_nothing"))

    def _say(self, spoken: Spoken) -> None:
        times, self._times = self._times, None
        if times is not None:
            times.answered = time.monotonic()
            if self._foretold is not None:
                times.guessed = self._foretold == spoken.sentences
        self._deadlines.stop()
        self._saying_good_night = spoken.off
        self.state = "answering"
        self._announcer.say(spoken, times, soundless=self._waiting.to_speak)
        self._attention.attend()

    def _say_news(self, news: Sentence) -> None:
        """Says what has happened; it is no answer."""
        self._deadlines.stop()
        self.state = "answering"
        self._announcer.tell_news(self._session.tell(news))

    def _said(self, event: Answered) -> None:
        playback, times = event.playback, event.times
        last = self._announcer.said(playback)
        if times is not None:
            times.audible = playback.first_audible_at
            self._timed(times)
        if last and self.state == "answering":
            self.state = "idle"
            # A press in the middle of it is as good as a no.
            self._off = self._saying_good_night
            # Not sooner: while it speaks the next phrase is being made.
            self._urgent.close()
            self._tidying.now()
            asking = self._session.question is not None
            if not self._outage.deaf:
                self._deadlines.quiet(asking, self._session.unfinished)
            if not asking and (question := self._attention.ask()):
                self._say(self._session.tell(*question))

    def _lost(self, line: Line, reason: str) -> None:
        self._tell(reason)
        self._outage.lost(line)
        # Nobody can answer.
        self._deadlines.stop()
        if line == "speaker":
            self._announcer.speaker_lost()
            self._off = self._off or self._saying_good_night

    def _back(self, line: Line, device: str) -> None:
        self._tell(f"The {line} is back: {device}.")
        self._outage.back(line)
        if line == "speaker":
            self._announcer.speaker_back()

    def _left(self) -> float | None:
        """How long until the table speaks up by itself."""
        outage = None if self.state == "listening" else self._outage.left()
        buttonless = self._buttonless.left() if self.state == "idle" else None
        left = [left for left in (self._deadlines.left(), outage, buttonless)
                if left is not None]
        return min(left, default=None)

    def _speak_up(self) -> None:
        news = None if self.state == "listening" else self._outage.due()
        if news is None and self.state == "idle":
            news = self._buttonless.due()
        if news is not None:
            self._say_news(news)
            return
        match self._deadlines.due():
            case "lapse":
                self._say(self._session.lapse())
            case "prompt":
                self._say(self._session.pause())

    def _not_heard(self, trouble: RecogniserFault) -> Spoken:
        """What is said where the recogniser failed; it is started anew for the next take."""
        self._tell(str(trouble))
        try:
            self._ears.restart()
            unheard = say("say_again")
        except RecogniserFault as fault:
            self._tell(str(fault))
            unheard = say("cannot_hear")
        # Whatever the recogniser does, the box can be switched off.
        if self._press.was_long:
            return self._session.long_press()
        return self._session.tell(unheard)

