"""Which words may stand for which names. Runs in the namer's process."""

from __future__ import annotations

import contextlib
import zipfile
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from io import BytesIO
from itertools import product
from math import inf
from pathlib import Path

import numpy as np

from voicekeeper.hearing.aliases import AliasFinder, PhoneTree, usable_words
from voicekeeper.hearing.jsgf import words_of
from voicekeeper.hearing.language import Players, grammar_of
from voicekeeper.hearing.namer import NameSound
from voicekeeper.hearing.names import spoken_forms
from voicekeeper.hearing.normalise import HIGHEST_SPELT, without_accents
from voicekeeper.hearing.origin import likely_languages
from voicekeeper.hearing.parser import Parser
from voicekeeper.hearing.phones import Reading, distance
from voicekeeper.hearing.pronunciations import Pronunciations, pronunciations
from voicekeeper.hearing.readings import TABLE_VOICES, reading, readings
from voicekeeper.hearing.vocabulary import model_words
from voicekeeper.hearing.wellknown import well_known_names
from voicekeeper.numbers import values
from voicekeeper.wholefile import write_whole

_ALIASES_A_READING = 3
# A name that the vocabulary pronounces as near as this to a reading needs no alias for it:
# accents differ by so much, and the recogniser takes them.
_NEAR_ENOUGH = 1.0
# An alias as near as this to a word of the grammar would be heard for it.
_TOO_NEAR = 0.3
# A name as near as this to an order or a number may be taken for it.
_AS_IF = 0.2
_COMMONEST = 150
_LOOP_WORDS = 20_000
# How many words are read where the model's own lexicon is of no known kind.
_WORDS_TO_READ = 30_000


class AliasVocabulary:
    """A model's words with their pronunciations, and which of them may stand for names."""

    def __init__(self, model: Path, language: str, lexicon: Path) -> None:
        """`lexicon` is where the pronunciations are kept. Raises ModelFault, VoiceFault."""
        self._language = language
        self._ids = model_words(model)
        self._lexicon, self._tree = _kept(lexicon, model, language, self._ids)
        self._grammar = _words_of_grammar(language)
        self._taken = [said for word in self._grammar for said in self._said(word)]
        self._folder = lexicon.parent

    # What only some tasks need is made when it is asked for.

    @cached_property
    def _usable(self) -> dict[int, str]:
        """The words that may stand for names, by their ids."""
        alike = self._lexicon.said_like(self._ids[w] for w in self._grammar if w in self._ids)
        usable = usable_words(self._ids, self._grammar)
        return {number: word for number, word in usable.items() if number not in alike}

    @cached_property
    def _finder(self) -> AliasFinder:
        return AliasFinder(self._tree, self._usable, _commonest(self._language))

    @cached_property
    def _table(self) -> Parser:
        """A table of nobody: what it understands is an order, a question or a number."""
        return Parser(self._language, Players(()), keep=self._folder)

    @cached_property
    def _orders(self) -> list[str]:
        return sorted(word for word in self._grammar if self._means(word))

    def sound(self, name: str) -> NameSound:
        """How one name sounds."""
        said, pronounced = self._both(name)
        sound = NameSound(said, pronounced, order=self._order(name, (*said, *pronounced)))
        if pronounced and self._is_common(name):
            return sound
        aliases = [alias for each in said
                   if all(distance(each, other) > _NEAR_ENOUGH for other in pronounced)
                   for alias in self._aliases(each)]
        return replace(sound, aliases={alias: self._readings(alias) for alias in aliases})

    def misreads(self, name: str) -> bool:
        """Whether the model has the name, but pronounces it in no way that people do."""
        said, pronounced = self._both(name)
        return bool(pronounced) and all(distance(one, other) > _NEAR_ENOUGH
                                        for one in said for other in pronounced)

    def _both(self, name: str) -> tuple[tuple[Reading, ...], tuple[Reading, ...]]:
        """How a name is read aloud, and how the vocabulary has it."""
        language = self._language
        forms = spoken_forms(name, language)
        own = TABLE_VOICES.get(language, language)
        voices = tuple(dict.fromkeys((own, *likely_languages(name), "en-us")))
        pronounced = dict.fromkeys(r for form in forms for r in self._readings(form))
        return readings(" ".join(forms[:1]) or name, voices), tuple(pronounced)

    def loop_words(self) -> list[str]:
        """The commonest words that may stand for names, one of each sound."""
        from wordfreq import iter_wordlist

        said, found = self._lexicon.by_word, dict[tuple[bytes, ...], str]()
        for word in iter_wordlist(self._language, "best"):
            number = self._ids.get(word, -1)
            if number in self._usable and number in said:
                found.setdefault(said[number], word)
            if len(found) == _LOOP_WORDS:
                break
        return list(found.values())

    def pronounced(self, texts: Iterable[str]) -> dict[str, tuple[Reading, ...]]:
        """How word sequences are pronounced, but for those that sound like the grammar's words."""
        return {text: said for text in texts
                if (said := self._readings(text)) and not self._like_grammar(text)}

    def _is_common(self, name: str) -> bool:
        bare = without_accents(name).title()
        return bool({name, bare} & well_known_names(self._language))

    def _means(self, text: str) -> bool:
        parsed = self._table.parse(text)
        return parsed.intent is not None or bool(parsed.choices)

    def _order(self, name: str, readings: Iterable[Reading]) -> str:
        """The order or number that a name is, or sounds like; "" for most names."""
        if self._is_common(name):
            return ""
        if self._means(name):
            return name
        return next((word for word in self._orders for heard in self._said(word)
                     for reading in readings if distance(reading, heard, _AS_IF) < inf), "")

    def _aliases(self, said: Reading) -> Iterable[str]:
        # Some more are looked for than are wanted: not all are safe.
        safe = (alias.words for alias in self._finder.find(said, 2 * _ALIASES_A_READING)
                if not self._like_grammar(alias.words))
        return [alias for alias, _ in zip(safe, range(_ALIASES_A_READING), strict=False)]

    def _like_grammar(self, alias: str) -> bool:
        return any(abs(len(said) - len(word)) <= 1 and distance(said, word, _TOO_NEAR) < inf
                   for said in self._readings(alias) for word in self._taken)

    def _readings(self, words: str) -> tuple[Reading, ...]:
        """How several words sound, said one after the other; none where one is unknown."""
        each = [self._said(word) for word in words.split()]
        return tuple(tuple(phone for part in parts for phone in part) for parts in product(*each))

    def _said(self, word: str) -> tuple[Reading, ...]:
        return self._lexicon.readings(self._ids[word]) if word in self._ids else ()


