"""Any evening at the table: rounds, edits, other rules, people who come and go, undo, redo,
the end, restarts and questions left open, against a naive model of it all.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, get_args

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from naive_table import UNKNOWN, NaiveTable
from oracle import BOOKLET, SETTINGS
from table import Table

from voicekeeper.dialog.questions import (
    ConfirmEvents,
    ConfirmItem,
    ConfirmNobody,
    JoinsWhen,
    JoinsWith,
)
from voicekeeper.intents import (
    About,
    Adjust,
    Ask,
    AskRules,
    AskStats,
    CorrectCloser,
    CorrectScore,
    Count,
    Entry,
    Intent,
    Item,
    Join,
    Leave,
    Move,
    Name,
    NewGame,
    Number,
    Order,
    Plain,
    RemoveRound,
    Rename,
    SayName,
    SetRules,
    Swap,
    Topic,
    TotalIs,
    Undo,
    WhatIf,
)
from voicekeeper.skyjo.ledger import FILE_NAME, Ledger
from voicekeeper.skyjo.rules import Rules

SPELLINGS = ("Anna", "Béa", "Big Carl")
PEOPLE = ("Ana", "Bea", "Carl", "Dan", "Eve", "Fay", "Gus", "Hal")
MOST = 8  # can play
points = st.integers(-2, 25) | st.integers(0, 3)
chosen = st.integers(0, 10**6)
ORDERS: tuple[Order, ...] = ("help", "repeat", "what_heard", "version", "column", "louder", "no",
                             "go_on", "roll_call", "in_short", "in_full")
harmless: st.SearchStrategy[Intent] = st.one_of(
    st.builds(Ask, st.sampled_from(get_args(About)), st.none() | st.sampled_from(PEOPLE)),
    st.builds(AskRules, st.sampled_from(get_args(Topic))),
    st.sampled_from([AskStats("wins"), AskStats("best", "Ana"), WhatIf(8), SayName("Ana"),
                     *(Plain(order) for order in ORDERS)]),
)


def _cards(score: int) -> tuple[int, ...]:
    """Cards that come to so many points."""
    twelves, rest = divmod(max(score, 0), 12)
    return (12,) * twelves + (rest if score >= 0 else score,)


class Evening(RuleBasedStateMachine):
    """Everything is said to a real table and written on paper; then the two are compared."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = TemporaryDirectory()

    @initialize(seats=st.integers(2, 8), data=st.data())
    def begin(self, seats: int, data: st.DataObject) -> None:
        ledger = Ledger.open(Path(self.folder.name) / FILE_NAME, writer=True)
        self.table = Table(ledger, Rules())
        self.table.start(PEOPLE[:seats])
        self.leaves_open = False
        self.naive = NaiveTable(list(PEOPLE[:seats]))
        self.whole_rounds(data)

    def teardown(self) -> None:
        if hasattr(self, "table"):
            self.table.ledger.close()
        self.folder.cleanup()

    # -- how it is talked ----------------------------------------------------

    def said(self, intent: Intent, *answers: Intent) -> None:
        """Somebody says something, and yes to what it is asked, or just these answers.

        A question that was left open is dropped by it, if it is no answer.
        """
        answers_it = isinstance(intent, Undo | Plain | Number | Name)
        if self.table.asking and (answers_it or not self.leaves_open):
            self.table.means(Plain("cancel"))
        self.leaves_open = False
        self.table.means(intent)
        for answer in answers:
            assert isinstance(self.table.session.question, JoinsWhen | JoinsWith), self.table.said
            self.table.means(answer)
        while isinstance(self.table.session.question,
                         ConfirmEvents | ConfirmItem | ConfirmNobody):
            self.table.means(Plain("yes"))

    @property
    def game(self) -> dict[str, Any]:
        return self.naive.paper.view()

    @property
    def finished(self) -> int:
        return len(self.naive.paper.finished())

    # -- a round -------------------------------------------------------------

    @precondition(lambda self: not self.game["over"])
    @rule(data=st.data())
    def scores(self, data: st.DataObject) -> None:
        paper = self.naive.change()
        playing = paper.playing()
        missing = self.game["missing"]
        who = data.draw(st.lists(st.sampled_from(missing), unique=True)) if missing else []
        new = {player: data.draw(points) for player in who}
        closer = (data.draw(st.sampled_from([None, *self.game["players"]]))
                  if playing["closer"] == UNKNOWN else None)
        if not new and closer is None:
            return
        items = [Item(p, score, p == closer) for p, score in new.items()]
        if closer is not None and closer not in new:
            items.append(Item(closer, closed=True))
        self.said(Entry(tuple(items)))
        playing["scores"].update(new)
        if closer is not None:
            playing["closer"] = closer
        self.naive.keep(paper)

    @rule(data=st.data())
    def whole_rounds(self, data: st.DataObject) -> None:
        for closes in data.draw(st.lists(chosen, min_size=1, max_size=4)):
            if self.game["over"]:
                return
            paper = self.naive.change()
            playing = paper.playing()
            players = self.game["players"]
            scores = {player: data.draw(points) for player in self.game["missing"]}
            closer = players[closes % len(players)]
            if playing["closer"] == UNKNOWN:
                playing["closer"] = closer
            playing["scores"].update(scores)
            items = [Item(player, score) for player, score in scores.items()]
            if playing["closer"] is not None:
                items.append(Item(playing["closer"], closed=True))
            self.said(Entry(tuple(items)))
            self.naive.keep(paper)

    @precondition(lambda self: not self.game["over"])
    @rule(data=st.data())
    def the_rest_of_a_round(self, data: st.DataObject) -> None:
        paper = self.naive.change()
        playing = paper.playing()
        new = {player: data.draw(points) for player in self.game["missing"]}
        if new:
            self.said(Entry(tuple(Item(p, score) for p, score in new.items())))
            playing["scores"].update(new)
            self.naive.keep(paper)
        if not self.game["over"] and self.game["entered"] and not self.game["missing"]:
            self.who_closed(data.draw(st.sampled_from([None, *self.game["players"]])))

    def who_closed(self, closer: str | None) -> None:
        paper = self.naive.change()
        playing = paper.playing()
        item = () if closer is None else (Item(closer, closed=True),)
        self.said(Entry(item, nobody_closed=closer is None))
        playing["closer"] = closer
        self.naive.keep(paper)

    # -- said otherwise than straight away ------------------------------------

    @precondition(lambda self: self.game["missing"])
    @rule(who=chosen, score=points, how=st.sampled_from(["number", "name", "total", "cards"]))
    def one_score(self, who: int, score: int, how: str) -> None:
        player = self.game["missing"][who % len(self.game["missing"])]
        match how:
            case "number":
                self.said(Number(score))
                self.table.means(Name(player))
            case "name":
                self.said(Name(player))
                self.table.means(Number(score))
            case "total":
                self.said(TotalIs(player, self.game["totals"][player] + score))
            case _:
                self.said(Count(player, _cards(score)))
        self.writes(player, score)

    @precondition(lambda self: self.game["entered"])
    @rule(who=chosen, score=points, how=st.sampled_from(["corrected", "more", "again"]))
    def another_score(self, who: int, score: int, how: str) -> None:
        entered = self.game["entered"]
        player = sorted(entered)[who % len(entered)]
        match how:
            case "corrected":
                self.said(CorrectScore(score, player))
            case "more":
                self.said(Adjust(player, score - entered[player]))
            case _:
                self.said(Entry((Item(player, score),)))
        self.writes(player, score)

    @precondition(lambda self: self.game["entered"] and self.game["missing"])
    @rule(who=chosen, other=chosen)
    def it_was_another(self, who: int, other: int) -> None:
        """What the last utterance said of the one is the other's: points, closing, or both."""
        entered, missing = self.game["entered"], self.game["missing"]
        source = sorted(entered)[who % len(entered)]
        target = missing[other % len(missing)]
        new = self.naive.new_in_the_round(source)
        paper = self.naive.change()
        playing = paper.playing()
        if new != {"closer"}:
            playing["scores"][target] = playing["scores"].pop(source)
        if "closer" in new:
            playing["closer"] = target
        self.said(Move(source, target))
        self.naive.keep(paper)

    def writes(self, player: str, score: int) -> None:
        paper = self.naive.change()
        paper.playing()["scores"][player] = score
        self.naive.keep(paper)

    @precondition(lambda self: self.finished)
    @rule()
    def the_last_round_goes(self) -> None:
        paper = self.naive.change()
        paper.remove(self.finished)
        self.said(Undo("round"))
        self.naive.keep(paper)

    @rule(intent=harmless)
    def something_else(self, intent: Intent) -> None:
        """A question or an order that is not about scores changes nothing."""
        self.said(intent)

    @precondition(lambda self: not self.game["over"])
    @rule(data=st.data())
    def a_question_stays_open(self, data: st.DataObject) -> None:
        """... until something else is said."""
        under_way: list[Intent] = []
        if self.game["entered"]:
            under_way = [NewGame(), NewGame(("Ana", "Zoe"))]
        if self.table.asking:
            self.table.means(Plain("cancel"))
        opening: list[Intent] = [
            Plain("end_game"), RemoveRound(1), Number(7), Leave(self.game["players"][-1]),
            Entry((Item(self.game["players"][0], 90),)), *under_way,
        ]
        self.table.means(data.draw(st.sampled_from(opening)))
        self.leaves_open = True

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
