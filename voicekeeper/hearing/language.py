"""A language's grammar with what the program supplies: players, numbers, names."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from voicekeeper.hearing.automaton import Automaton, Given, build_automaton, lexicon
from voicekeeper.hearing.jsgf import (
    Alternatives,
    Branch,
    Grammar,
    Lexicon,
    Node,
    Tagged,
    Word,
    load_grammar,
    words_of,
)
from voicekeeper.hearing.jsgf import Sequence as Said
from voicekeeper.hearing.names import SpokenAs, possessive_forms, spoken_forms
from voicekeeper.hearing.normalise import MOST_ORDINAL
from voicekeeper.numbers import ordinals, spellings
from voicekeeper.resources import grammars

UTTERANCE = "utterance"
BEFORE_GAME = "before_game"

_GIVEN = frozenset({"NULL", "player", "possessive", "number", "number_below_zero",
                    "round_number", "round_ordinal", "limit", "card", "new_player"})
_HIGHEST_CARD = 12
# Stands in first_names.txt before the less common names.
_LESS_COMMON = "---"


@dataclass(frozen=True)
class Players:
    """Who sits at the table, in seating order, and how their names are said.

    `past` are people who have played before, each with the spoken forms of the
    name: they may be named for a new game, and asked about before there is one.
    """

    names: tuple[str, ...]
    spoken_as: tuple[tuple[str, tuple[str, ...]], ...] = ()
    past: tuple[tuple[str, tuple[str, ...]], ...] = ()

    @classmethod
    def of(cls, names: Iterable[str], spoken_as: SpokenAs) -> Players:
        """These players, with what the settings say of how their names are spoken."""
        seated = tuple(names)
        return cls(seated, tuple((n, tuple(spoken_as[n])) for n in seated if n in spoken_as))

    def forms(self, language: str) -> tuple[tuple[str, ...], ...]:
        """Each player's spoken forms."""
        spoken_as = dict(self.spoken_as)
        return tuple(spoken_forms(name, language, spoken_as) for name in self.names)

    def askable(self, language: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Whom a question may be about, with the spoken forms: the players, or before a game
        those who have played."""
        if not self.names:
            return self.past
        return tuple(zip(self.names, self.forms(language), strict=True))

    def with_past(self, past: Players, language: str) -> Players:
        """The same table, where other people have played before."""
        others = {name: forms for name, forms in
                  zip(past.names, past.forms(language), strict=True) if name not in self.names}
        return replace(self, past=tuple(sorted(others.items())))

    def heard(self, language: str, vocabulary: Collection[str]) -> dict[str, tuple[str, ...]]:
        """Each player's spoken forms whose words a vocabulary has; none: can't be heard."""
        return {
            name: tuple(form for form in forms if all(word in vocabulary for word in form.split()))
            for name, forms in zip(self.names, self.forms(language), strict=True)
        }


@lru_cache(maxsize=8)
def grammar_of(language: str) -> Grammar:
    """The language's skyjo.jsgf. Raises GrammarFault."""
    return load_grammar(grammars(language) / "skyjo.jsgf", given=_GIVEN)


@lru_cache(maxsize=8)
def first_names(language: str) -> tuple[str, ...]:
    """The first names of a language, from its first_names.txt."""
    return tuple(line for line in _name_lines(language) if line != _LESS_COMMON)


@lru_cache(maxsize=8)
def common_names(language: str) -> frozenset[str]:
    """The everyday ones of the first names: those above the line of dashes."""
    lines = _name_lines(language)
    return frozenset(lines[:lines.index(_LESS_COMMON)] if _LESS_COMMON in lines else lines)


def _name_lines(language: str) -> list[str]:
    path = grammars(language) / "first_names.txt"
    if not path.is_file():
        return []
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


@lru_cache(maxsize=8)
def name_titles(language: str) -> frozenset[str]:
    """What stands before a name and belongs to it ("uncle", "big"): the grammar's <title>."""
    grammar = grammar_of(language)
    return frozenset(words_of(grammar, "title") if "title" in grammar.rules else ())


def automaton_of(language: str, rule: str, players: Players, *, number_words: NumberWords,
                 new_players: Lexicon, tags: bool, letters: Node | None = None,
                 known: Collection[str] | None = None,
                 emphasis: float = 1.0) -> Automaton:
    """The automaton of one public rule for these players.

    `number_words`, `new_players` and `letters` differ between the recogniser, which
    hears likely things rather, and the parser, which reads whatever is typed: for it
    <letters> stays as it is written. The rest is as in build_automaton.
    """
    grammar = grammar_of(language)
    if letters is not None:
        grammar = replace(grammar, rules={**grammar.rules, "letters": letters})
    forms = [of_one for _, of_one in players.askable(language)]
    given: Given = {
        "NULL": Said(()),
        "player": _named(forms),
        "possessive": _named([
            tuple(p for form in of_one for p in possessive_forms(form, language))
            for of_one in forms
        ]),
        "number": _number(number_words.scores),
        "number_below_zero": _number(number_words.below_zero),
        "round_number": _number(number_words.rounds),
        "round_ordinal": _number(lexicon(
            (text, 0.0) for text in ordinals(language, MOST_ORDINAL))),
        "limit": _number(number_words.limits),
        "card": _number(numbers(language, range(_HIGHEST_CARD + 1))),
        "new_player": new_players,
    }
    return build_automaton(grammar, rule, given, tags=tags, known=known,
                           emphasis=emphasis)


@dataclass(frozen=True)
class NumberWords:
    """The numbers that can be said: as a score, after minus, as a round's number, as the end."""

    scores: Lexicon
    below_zero: Lexicon
    rounds: Lexicon
    limits: Lexicon


def numbers(language: str, values: Iterable[int], *, rarity_cost: float = 0.0,
            value_cost: Callable[[int], float] = lambda _: 0.0, extra: Iterable[str] = ()
            ) -> Lexicon:
    """The words for these numbers; `extra` are words beside them.

    A rare spelling costs `rarity_cost` for each step; `value_cost` tells how
    unlikely a number itself is.
    """
    found = [(text, rarity * rarity_cost + value_cost(n))
             for n in values for text, rarity in spellings(n, language).items()]
    return lexicon([*found, *((text, 0.0) for text in extra)])


def _named(forms: Sequence[Sequence[str]]) -> Node:
    return Alternatives(tuple(
        Branch(1.0, Tagged(Said(tuple(Word(w) for w in form.split())), (f"player {index}",)))
        for index, of_one in enumerate(forms) for form in of_one
    ))


def _number(words: Lexicon) -> Node:
    # The tags mark where the number begins and ends; the parser reads what is between.
    return Said((Tagged(Said(()), ("number_begin",)), Tagged(words, ("number_end",))))
