"""Any evening at the table: rounds, edits, other rules, people who come and go, undo, redo,
the end, restarts and questions left open, against a naive model of it all.
"""

from __future__ import annotations

from evening import MOST, PEOPLE, Rounds, chosen, points
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, precondition, rule
from oracle import BOOKLET, SETTINGS

from voicekeeper.intents import (
    CorrectCloser,
    CorrectScore,
    Intent,
    Join,
    Leave,
    Number,
    Plain,
    RemoveRound,
    Rename,
    SetRules,
    Swap,
    Undo,
)
from voicekeeper.skyjo.ledger import Ledger

SPELLINGS = ("Anna", "Béa", "Big Carl")


class Evening(Rounds):
    """... and edits, other rules, people who come and go; all of it taken back and put back."""

    # -- edits ---------------------------------------------------------------

    @precondition(lambda self: self.finished)
    @rule(at=chosen, who=chosen, score=points)
    def correct_score(self, at: int, who: int, score: int) -> None:
        number, players = self._round(at)
        player = players[who % len(players)]
        paper = self.naive.change()
        paper.rounds[number - 1]["scores"][player] = score
        self.said(CorrectScore(score, player, number))
        self.naive.keep(paper)

    @precondition(lambda self: self.finished)
    @rule(at=chosen, who=chosen)
    def correct_closer(self, at: int, who: int) -> None:
        number, players = self._round(at)
        closer = [None, *players][who % (len(players) + 1)]
        paper = self.naive.change()
        paper.rounds[number - 1]["closer"] = closer
        self.said(CorrectCloser(closer, number))
        self.naive.keep(paper)

    @precondition(lambda self: self.finished)
    @rule(at=chosen, who=chosen, other=chosen)
    def swap(self, at: int, who: int, other: int) -> None:
        number, players = self._round(at)
        one, two = players[who % len(players)], players[other % len(players)]
        paper = self.naive.change()
        scores = paper.rounds[number - 1]["scores"]
        scores[one], scores[two] = scores[two], scores[one]
        self.said(Swap((one, two), number))
        self.naive.keep(paper)

    @precondition(lambda self: self.finished)
    @rule(at=chosen)
    def remove_round(self, at: int) -> None:
        number, _ = self._round(at)
        paper = self.naive.change()
        paper.remove(number)
        self.said(RemoveRound(number))
        self.naive.keep(paper)

    def _round(self, at: int) -> tuple[int, list[str]]:
        number = at % self.finished + 1
        return number, self.naive.paper.seated(number)

    # -- rules and players ---------------------------------------------------

    @precondition(lambda self: not self.game["over"])
    @rule(data=st.data())
    def other_rules(self, data: st.DataObject) -> None:
        setting = data.draw(st.sampled_from(sorted(SETTINGS)))
        value = data.draw(st.sampled_from(SETTINGS[setting]))
        self.said(SetRules(((setting, value),)))
        paper = self.naive.change()
        paper.rules = {**BOOKLET, **paper.rules, setting: value}
        if paper.rules["end_at"] is not None or paper.rules["rounds"] is not None:
            if paper.rules == {**BOOKLET, **self.naive.paper.rules}:
                return
            self.naive.keep(paper)

    @precondition(lambda self: not self.game["over"] and (
        self.finished or self.game["entered"] or self.game["closer"]))
    @rule(who=chosen, plays_already=st.booleans(),
          total=st.sampled_from([None, 0, 12, -3]), at_once=st.booleans())
    def somebody_comes(self, who: int, plays_already: bool, total: int | None, at_once: bool
                       ) -> None:
        number = self.game["round"]
        away = [name for name in PEOPLE if name not in self.naive.paper.seated(number)
                and name not in self.naive.paper.seated(number + 1)]
        if not away:
            return
        player = away[who % len(away)]
        if total is not None and total < 0 and not self.finished:
            total = 0  # nobody can have less yet
        seats = [len(self.naive.paper.seated(at)) for at in (number, number + 1)]
        if max(seats) >= MOST:
            # A name put right has made a ninth person of the eight. (Where it is full in one
            # of two rounds alone, it depends on the round.)
            if min(seats) >= MOST:
                self.said(Join(player))
            return
        begun = bool(self.game["entered"] or self.game["closer"] or "nobody_closed" in self.game)
        later = begun and not plays_already
        how_many = Plain("highest") if total is None else Number(total)
        said = "highest" if total is None else total
        answers: list[Intent] = [Plain("yes" if plays_already else "no")] if begun else []
        first = number == 1 and not later
        if first:
            total = total if at_once and total is not None else 0
        elif not at_once:
            answers.append(how_many)
        self.said(Join(player, said if at_once else None), *answers)  # type: ignore[arg-type]
        paper = self.naive.change()
        joins = {"round": number + later, "joins": player}
        paper.come_or_go(joins if total is None else {**joins, "total": total})
        self.naive.keep(paper)

    @precondition(lambda self: not self.game["over"] and (
        self.finished or self.game["entered"] or self.game["closer"]))
    @rule(who=chosen)
    def somebody_goes(self, who: int) -> None:
        number = self.game["round"]
        player = self.game["players"][who % len(self.game["players"])]
        at = number + (player in self.game["entered"] or player == self.game["closer"])
        self.said(Leave(player))
        paper = self.naive.change()
        leaves_anyway = any(c.get("leaves") == player and c["round"] > number
                            for c in paper.seats)
        if leaves_anyway or min(len(paper.seated(at)), len(paper.seated(number + 1))) <= 2:
            return
        paper.come_or_go({"round": at, "leaves": player})
        self.naive.keep(paper)

    @rule(who=chosen, other=chosen)
    def put_a_name_right(self, who: int, other: int) -> None:
        player = self.game["players"][who % len(self.game["players"])]
        name = (SPELLINGS + PEOPLE)[other % (len(SPELLINGS) + len(PEOPLE))]
        self.said(Rename(player, name))
        if name in self.naive.paper.everyone():
            return
        paper = self.naive.change()
        paper.rename(player, name)
        self.naive.keep(paper)

    # -- back and forth ------------------------------------------------------

    @precondition(lambda self: self.naive.before)
    @rule(steps=st.integers(1, 4))
    def undo(self, steps: int) -> None:
        for _ in range(min(steps, len(self.naive.before))):
            self.said(Undo())
            self.naive.undo()

    @precondition(lambda self: self.naive.after)
    @rule(steps=st.integers(1, 4))
    def redo(self, steps: int) -> None:
        for _ in range(min(steps, len(self.naive.after))):
            self.said(Plain("redo"))
            self.naive.redo()

    @precondition(lambda self: self.naive.before)
    @rule()
    def undo_then_redo(self) -> None:
        was = self.table.ledger.books()
        self.said(Undo())
        assert self.table.ledger.books() != was
        self.said(Plain("redo"))
        assert self.table.ledger.books() == was

    @precondition(lambda self: not self.game["over"] and self.finished > 2)
    @rule()
    def end_the_game(self) -> None:
        self.said(Plain("end_game"))
        paper = self.naive.change()
        paper.end()
        self.naive.keep(paper)

    @rule()
    def restart(self) -> None:
        was = self.table.ledger.books()
        with Ledger.open(self.table.ledger.path) as reader:
            assert reader.books() == was
        self.table.restart()
        assert self.table.ledger.books() == was
        assert was.game is not None
        # The program asks who plays where the last game was over; somebody brings it back.
        self.table.session.resume(was.game.id)
        self.table.last = self.table.session.silence()

    # -- what holds all the time ---------------------------------------------

    @invariant()
    def both_say_the_same(self) -> None:
        if hasattr(self, "table"):
            assert self.table.game == self.game, self.table.said


TestAnyEvening = Evening.TestCase
TestAnyEvening.settings = settings(max_examples=25, stateful_step_count=30, deadline=None,
                                   suppress_health_check=list(HealthCheck))
