"""The grammar compiled to Vosk's strict language model.

A model folder of symbolic links with its own graph/Gr.fst gives the stock
recogniser a strict grammar. From the start an epsilon arc leads to a filler
loop of common words through which speech outside the grammar runs. Its words
come out marked: "oh" from the filler is not the "oh" that means zero.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from pathlib import Path

import kaldifst

from voicekeeper import __version__
from voicekeeper.faults import DataFault
from voicekeeper.hearing.acoustics import Adaptation, adaptation_for, adapted_files
from voicekeeper.hearing.automaton import lexicon, to_fst
from voicekeeper.hearing.heard import FILLER_MARK
from voicekeeper.hearing.jsgf import Lexicon, Network
from voicekeeper.hearing.language import (
    BEFORE_GAME,
    UTTERANCE,
    NumberWords,
    Players,
    automaton_of,
    common_names,
    first_names,
    grammar_of,
    numbers,
)
from voicekeeper.hearing.modelfolder import lay_out, word_symbols
from voicekeeper.hearing.names import spoken_forms
from voicekeeper.hearing.seal import is_whole, seal
from voicekeeper.hearing.spelling import spelled_names
from voicekeeper.hearing.vocabulary import filler_words, model_words, word_rarity
from voicekeeper.resources import grammars
from voicekeeper.skyjo.rules import Rules

# Beams as measured: wider ones change nothing, narrower ones give too short a list.
_CONF = {"--beam=": "--beam=13.0", "--lattice-beam=": "--lattice-beam=6.0"}


# Raised when what is compiled changes for the same grammar and players.
_FORMAT = 9
# The totals to which a game goes that are heard.
_LIMITS = sorted({*range(20, 201, 10), *range(25, 201, 25), *range(250, 501, 50), 1000})
# By one rule or another; what is outside is told to be so.
_DEALT = Rules(columns=False).possible_scores
# The file beside the grammar that lists the names it can't hear.
_UNHEARD = "unheard.json"


@dataclass(frozen=True)
class Tuning:
    """The compiler's measured constants; costs are natural logarithms."""

    adapted: bool = True
    """Whether the acoustic model is adapted to noise where there is an adaptation for it."""
    filler_size: int = 4000
    filler_bonus: float = 1.75
    """What each filler word costs less than its frequency says."""
    filler_least: float = 2.0
    """What each filler word costs at least."""
    filler_entry: float = -0.2
    """What the first filler word costs beside."""
    emphasis: float = 1.5
    """How much more than their logarithm the grammar's weights count."""
    rare_spelling: float = 3.0
    """Cost of each step of rarity of a number's spelling."""
    above_40: float = 0.9
    above_60: float = 2.2
    """Costs of scores that are seldom dealt."""
    impossible: float = 3.0
    """What a score that no cards make costs: more than these are dealt, less than nothing."""
    highest: int = 199
    lowest: int = -99
    """The range of scores that is heard; what can't be is not heard as something else."""
    most_rounds: int = 40
    odd_limit: float = 2.0
    """Cost of a game to anything but a multiple of fifty."""
    new_name: float = 7.0
    """Cost of each name in a new game ..."""
    name_asked_for: float = 3.0
    """... and where it was asked who plays, of somebody who has played before ..."""
    name_rarity: float = 0.6
    """... and what a listed one costs beside, for each power of ten that its word is rare ..."""
    less_common: float = 2.5
    """... and where it is no everyday name."""
    letter: float = -0.5
    """Cost of each letter of a spelled name ..."""
    letter_likelihood: float = 0.7
    """... beside so much of its negative logarithm, after the letters before it."""

    def numbers(self, language: str) -> NumberWords:
        """The numbers that are heard."""
        rare = self.rare_spelling
        return NumberWords(
            numbers(language, range(self.highest + 1), rarity_cost=rare, value_cost=self._unlikely),
            numbers(language, range(1, -self.lowest + 1), rarity_cost=rare,
                    value_cost=lambda below: self._unlikely(-below)),
            numbers(language, range(1, self.most_rounds + 1), rarity_cost=rare),
            numbers(language, _LIMITS, rarity_cost=rare, value_cost=self._odd_limit),
        )

    def _odd_limit(self, points: int) -> float:
        return 0.0 if points % 50 == 0 else self.odd_limit

    def _unlikely(self, score: int) -> float:
        if score not in _DEALT:
            return self.above_60 + self.impossible if score > 0 else self.impossible
        return self.above_60 if score > 60 else self.above_40 if score > 40 else 0.0


@dataclass(frozen=True)
class Listening:
    """What is to be heard: the language, the players (none before a game)."""

    language: str
    players: Players
    tuning: Tuning = field(default_factory=Tuning)

    @property
    def rule(self) -> str:
        """The public rule that utterances start from."""
        return UTTERANCE if self.players.names else BEFORE_GAME


