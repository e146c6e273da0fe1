"""Speech that a model is adapted by: the tuning voices say scores, lists of names, letters.

What it means need not be known (docs/hearing.md), so a line's intent is null throughout.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from corpus.dealing import Scores
from corpus.lines import Line, Recording
from corpus.sets import SHARES, manner, table_talk
from corpus.tuning import TEST, TUNE
from corpus.wordings import LANGUAGE, Table, Wordings
from voicekeeper import resources

LEARN = "learn"
_SEED = 61
_FIRST_NAMES = resources.grammars(LANGUAGE) / "first_names.txt"
_NEW_TABLE = 25  # lines until others sit down
_LISTS = ("new game with {0}", "we are {0}", "{0}", "{0} are playing", "it's {0}")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
# In every hundred lines: scores and all else that the grammar has, lists of names, names
# spelled, talk that is none of the table's business.
_KINDS = {"grammar": 52, "names": 28, "letters": 12, "talk": 8}


def draw_learning(count: int) -> list[Recording]:
    """`count` recordings without their sound; nobody at TEST's tables is named in them."""
    chance = random.Random(_SEED)
    said = _Said(chance)
    kinds: dict[str, Callable[[], str]] = {
        "grammar": said.by_the_grammar, "names": said.names, "letters": said.letters,
        "talk": said.talk,
    }
    speakers, weights = [s for s, _ in TUNE.cast], [w for _, w in TUNE.cast]
    found = []
    for number in range(count):
        kind = chance.choices(list(_KINDS), list(_KINDS.values()))[0]
        speaker = chance.choices(speakers, weights)[0]
        name = f"{LEARN}-{number:04}"
        line = Line(kinds[kind](), said.table.players, None)
        found.append(Recording(name, f"{name}.flac", line, speaker, manner(speaker, chance)))
    return found


class _Said:
    """Texts of each kind, at tables of people drawn from the list of first names."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        tested = {name for table in TEST.tables for name in (*table.players, *table.new_players)}
        self._names = [name for name in _read(_FIRST_NAMES) if name not in tested]
        self._wordings = Wordings(chance, Scores(chance))
        self._talk = table_talk(TUNE.name)
        self._lines = self._from_the_grammar()
        self.table = self._another_table()

    def by_the_grammar(self) -> str:
        return next(self._lines)

    def names(self) -> str:
        several = self._some_names(self._chance.choice((1, 2, 3, 3, 4, 5)))
        return self._chance.choice(_LISTS).format(_listed(several, self._chance))

    def letters(self) -> str:
        name = self._chance.choice(self._names).lower()
        letters = [letter.upper() for letter in name if letter in _LETTERS]
        if self._chance.random() < 0.3:
            letters = [letter.upper() for letter in self._chance.choices(_LETTERS, k=5)]
        return ", ".join(letters)

    def talk(self) -> str:
        first, second = self._some_names(2)
        return self._chance.choice(self._talk).format(a=first, b=second)

    def _from_the_grammar(self) -> Iterator[str]:
        rules, weights = list(SHARES), list(SHARES.values())
        while True:
            self.table = self._another_table()
            for rule in self._chance.choices(rules, weights, k=_NEW_TABLE):
                if rule in ("one", "two", "three"):
                    count = ("one", "two", "three").index(rule) + 1
                    yield next(self._wordings.plain_scores(count, self.table)).text
                elif rule != "names":
                    yield next(self._wordings.lines(rule, self.table)).text

    def _another_table(self) -> Table:
        players = tuple(self._some_names(self._chance.randint(2, 4)))
        return Table(players, players)

    def _some_names(self, count: int) -> list[str]:
        return self._chance.sample(self._names, count)


def _listed(names: Sequence[str], chance: random.Random) -> str:
    between = chance.choice((", ", ", ", " "))
    if len(names) > 1 and chance.random() < 0.7:
        return f"{between.join(names[:-1])} and {names[-1]}"
    return between.join(names)


def _read(path: Path) -> list[str]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and line[0] not in "#-"]
