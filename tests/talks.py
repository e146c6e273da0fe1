"""Any talk at all: intents of every kind, what else can happen, and how each question is opened."""

from __future__ import annotations

from typing import get_args, get_type_hints

from hypothesis import strategies as st
from table import Table

from voicekeeper.dialog import questions
from voicekeeper.dialog.meaning import Meaning
from voicekeeper.intents import (
    About,
    Ask,
    AskRules,
    AskStats,
    Choose,
    Count,
    Entry,
    Feat,
    Intent,
    Item,
    Join,
    Name,
    NewGame,
    Number,
    Order,
    Plain,
    Pronounce,
    RemoveRound,
    Resume,
    SetRules,
    Spell,
    StarterCards,
    Swap,
    Topic,
    Undo,
    When,
)

PLAYERS = ("Ana", "Marco", "Leo")
EVERYBODY = (*PLAYERS, "Zoe")

players = st.sampled_from(PLAYERS)
strangers = st.sampled_from(EVERYBODY)
points = st.one_of(st.integers(-3, 40), st.integers(-30, 160), st.just(10**20))
rounds = st.one_of(st.none(), st.integers(-3, 5))
items = st.builds(Item, strangers, st.one_of(st.none(), points), st.booleans())
settings_said = st.sampled_from([
    ("end_at", 30), ("end_at", 200), ("end_at", None), ("end_at", 0), ("end_when", "passes"),
    ("tie_doubles", False), ("double_negative", True), ("penalty", "none"), ("penalty", "flat"),
    ("flat_points", 20), ("starter", "lowest"), ("starter", "highest"), ("columns", False),
    ("shared_win", False), ("rounds", 2), ("rounds", None), ("rounds", 10**6),
])
agreed = st.lists(settings_said, max_size=3).map(lambda said: tuple(dict(said).items()))
cards = st.lists(st.integers(-3, 13), max_size=13).map(tuple)
maybe = st.none() | strangers

_KINDS: dict[type, st.SearchStrategy[Intent]] = {
    Entry: st.builds(Entry, st.lists(items, max_size=4).map(tuple), st.booleans(), rounds,
                     st.booleans()),
    Ask: st.builds(Ask, st.sampled_from(get_args(About)), maybe, rounds, st.none() | points),
    AskStats: st.builds(AskStats, st.sampled_from(get_args(Feat)), maybe)
    | st.builds(AskStats, st.just("beaten"), strangers, strangers),
    Swap: st.builds(Swap, st.tuples(strangers, strangers), rounds),
    RemoveRound: st.builds(RemoveRound, st.integers(-1, 5)),
    Count: st.builds(Count, strangers, cards, st.booleans()),
    StarterCards: st.builds(StarterCards, st.dictionaries(
        strangers, st.tuples(st.integers(-3, 13), st.integers(-2, 12)), min_size=1,
    ).map(lambda said: tuple(said.items()))),
    Choose: st.builds(Choose, st.integers(-1, 3)),
    AskRules: st.builds(AskRules, st.sampled_from(get_args(Topic))),
    SetRules: st.builds(SetRules, agreed, st.booleans()),
    NewGame: st.builds(NewGame, st.sampled_from(
        [None, ("Ana", "Marco"), ("Leo",), ("Ana", "ana"), ()]), agreed),
    Resume: st.builds(Resume, st.sampled_from([None, *get_args(When)]),
                      st.sampled_from([(), ("Ana",), ("Zoe",)])),
    Pronounce: st.builds(Pronounce, strangers, st.sampled_from([None, "Joey"])),
    Join: st.builds(Join, strangers, st.sampled_from([None, "highest", 0, 20, 10**9])),
    Spell: st.builds(Spell, st.sampled_from([None, "Zoe"])),
    Undo: st.builds(Undo, st.sampled_from([None, "round"])),
    Plain: st.builds(Plain, st.sampled_from(get_args(Order))),
}
_HINTS: dict[object, st.SearchStrategy[object]] = {
    str: strangers, str | None: maybe, int: points, int | None: rounds, bool: st.booleans(),
}


def _built(kind: type) -> st.SearchStrategy[Intent]:
    """Intents of a kind for which nothing better is written above."""
    return st.builds(kind, **{name: _HINTS[hint] for name, hint in get_type_hints(kind).items()})


KINDS = {kind: _KINDS[kind] if kind in _KINDS else _built(kind) for kind in get_args(Intent)}
"""What can be meant, by kind."""


def whole_round(scores: list[int], closer: int) -> Intent:
    """Everybody's score at once."""
    return Entry(tuple(Item(player, score, at == closer)
                       for at, (player, score) in enumerate(zip(PLAYERS, scores, strict=True))))


intents: st.SearchStrategy[Intent] = st.one_of(
    *KINDS.values(),
    st.builds(Entry, st.tuples(st.builds(Item, players, st.integers(-2, 60)))),
    st.builds(Entry, st.tuples(st.builds(Item, players, st.none(), st.just(True)))),
    st.builds(whole_round, st.lists(st.integers(-2, 30), min_size=3, max_size=3),
              st.integers(0, 2)),
    st.just(Plain("yes")),
)
choices = st.lists(intents, min_size=2, max_size=3, unique=True).map(tuple)
turns = st.one_of(
    intents,
    intents,
    choices,
    st.none(),
    st.sampled_from(["!next", "!previous", "!undo", "", "restart", "lapse"]),
)

_FIVE = Entry((Item("Ana", 5),))
_ROUND = whole_round([5, 6, 7], 0)
_OTHER = NewGame(("Ana", "Zoe"))
_YES = Plain("yes")
OPENINGS: dict[type, tuple[object, ...]] = {
    questions.ConfirmItem: (Entry((Item("Ana", 90),)),),
    questions.ConfirmNobody: (Entry(nobody_closed=True),),
    questions.ConfirmEvents: (_FIVE, Plain("end_game")),
    questions.ChooseBetween: ((_FIVE, Entry((Item("Ana", 9),))),),
    questions.WhoseNumber: (Number(5),),
    questions.WhoClosed: (Entry(tuple(Item(player, 5) for player in PLAYERS)),),
    questions.ScoreOf: (Name("Ana"),),
    questions.JoinsWhen: (_FIVE, Join("Zoe")),
    questions.JoinsWith: (_ROUND, Join("Zoe")),
    questions.ResumeThis: (_FIVE, _OTHER, _YES, Entry((Item("Zoe", 5),)), Resume("last")),
    questions.WhichGame: (_FIVE, _OTHER, _YES, Entry((Item("Zoe", 5),)),
                          NewGame(("Zoe", "Leo")), _YES, Resume(None, ("Ana",))),
    questions.ShutDown: (_FIVE, Plain("shut_down")),
    questions.WhoPlays: (_FIVE, Plain("end_game"), _YES, "restart"),
}
"""What is said at the table of PLAYERS until a question of each kind is open."""


def happens(table: Table, turn: object) -> None:
    """One turn: an intent, several (a doubt), None (not understood), a key or an event."""
    match turn:
        case "restart":
            table.restart()
        case "lapse":
            table.lapse()
        case str(text):
            table.line(text)
        case None:
            table.last = table.session.hear(Meaning("gibberish"))
        case tuple(readings):
            table.last = table.session.hear(Meaning("unclear", None, readings))
        case _:
            table.last = table.session.hear(Meaning("said", turn))  # type: ignore[arg-type]
