"""What is agreed on where no game is on the table: by which rules the next one goes."""

from __future__ import annotations

from dataclasses import dataclass

from voicekeeper.skyjo.events import Redone, RulesAgreed, Undone, Utterance
from voicekeeper.skyjo.rules import Rules


@dataclass(frozen=True)
class Agreement:
    """What was agreed on before a game, where none is on the table: by which rules it goes.

    `done` can be undone, `undone` done again, last first. Their utterances are
    about no game.
    """

    done: tuple[Utterance, ...] = ()
    undone: tuple[Utterance, ...] = ()

    @property
    def rules(self) -> Rules | None:
        """The rules agreed on; None if nothing was said of them."""
        said = (event for utterance in reversed(self.done) for event in utterance.events)
        return next((event.rules for event in said if isinstance(event, RulesAgreed)), None)

    def after(self, utterance: Utterance) -> Agreement:
        """The agreement after an utterance about it. Raises ValueError if that does not fit."""
        match utterance.events:
            case (RulesAgreed(),):
                return Agreement((*self.done, utterance))
            case (Undone(id),) if self.done and self.done[-1].id == id:
                return Agreement(self.done[:-1], (*self.undone, self.done[-1]))
            case (Redone(id),) if self.undone and self.undone[-1].id == id:
                return Agreement((*self.done, self.undone[-1]), self.undone[:-1])
        raise ValueError(f"{utterance.events}: nothing that can be agreed on before a game")
