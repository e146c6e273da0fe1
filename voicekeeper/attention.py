"""Whom the table listens for: the players' names, and the talk in which new ones are said."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass

from voicekeeper.dialog.reply import Sentence
from voicekeeper.faults import Fault
from voicekeeper.hearing.ears import Ears
from voicekeeper.hearing.utterance import Utterance
from voicekeeper.intents import Intent
from voicekeeper.saying import Learns, NameLearnt, NameTalk
from voicekeeper.session import Session
from voicekeeper.sound.take import Samples

_NO_WORD = ("The recogniser has no word for {name}: give it some that sound like it under "
            "names: spoken_as: in config.yaml.")


@dataclass(frozen=True)
class Attended:
    """It is listened for other names: `unheard` are those without words; or why it is not."""

    unheard: tuple[str, ...]
    fault: Fault | None = None


class Attention:
    """The names that the ears listen for, as the session's players change.

    A grammar for new players takes a second or more to make: that is done in a thread of its
    own, and whoever speaks meanwhile is heard by it. `names`, where there are any, learns
    names that are said; `put` gets what comes of both, from other threads; `tell` gets lines
    for the terminal.
    """

    def __init__(self, session: Session, ears: Ears, names: Learns | None,
                 put: Callable[[NameLearnt | Attended], None],
                 tell: Callable[[str], None]) -> None:
        self._session = session
        self._put = put
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="attend")
        self._attended: Future[None] | None = None
        self._ears = ears
        self._talk = None if names is None else NameTalk(names, put)
        self._tell = tell

    @property
    def naming(self) -> bool:
        """Is a name to be said now?"""
        return self._talk is not None and self._talk.waiting

    def attend(self) -> None:
        """Listens by the names of whoever plays now, from the next utterance on."""
        self._attended = self._thread.submit(
            self._attend, self._session.players() or (), self._session.past_players())

    def _attend(self, players: tuple[str, ...], past: tuple[str, ...]) -> None:
        try:
            unheard = self._ears.attend(players, past)
        except Fault as fault:
            self._put(Attended((), fault))
        else:
            if unheard:
                self._put(Attended(unheard))

    def attended(self, event: Attended) -> None:
        """Tells what there is to tell of the names that are listened for."""
        if event.fault is not None:
            self._tell(str(event.fault))
        self.warn(event.unheard)

    def warn(self, unheard: Sequence[str]) -> None:
        """Tells of names that the ears have no words for."""
        for name in unheard:
            self._tell(_NO_WORD.format(name=name))

    def utterance(self) -> Utterance:
        """An utterance to be fed; waits until the names are listened for. From any thread."""
        if self._attended is not None:
            wait((self._attended,))
        return self._ears.utterance()

    def close(self) -> None:
        """Waits for what is being made."""
        self._thread.shutdown()

    def ask(self) -> tuple[Sentence, ...]:
        """Asks for a name that is not known, before anything is written in its game."""
        game = self._session.view.game
        if self._talk is None or game is None or game["round"] > 1 or game["entered"]:
            return ()
        try:
            return self._talk.ask(game["players"])
        except Fault as fault:
            self._tell(str(fault))
            return ()

    def hear(self, samples: Samples, intent: Intent | None) -> tuple[Sentence, ...]:
        """The answer to an utterance (mono, 16 kHz) if it was a name; none where it was not."""
        return () if self._talk is None else self._talk.hear(samples, intent)

    def learnt(self, event: NameLearnt, *, speaking: bool) -> None:
        """A name that was said has been worked on; `speaking`: somebody is being heard.

        They are heard to their end by the names as they were: the reply to it attends anew.
        """
        if event.trouble is not None:
            self._tell(event.trouble)
            return
        if not speaking:
            self.attend()
        self._tell(f"known: {event.name}")
