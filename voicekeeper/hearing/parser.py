"""The parser: words to intents through the same grammar that the recogniser hears by.

The text becomes a linear acceptor, is composed with the grammar's transducer
(kaldifst), and every path through the result is one reading.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import kaldifst

from voicekeeper.hearing.jsgf import words_of
from voicekeeper.hearing.language import (
    UTTERANCE,
    Players,
    first_names,
    grammar_of,
    name_titles,
)
from voicekeeper.hearing.meaning import meaning
from voicekeeper.hearing.namelist import first_forms, parse_names, part_names
from voicekeeper.hearing.names import spoken_forms
from voicekeeper.hearing.normalise import (
    HIGHEST_SPELT,
    LIMITS_BEYOND,
    MOST_ORDINAL,
    Reading,
    Token,
    is_picture,
    plain_words,
    read_words,
)
from voicekeeper.hearing.paths import linear, paths
from voicekeeper.hearing.transducer import CLEARLY, UNKNOWN_WORD, Transducer
from voicekeeper.intents import Entry, Intent, NameAgain, NewGame, Rename
from voicekeeper.numbers import ordinals, spellings, values, words

# Eight players' scores with all that can be said about them are far shorter; names come on top.
_LONGEST = 2000


@dataclass(frozen=True)
class Parsed:
    """What a text means: an intent, or choices where it can be read in several ways."""

    intent: Intent | None
    choices: tuple[Intent, ...] = ()


class Parser:
    """Parses texts for one set of players; made once, quick for each text.

    With a folder to `keep` it in, what is made is found there the next time.
    """

    def __init__(self, language: str, players: Players, rule: str = UTTERANCE,
                 keep: Path | None = None) -> None:
        self._language = language
        self._players = players
        self._askable = tuple(name for name, _ in players.askable(language))
        self._minus = words(-1, language).split()[0]
        forms = "".join(form for of_one in players.forms(language) for form in of_one)
        self._symbols = frozenset(filter(is_picture, forms))
        self._longest = _LONGEST + 4 * len(forms)
        made = (Transducer.make(language, rule, players) if keep is None
                else Transducer.kept(language, rule, players, keep))
        self._fst, self._labels, self._tags = made.fst, made.labels, made.tags
        self._unhyphenated = _without_apostrophes(self._labels)

    def parse(self, text: str, speaking_for: str | None = None) -> Parsed:
        """The meaning of a text as typed or recognised.

        `speaking_for` is whose a bare number is and who "I" is. An intent of
        None with no choices: the text is outside the grammar.
        """
        if len(text) > self._longest:
            return Parsed(None)
        found: dict[Intent, float] = {}
        sure: set[Intent] = set()
        for reading in read_words(text, self._language, self._minus, self._symbols):
            for intent, cost, doubtful in self._read(reading, text, speaking_for):
                if self._is_sentence(intent, text):
                    continue
                found[intent] = min(cost, found.get(intent, cost))
                if not (doubtful or self._hardly_names(intent)):
                    sure.add(intent)
        if not found:
            return Parsed(None)
        # Where words can be read as something else than names, they are no names.
        ranked = sorted(sure or found, key=lambda intent: found[intent])
        likely = [i for i in ranked if found[i] <= found[ranked[0]] + CLEARLY]
        return Parsed(likely[0]) if sure and len(likely) == 1 else Parsed(None, tuple(likely))

    def stranger(self, text: str) -> str | None:
        """The one unknown word of a text that would be a score if it were a player's name."""
        if len(text) > self._longest:
            return None
        spoken = next((of_one[0] for of_one in self._players.forms(self._language) if of_one), None)
        for reading in read_words(text, self._language, self._minus, self._symbols):
            unknown = [t for t in reading.tokens if t.word.isalpha() and not self._knows(t.word)]
            if spoken is None or len(unknown) != 1:
                continue
            start, end = unknown[0].start, unknown[0].end
            named = self.parse(f"{text[:start]}{spoken}{text[end:]}")
            if any(isinstance(i, Entry) and i.entries for i in (named.intent, *named.choices)):
                word = text[start:end]
                return word[:1].upper() + word[1:]
        return None

    def _hardly_names(self, intent: Intent) -> bool:
        """Whether a new game's players are hardly meant: "Ana and Five" are no two people."""
        return bool(self._no_names_in(intent))

    def _is_sentence(self, intent: Intent, text: str) -> bool:
        """Whether a new game's players are words of a sentence, and not told apart as names are.

        "Ana five" is one; of "Ana, Five" it is asked.
        """
        if isinstance(intent, NameAgain):  # "I said no"; but whoever spells "U M" means it
            said = f" {' '.join(text.split())} ".casefold()
            return f" {intent.name} ".casefold() in said and bool(
                self._no_names_in(NewGame((intent.name,))))
        if not isinstance(intent, NewGame) or not (names := self._no_names_in(intent)):
            return False
        parts = part_names(text, self._language)
        return any(" " in name for name in names) or len(intent.players or ()) > len(parts)

    def _no_names_in(self, intent: Intent) -> list[str]:
        """A new game's players with words by which hardly anybody is called."""
        if not isinstance(intent, NewGame):
            return []
        no_names, titles = _no_names(self._language), name_titles(self._language)
        new = [name for name in intent.players or () if name not in self._askable]
        words = {name: plain_words(name, self._language, self._minus) for name in new}
        # The letters of "J. D." are words for spelling, too.
        initials = {name: {word for word in of_one if "." in name and len(word) == 1}
                    for name, of_one in words.items()}
        return [name for name, of_one in words.items() if of_one[0] not in titles
                and not no_names.isdisjoint(set(of_one) - initials[name])]

    def _read(self, reading: Reading, text: str, speaker: str | None
              ) -> list[tuple[Intent, float, bool]]:
        """The meanings of a reading, each with its cost, and whether it is to be asked about."""
        if not reading.tokens:
            return []
        labels = [self._label(t.word) for t in reading.tokens]
        lattice = kaldifst.compose(linear(labels), self._fst)
        found = []
        for passed, cost in paths(lattice, self._tags):
            stream = self._stream(passed, reading.tokens, text)
            intent = meaning(stream, self._askable, speaker)
            if intent is not None:
                found.append((intent, cost, self._is_doubtful(stream, intent, text)))
        return found

    def _is_doubtful(self, stream: Sequence[tuple[str, object]], intent: Intent, text: str
                     ) -> bool:
        """Whether a reading is asked about, even where there is no other."""
        if isinstance(intent, Rename) and {("tag", "rename"), ("tag", "instead")} & {*stream}:
            # "Not Ana today": what is neither a common name nor written as one may be none.
            form = (spoken_forms(intent.target, self._language) or ("",))[0]
            return form not in first_forms(self._language) and intent.target not in text
        return ("tag", "doubtful") in stream

    def _label(self, word: str) -> int:
        if self._knows(word):
            return self._labels.get(word) or self._labels[self._unhyphenated[word]]
        return self._labels.get(UNKNOWN_WORD, len(self._labels) + 1)

    def _knows(self, word: str) -> bool:
        return word in self._labels or word in self._unhyphenated

    def _stream(self, passed: Sequence[str | None], tokens: Sequence[Token], text: str
                ) -> list[tuple[str, object]]:
        """The path as meaning() takes it: numbers and new names read, other words left out.

        In `passed`, None is one token consumed and a text is a tag.
        """
        stream: list[tuple[str, object]] = []
        at = began = 0
        for step in passed:
            match step:
                case None:
                    at += 1
                case "":
                    pass  # between two turns of a loop
                case "number_begin" | "names_begin":
                    began = at
                case "number_end":
                    stream.append(("number", self._number(tokens[began:at])))
                case "names_end":
                    part = text[tokens[began].start:tokens[at - 1].end]
                    stream.append(("names", self.new_names(part)))
                case tag:
                    stream.append(("tag", tag))
        return stream

    def _number(self, tokens: Sequence[Token]) -> int:
        if tokens[0].value is not None:
            return tokens[0].value
        text = " ".join(token.word for token in tokens)
        value = values(self._language, HIGHEST_SPELT).get(text)
        if value is None:
            value = ordinals(self._language, MOST_ORDINAL).get(text)
        return _limits(self._language)[text] if value is None else value

    def new_names(self, text: str) -> tuple[str, ...]:
        """Names for a new game as listed in a text, those already known as they are spelt."""
        seated = zip(self._players.names, self._players.forms(self._language), strict=True)
        known = {form: name for name, of_one in (*self._players.past, *seated) for form in of_one}
        return parse_names(text, self._language, known)


def build_parser(players: Sequence[str], language: str) -> Parser:
    """A parser for these players, names said as they are written."""
    return Parser(language, Players(tuple(players)))


@lru_cache(maxsize=8)
def _no_names(language: str) -> frozenset[str]:
    """The words of the grammar and of numbers that nobody is likely to be called."""
    numbers = {word for text in values(language, HIGHEST_SPELT) for word in text.split()}
    names = {name.casefold() for name in first_names(language)}
    return frozenset(numbers.union(words_of(grammar_of(language))) - names)


@lru_cache(maxsize=8)
def _limits(language: str) -> Mapping[str, int]:
    """The number that each spelling of those beyond HIGHEST_SPELT stands for."""
    return {text: n for n in LIMITS_BEYOND for text in spellings(n, language)}


def _without_apostrophes(labels: Mapping[str, int]) -> dict[str, str]:
    """From "whos" to "who's", where the bare form is no word of its own."""
    bare = {word.replace("'", ""): word for word in labels if "'" in word}
    return {short: word for short, word in bare.items() if short not in labels}