def compile_grammar(listening: Listening, model: Path, cache: Path) -> Path:
    """A model folder for what is to be heard, made below `cache` or found there.

    `model` is the stock model's folder. Raises ModelFault where it can't take
    a grammar, DataFault where `cache` can't be written.
    """
    adaptation = _adaptation(listening, model)
    folder = _folder(listening, model, cache, adaptation)
    files = adapted_files(adaptation, model, cache) if adaptation else None
    if is_whole(folder):
        return folder
    # It was damaged, or its links lead nowhere: what they led to was deleted or moved.
    shutil.rmtree(folder, ignore_errors=True)
    ids = model_words(model)
    fst = _strict(listening, ids)
    made: Path | None = None
    try:
        cache.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(prefix="making-", dir=cache))
        lay_out(model, made, fst, _CONF, files)
        heard = listening.players.heard(listening.language, ids)
        unheard = [name for name, forms in heard.items() if not forms]
        (made / _UNHEARD).write_text(json.dumps(unheard), encoding="utf-8")
        seal(made)
        try:
            made.rename(folder)
        except OSError:
            # Somebody else made the same one meanwhile: theirs is as good.
            shutil.rmtree(made, ignore_errors=True)
        _keep_newest(cache, keep=folder)
    # OpenFst's is a RuntimeError.
    except (OSError, RuntimeError) as error:
        if made is not None:
            shutil.rmtree(made, ignore_errors=True)
        why = getattr(error, "strerror", None) or str(error)
        raise DataFault(f"The folder {cache} cannot be written: {why}.") from error
    return folder


def is_compiled(listening: Listening, model: Path, cache: Path) -> bool:
    """Whether `compile_grammar` would find it. Raises ModelFault."""
    return is_whole(_folder(listening, model, cache, _adaptation(listening, model)))


def _adaptation(listening: Listening, model: Path) -> Adaptation | None:
    return adaptation_for(model) if listening.tuning.adapted else None


def _folder(listening: Listening, model: Path, cache: Path, adaptation: Adaptation | None) -> Path:
    return cache / f"grammar-{_key(listening, model, adaptation)}"


def unheard_names(folder: Path) -> tuple[str, ...]:
    """The players whom the grammar in a folder cannot hear: no word of the model is theirs."""
    return tuple(json.loads((folder / _UNHEARD).read_text(encoding="utf-8")))


def _key(listening: Listening, model: Path, adaptation: Adaptation | None) -> str:
    grammar = (grammars(listening.language) / "skyjo.jsgf").read_bytes()
    stock = (model / "graph" / "Gr.fst").stat()
    parts = (__version__, _FORMAT, adaptation and adaptation.key, grammar,
             str(model.resolve()), stock.st_size, stock.st_mtime_ns,
             listening.language, listening.players.forms(listening.language),
             listening.players.past,
             sorted(asdict(listening.tuning).items()), first_names(listening.language),
             sorted(common_names(listening.language)))
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:20]


def _strict(listening: Listening, ids: Mapping[str, int]) -> kaldifst.StdVectorFst:
    tuning, language = listening.tuning, listening.language
    automaton = automaton_of(
        language, listening.rule, listening.players,
        number_words=tuning.numbers(language),
        new_players=_new_names(listening),
        letters=_letters(language, tuning.letter, tuning.letter_likelihood),
        tags=False, known=ids.keys(), emphasis=tuning.emphasis,
    )
    fst = to_fst(automaton, lambda word: (ids[word], ids[word]))
    filler = {word: cost for word, cost in
              filler_words(language, tuning.filler_size, tuning.filler_bonus,
                           tuning.filler_least).items()
              if word in ids}
    _add_filler(fst, filler, ids, tuning.filler_entry)
    kaldifst.arcsort(fst, "ilabel")
    grammar = {word: ids[word] for word in automaton.words()}
    fst.input_symbols = word_symbols(grammar | {word: ids[word] for word in filler})
    fst.output_symbols = word_symbols(
        grammar | {FILLER_MARK + word: _marked(ids[word]) for word in filler})
    return fst


@lru_cache(maxsize=4)
def _letters(language: str, letter_cost: float, likelihood: float) -> Network | None:
    """How names are spelled is the same at every table."""
    return spelled_names(grammar_of(language), first_names(language),
                         letter_cost=letter_cost, likelihood=likelihood)


def _marked(word_id: int) -> int:
    """The output label of a filler word, beyond all that the vocabulary has."""
    return word_id + 10_000_000


def _new_names(listening: Listening) -> Lexicon:
    language, tuning = listening.language, listening.tuning
    players, listed = listening.players, set(first_names(language))
    known = {form for forms in (*players.forms(language), *(forms for _, forms in players.past))
             for form in forms}
    everyday = {form for name in common_names(language) for form in spoken_forms(name, language)}
    base = tuning.name_asked_for if listening.rule == BEFORE_GAME else tuning.new_name
    costs = {form: base + tuning.name_rarity * word_rarity(form, language)
             + (0.0 if form in everyday else tuning.less_common)
             for name in listed for form in spoken_forms(name, language)}
    return lexicon(sorted((costs | dict.fromkeys(known, base)).items()))


def _add_filler(fst: kaldifst.StdVectorFst, filler: Mapping[str, float], ids: Mapping[str, int],
                entry: float) -> None:
    loop = fst.add_state()
    fst.set_final(loop, 0.0)
    fst.add_arc(fst.start, kaldifst.StdArc(0, 0, entry, loop))
    for word, cost in filler.items():
        fst.add_arc(loop, kaldifst.StdArc(ids[word], _marked(ids[word]), cost, loop))


def _keep_newest(cache: Path, keep: Path, most: int = 20) -> None:
    """Old grammars are small but not worth keeping for ever."""
    folders = sorted((f for f in cache.glob("grammar-*") if f != keep),
                     key=lambda f: f.stat().st_mtime, reverse=True)
    for old in folders[most - 1:]:
        shutil.rmtree(old, ignore_errors=True)
