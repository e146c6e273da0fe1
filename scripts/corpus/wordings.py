"""Texts drawn from the grammar itself, by its own weights, with their meaning from the parser."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from corpus.dealing import Scores
from corpus.lines import Line
from voicekeeper.hearing import jsgf
from voicekeeper.hearing.language import Players, grammar_of
from voicekeeper.hearing.parser import Parser
from voicekeeper.intents import to_json
from voicekeeper.numbers import spellings

LANGUAGE = "en"
# Rare wordings are drawn a little more often than they are said, or a corpus would hold few.
_FLATTER = 0.85
_SPELLING = {0: 1.0, 1: 0.25, 2: 0.06}  # likelihood by rarity
_LONGEST_LIST = 3
_HIGHEST_CARD = 12
_HIGHEST_ROUND = 12
# Written only, or spelt otherwise where they are said.
_NOT_SAID = frozenset({"pts", "o", "noone", "nevermind", "ok", "neg"})
# What the grammar lets pass but nobody says: a loose "and", "an thirty".
_LOOSE = re.compile(r"\band( for\b|$)|\ban? (?!hundred\b)", re.IGNORECASE)
_SPEAKER = frozenset({"i", "i'm", "i've", "me", "my", "mine", "we"})
_ASKING = re.compile(r"(who|what|which|when|how|whose|where|is|are|was|did|does|do|has|have|can|am)"
                     r"('s|'re)?\b")
# Where people pause: after these rules and before each further turn of a loop.
_PAUSE_AFTER = frozenset({"opening", "no"})
_COMMA = ","
# Scores as most people say them, and what stands between two of them, with how often.
_OPEN = {
    "{p} {s}": 40, "{p} got {s}": 8, "{p} has {s}": 8, "{s} for {p}": 10, "{p} scored {s}": 3,
    "give {p} {s}": 4, "put {p} down for {s}": 2, "I got {s}": 2, "I have {s}": 1,
}
_CLOSING = {
    "{p} closed with {s}": 8, "{p} {s} and closed": 6, "{p} went out with {s}": 2, "{p} closed": 2,
}
_BETWEEN = {", ": 50, " and ": 25, " ": 10, ", and ": 10, ", then ": 5}


@dataclass(frozen=True)
class Table:
    """Who sits at a table, and names that somebody may bring to a new game there."""

    players: tuple[str, ...]
    new_players: tuple[str, ...]


@dataclass
class _Walk:
    """One way through the grammar: which names are still to be drawn."""

    table: Table
    chance: random.Random
    scores: Scores
    names: list[str] = field(default_factory=list)
    new_names: list[str] = field(default_factory=list)

    def name(self) -> str:
        """Another player each time, until all have had their turn."""
        return self._next(self.names, self.table.players)

    def new_name(self) -> str:
        return self._next(self.new_names, self.table.new_players)

    def _next(self, left: list[str], names: tuple[str, ...]) -> str:
        if not left:
            left.extend(self.chance.sample(names, len(names)))
        return left.pop()


class Wordings:
    """Draws texts for tables; `scores` gives the numbers in them, if not Skyjo."""

    def __init__(self, chance: random.Random, scores: Scores | None = None) -> None:
        self._chance = chance
        self._scores = scores or Scores(chance)
        self._rules = grammar_of(LANGUAGE).rules
        self._parsers: dict[tuple[str, ...], Parser] = {}

    def lines(self, rule: str, table: Table, begin: str = "") -> Iterator[Line]:
        """Lines of one rule without end, each with exactly one meaning; `begin` is said first."""
        while True:
            walk = _Walk(table, self._chance, self._scores)
            said = list(self._reference("opening", walk)) if self._chance.random() < 0.04 else []
            said += [*begin.split(), *self._reference(rule, walk)]
            if self._chance.random() < 0.03:
                said += self._reference("closing", walk)
            text = _written(said)
            if _NOT_SAID.isdisjoint(text.lower().split()) and not _LOOSE.search(text):
                line = self.understood(text, table.players)
                if line is not None:
                    yield line

    def plain_scores(self, count: int, table: Table) -> Iterator[Line]:
        """Lines of `count` players' scores without end."""
        while True:
            count_here = min(count, len(table.players))
            text, closed = "", False
            for player in self._chance.sample(table.players, count_here):
                if text:
                    text += self._one_of(_BETWEEN)
                walk = _Walk(table, self._chance, self._scores)
                score = " ".join(self._score(self._scores.next(), walk))
                way = self._one_of(_OPEN if closed else _OPEN | _CLOSING)
                closed = closed or way in _CLOSING
                text += way.format(p=player, s=score)
            line = self.understood(text, table.players)
            if line is not None:
                yield line

    def _one_of(self, weighted: dict[str, int]) -> str:
        return self._chance.choices(list(weighted), list(weighted.values()))[0]

    def understood(self, text: str, players: tuple[str, ...]) -> Line | None:
        """The line, where it has one meaning; a bare number is mostly somebody's."""
        alone = self.meant(text, players)
        bare = alone is not None and alone.intent is not None and alone.intent["type"] == "number"
        own = not _SPEAKER.isdisjoint(re.findall(r"[\w']+", text.lower()))
        if own or (bare and self._chance.random() < 0.8):
            spoken = self.meant(text, players, self._chance.choice(players))
            # Not every "I" is a player: "what can I say".
            return alone if alone and spoken and alone.intent == spoken.intent else spoken
        return alone

    def meant(self, text: str, players: tuple[str, ...], speaking_for: str | None = None
              ) -> Line | None:
        """The line, where it has one meaning, with its commas and without."""
        parser = self.parser(players)
        parsed, heard = (parser.parse(t, speaking_for) for t in (text, text.replace(",", "")))
        if parsed.intent is None or parsed.choices or parsed != heard:
            return None
        return Line(text, players, to_json(parsed.intent), speaking_for,
                    asks=_ASKING.match(text.lower()) is not None)

    def outside(self, text: str, players: tuple[str, ...]) -> Line | None:
        """The line, where it means nothing to the scorekeeper."""
        parsed = self.parser(players).parse(text)
        if parsed.intent is not None or parsed.choices:
            return None
        return Line(text, players, None, asks=_ASKING.match(text.lower()) is not None)

    def parser(self, players: tuple[str, ...]) -> Parser:
        """The parser for these players, made once."""
        if players not in self._parsers:
            self._parsers[players] = Parser(LANGUAGE, Players(players))
        return self._parsers[players]

    # ---- the walk ------------------------------------------------------------

    def _words(self, node: jsgf.Node, walk: _Walk) -> Iterator[str]:
        match node:
            case jsgf.Word(text):
                yield text
            case jsgf.Reference(name):
                yield from self._reference(name, walk)
            case jsgf.Sequence(nodes):
                for part in nodes:
                    yield from self._words(part, walk)
            case jsgf.Tagged(inner, _):
                yield from self._words(inner, walk)
            case jsgf.Alternatives(branches):
                weights = [branch.weight ** _FLATTER for branch in branches]
                branch = self._chance.choices(branches, weights)[0]
                yield from self._words(branch.node, walk)
            case jsgf.Optional(inner):
                if self._chance.random() < _likelihood(inner):
                    yield from self._words(inner, walk)
            case jsgf.Repeat(inner, least):
                yield from self._repeated(inner, least, walk)

    def _repeated(self, inner: jsgf.Node, least: int, walk: _Walk) -> Iterator[str]:
        turns = least
        while turns < _LONGEST_LIST and self._chance.random() < 0.5:
            turns += 1
        for turn in range(turns):
            if (turn or not least) and self._chance.random() < 0.75:
                yield _COMMA
            yield from self._words(inner, walk)

    def _reference(self, rule: str, walk: _Walk) -> Iterator[str]:
        match rule:
            case "NULL":
                pass
            case "player":
                yield walk.name()
            case "possessive":
                yield f"{walk.name()}'s"
            case "new_player":
                yield walk.new_name()
            case "score":
                yield from self._score(walk.scores.next(), walk)
            case "number" | "number_below_zero":
                yield self.spelt(abs(walk.scores.next()))
            case "card":
                yield self.spelt(self._chance.randint(0, _HIGHEST_CARD))
            case "round_number":
                yield self.spelt(self._chance.randint(1, _HIGHEST_ROUND))
            case _:
                yield from self._words(self._rules[rule], walk)
        if rule in _PAUSE_AFTER and self._chance.random() < 0.7:
            yield _COMMA

    def _score(self, score: int, walk: _Walk) -> Iterator[str]:
        # Drawn here and not by the grammar's weights, so that the scores are the given ones.
        way = self._chance.random()
        if score >= 0:
            yield self.spelt(score)
        elif way < 0.9:
            yield from ("minus" if way < 0.75 else "negative", self.spelt(-score))
        else:
            yield from (self.spelt(-score), "below", "zero")
            return
        if self._chance.random() < 0.12:
            yield "point" if abs(score) == 1 else "points"

    def spelt(self, number: int) -> str:
        """A number in words, now and then in a less usual way."""
        ways = list(spellings(number, LANGUAGE).items())
        return self._chance.choices([w for w, _ in ways], [_SPELLING[r] for _, r in ways])[0]


def _likelihood(optional: jsgf.Node) -> float:
    """How often an optional part is said: half the time, less where its weights say so."""
    if isinstance(optional, jsgf.Alternatives):
        weight = float(sum(branch.weight ** _FLATTER for branch in optional.branches))
        return min(0.5, weight / (1 + weight))
    return 0.5


def _written(words: list[str]) -> str:
    """The words as one text: no comma first, last, twice or before "and"."""
    text = " ".join(words)
    text = re.sub(r"\s*,(\s*,)*\s*", ", ", text)
    text = re.sub(r", and\b", " and", text).strip(" ,")
    return re.sub(r"\s+", " ", text)
