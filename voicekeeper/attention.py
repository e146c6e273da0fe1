"""Whom the table listens for: the players' names, and the talk in which new ones are said."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from voicekeeper.dialog.reply import Sentence
from voicekeeper.faults import Fault
from voicekeeper.hearing.ears import Ears
from voicekeeper.intents import Intent
from voicekeeper.saying import Learns, NameLearnt, NameTalk
from voicekeeper.session import Session
from voicekeeper.sound.take import Samples

_NO_WORD = ("The recogniser has no word for {name}: give it some that sound like it under "
            "names: spoken_as: in config.yaml.")


class Attention:
    """The names that the ears listen for, as the session's players change.

    `names`, where there are any, learns names that are said; `put` gets what comes
    of it, from a thread of its own; `tell` gets lines for the terminal.
    """

    def __init__(self, session: Session, ears: Ears, names: Learns | None,
                 put: Callable[[NameLearnt], None], tell: Callable[[str], None]) -> None:
        self._session = session
        self._ears = ears
        self._talk = None if names is None else NameTalk(names, put)
        self._tell = tell

    @property
    def naming(self) -> bool:
        """Is a name to be said now?"""
        return self._talk is not None and self._talk.waiting

    def attend(self) -> None:
        """Listens by the names of whoever plays now."""
        try:
            self.warn(self._ears.attend(self._session.players() or (),
                                        self._session.past_players()))
        except Fault as fault:
            self._tell(str(fault))

    def warn(self, unheard: Sequence[str]) -> None:
        """Tells of names that the ears have no words for."""
        for name in unheard:
            self._tell(_NO_WORD.format(name=name))

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

    def learnt(self, event: NameLearnt) -> None:
        """A name that was said has been worked on."""
        if event.trouble is not None:
            self._tell(event.trouble)
        else:
            self.attend()
            self._tell(f"known: {event.name}")