def _words_of_grammar(language: str) -> frozenset[str]:
    numbers = {word for text in values(language, HIGHEST_SPELT) for word in text.split()}
    return frozenset(numbers.union(words_of(grammar_of(language))))


def _commonest(language: str) -> frozenset[str]:
    from wordfreq import top_n_list

    return frozenset(top_n_list(language, _COMMONEST, "small"))


def _kept(file: Path, model: Path, language: str, ids: Mapping[str, int]
          ) -> tuple[Pronunciations, PhoneTree]:
    """The model's pronunciations, found in a file or worked out and kept there."""
    damaged = (OSError, EOFError, ValueError, KeyError, zipfile.BadZipFile, zlib.error)
    with contextlib.suppress(*damaged), np.load(file) as kept:
        return (Pronunciations(kept["words"], kept["phones"]),
                PhoneTree(kept["parent"], kept["phone"], kept["levels"], kept["node"],
                          kept["word"]))
    lexicon = pronunciations(model) or _read_aloud(language, ids)
    tree = PhoneTree.of(lexicon)
    with contextlib.suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        made = BytesIO()
        np.savez(made, words=lexicon.words, phones=lexicon.phones, parent=tree.parent,
                 phone=tree.phone, levels=tree.levels, node=tree.node, word=tree.word)
        write_whole(file, made.getvalue())
    return lexicon, tree


def _read_aloud(language: str, ids: Mapping[str, int]) -> Pronunciations:
    """The commonest words as espeak-ng reads them, for a model whose phones we don't know."""
    from wordfreq import iter_wordlist

    voice = TABLE_VOICES.get(language, language)
    words = (word for word in iter_wordlist(language, "best") if word in ids and word.isalpha())
    common = [word for word, _ in zip(words, range(_WORDS_TO_READ), strict=False)]
    return Pronunciations.of((ids[word], said) for word in common if (said := reading(word, voice)))
