"""An evening of rounds at the table: everything is said to a real table and written on paper."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, get_args

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule
from naive_table import UNKNOWN, NaiveTable
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
    CorrectScore,
    Count,
    Entry,
    Intent,
    Item,
    Leave,
    Move,
    Name,
    NewGame,
    Number,
    Order,
    Plain,
    RemoveRound,
    SayName,
    Topic,
    TotalIs,
    Undo,
    WhatIf,
)
from voicekeeper.skyjo.ledger import FILE_NAME, Ledger
from voicekeeper.skyjo.rules import Rules

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


class Rounds(RuleBasedStateMachine):
    """Rounds played to their end, scores said in any way, and whatever else is said between."""

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
