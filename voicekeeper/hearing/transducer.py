"""The parser's side of the grammar: words in, tags out; made once and kept on disk."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import kaldifst

from voicekeeper import __version__
from voicekeeper.hearing.automaton import Automaton, is_tag, lexicon, to_fst
from voicekeeper.hearing.jsgf import words_of
from voicekeeper.hearing.language import (
    NumberWords,
    Players,
    automaton_of,
    grammar_of,
    numbers,
)
from voicekeeper.hearing.normalise import BIG_NUMBER, HIGHEST_SPELT, LIMITS_BEYOND
from voicekeeper.numbers import values
from voicekeeper.resources import grammars

UNKNOWN_WORD = "#unknown"
CLEARLY = 1.0
"""Readings this much likelier than the others (natural log) need no question."""

# Raised when what is made changes for the same grammar and players.
_FORMAT = 2
_ROOM_BYTES = 10_000_000
"""With less room than this on the disk nothing is kept."""


@dataclass(frozen=True)
class Transducer:
    """The grammar as an FST: input labels are those of `labels`, output label n is tags[n - 1]."""

    fst: kaldifst.StdVectorFst
    labels: Mapping[str, int]
    tags: tuple[str, ...]

    @classmethod
    def make(cls, language: str, rule: str, players: Players) -> Transducer:
        """From the language's grammar. Raises GrammarFault."""
        automaton = _automaton(language, rule, players)
        labels = {word: n for n, word in enumerate(sorted(automaton.words()), start=1)}
        tags = sorted(automaton.tags())
        numbered = {tag: n for n, tag in enumerate(tags, start=1)}
        fst = to_fst(automaton, lambda label: (0, numbered[label]) if is_tag(label)
                     else (labels[label], 0))
        kaldifst.arcsort(fst, "ilabel")
        return cls(fst, labels, tuple(tag[1:-1] for tag in tags))

    @staticmethod
    def is_kept(language: str, rule: str, players: Players, folder: Path) -> bool:
        """Whether `kept` would find it there, unless it is damaged."""
        return all(file.is_file() for file in _files(language, rule, players, folder))

    @classmethod
    def kept(cls, language: str, rule: str, players: Players, folder: Path) -> Transducer:
        """The same, found in a folder or made and kept there; a folder is no necessity."""
        fst_file, table_file = _files(language, rule, players, folder)
        try:
            table = json.loads(table_file.read_text(encoding="utf-8"))
            if hashlib.sha256(fst_file.read_bytes()).hexdigest() == table["sha256"]:
                fst = kaldifst.StdVectorFst.read(str(fst_file))
                return cls(fst, table["labels"], tuple(table["tags"]))
        except (OSError, ValueError, KeyError):
            pass  # not there yet, or damaged: made anew
        made = cls.make(language, rule, players)
        _keep(made, fst_file, table_file)
        return made


def _files(language: str, rule: str, players: Players, folder: Path) -> tuple[Path, Path]:
    key = _key(language, rule, players)
    return folder / f"parser-{key}.fst", folder / f"parser-{key}.json"


def _keep(made: Transducer, fst_file: Path, table_file: Path) -> None:
    folder = fst_file.parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if shutil.disk_usage(folder).free < _ROOM_BYTES:
            return  # OpenFst would complain on its own, past us
        with tempfile.TemporaryDirectory(prefix="making-", dir=folder) as making:
            part = Path(making) / "fst"
            made.fst.write(str(part))
            table = {"sha256": hashlib.sha256(part.read_bytes()).hexdigest(),
                     "labels": dict(made.labels), "tags": made.tags}
            (Path(making) / "json").write_text(json.dumps(table), encoding="utf-8")
            part.replace(fst_file)
            # The table goes last: it vouches for the other file.
            (Path(making) / "json").replace(table_file)
    except (OSError, RuntimeError):
        return  # it is made again next time
    for old in sorted(folder.glob("parser-*"), key=os.path.getmtime)[:-40]:
        old.unlink(missing_ok=True)


def _key(language: str, rule: str, players: Players) -> str:
    grammar = (grammars(language) / "skyjo.jsgf").read_bytes()
    parts = (__version__, _FORMAT, grammar, language, rule, players.askable(language))
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:20]


def _automaton(language: str, rule: str, players: Players) -> Automaton:
    any_number = numbers(language, range(HIGHEST_SPELT + 1), extra=(BIG_NUMBER,))
    limits = numbers(language, (*range(HIGHEST_SPELT + 1), *LIMITS_BEYOND), extra=(BIG_NUMBER,))
    number_words = NumberWords(any_number, any_number, any_number, limits)
    # Any word may be a name in a new game, also one that means something elsewhere ...
    elsewhere = {*words_of(grammar_of(language)), *values(language, HIGHEST_SPELT),
                 *(w for forms in players.forms(language) for f in forms for w in f.split())}
    # ... but then at a cost: "Leo are playing" is one player.
    known = {w for _, forms in players.past for f in forms for w in f.split()} - elsewhere
    names = [(UNKNOWN_WORD, 0.0), *((word, 0.0) for word in sorted(known)),
             *((word, 3 * CLEARLY) for word in sorted(elsewhere))]
    return automaton_of(language, rule, players, tags=True, number_words=number_words,
                        new_players=lexicon(names))
