"""Enrolment: a name is said a few times, and the words are found by which it is heard.

Each recording is decoded twice: first with any common words in any order, which
gives sequences that sound like what was said; then those, and the aliases
worked out from the spelling, compete in a grammar of nothing else. The ones
nearest in all recordings are kept.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import kaldifst
import numpy as np

from voicekeeper.faults import DataFault
from voicekeeper.hearing.heard import Heard
from voicekeeper.hearing.modelfolder import any_words, lay_out, one_of
from voicekeeper.hearing.namer import loop_words, pronounced, sounds
from voicekeeper.hearing.names import spoken_forms
from voicekeeper.hearing.phones import Reading, distance
from voicekeeper.hearing.recogniser import Recogniser
from voicekeeper.hearing.utterance import Utterance
from voicekeeper.hearing.vocabulary import model_words

# Among thousands of words deep lists take minutes where a recording is unclear.
_FREE = {"--beam=": "--beam=12.0", "--lattice-beam=": "--lattice-beam=5.0"}
# Among the candidates they are cheap, and tell how much worse the others are.
_STRICT = {"--beam=": "--beam=15.0", "--lattice-beam=": "--lattice-beam=12.0"}
_ALTERNATIVES = 40
_WORD_COST = 4.0
_LONGEST = 4
"""More words than these are no name but table talk."""
_CANDIDATES_A_TAKE = 12
# Natural-log likelihood: how much worse than the best an alias may be, and what
# one that is not even in the list counts as.
_MUCH_WORSE = 5.0
_NOT_LISTED = 12.0
_FEWEST, _MOST = 2, 5
_FEWEST_PHONES = 2
_TOO_NEAR_TO_ANOTHER = 0.3
_FAR = 0.65
"""Of all that could differ, so much does where something else was said than the name.

Ten unusual names, as synthetic speech, were at most 0.49 from their own readings; a
sentence of the game was at least 0.73 from any of them.
"""


@dataclass(frozen=True)
class Enrolment:
    """What came of it: the words to listen for, the best first; none: nothing was heard.

    like: another player's name that it sounds like, where it does. far: what is heard in
    a recording that does not sound like the name; then no words are given.
    """

    spoken_as: tuple[str, ...]
    like: str | None = None
    far: str | None = None


class Enroller:
    """Finds the words for names from recordings of them, for one model and language."""

    def __init__(self, model: Path, language: str, cache: Path) -> None:
        self._model = model
        self._language = language
        self._cache = cache

    def enrol(self, name: str, takes: Sequence[np.ndarray],
              others: Mapping[str, Iterable[Reading]] | None = None, *,
              anyway: bool = False) -> Enrolment:
        """The words for a name that was said in these takes (mono float32, 16 kHz).

        `others` maps the other players' names to how they may sound. What is heard must
        be somewhat like the name, but with `anyway`.
        Raises ModelFault, DataFault, RecogniserFault.
        """
        words = loop_words(self._model, self._language, self._cache)
        ids = model_words(self._model)
        free = any_words({word: ids[word] for word in words}, _WORD_COST)
        heard = self._decode(free, takes, _FREE)
        takes = [take for take, of_take in zip(takes, heard, strict=True) if of_take.hypotheses]
        found = dict.fromkeys(text for of_take in heard for text in _likely(of_take))
        sound = sounds([name], self._model, self._language, self._cache)[name]
        mine = [form for form in spoken_forms(name, self._language)
                if all(word in ids for word in form.split())]
        said = pronounced([*found, *sound.aliases, *mine], self._model, self._language,
                          self._cache)
        candidates = [*mine, *(text for text, readings in said.items() if text not in mine
                               and min(map(len, readings)) >= _FEWEST_PHONES)]
        if not takes or not candidates:
            return Enrolment(())
        known = [*sound.all_readings, *(reading for form in mine for reading in said.get(form, ()))]
        far = next((of_take.hypotheses[0].text for of_take in heard
                    if of_take.hypotheses and _is_far(of_take, said, known)), None)
        if far is not None and not anyway:
            return Enrolment((), far=far)
        scored = self._decode(one_of(candidates, ids), takes, _STRICT)
        chosen = _nearest(candidates, scored)
        like = {text: _like(said.get(text, ()), others or {}) for text in chosen}
        # The name's own words are listened for anyway.
        new = [text for text in chosen if text not in mine]
        kept = [text for text in new if like[text] is None] or new or mine
        return Enrolment(tuple(kept), next((other for other in like.values() if other), None))

    def _decode(self, grammar: kaldifst.StdVectorFst, takes: Sequence[np.ndarray],
                conf: Mapping[str, str]) -> list[Heard]:
        with self._folder(grammar, conf) as folder, Recogniser(_ALTERNATIVES) as recogniser:
            recogniser.load(folder)
            return [_hear(recogniser, take) for take in takes]

    @contextmanager
    def _folder(self, grammar: kaldifst.StdVectorFst, conf: Mapping[str, str]
                ) -> Iterator[Path]:
        try:
            self._cache.mkdir(parents=True, exist_ok=True)
            made = Path(tempfile.mkdtemp(prefix="making-", dir=self._cache))
        except OSError as error:
            raise DataFault(f"The folder {self._cache} cannot be written: "
                            f"{error.strerror}.") from error
        try:
            lay_out(self._model, made, grammar, conf)
            yield made
        finally:
            shutil.rmtree(made, ignore_errors=True)


def _hear(recogniser: Recogniser, take: np.ndarray) -> Heard:
    utterance = Utterance(recogniser)
    utterance.feed_all(take)
    heard = utterance.finish()
    return heard if heard.speech else Heard()


def _likely(heard: Heard) -> list[str]:
    texts = (h.text for h in heard.hypotheses if 0 < len(h.text.split()) <= _LONGEST)
    return list(dict.fromkeys(texts))[:_CANDIDATES_A_TAKE]


def _is_far(heard: Heard, said: Mapping[str, Iterable[Reading]], known: Sequence[Reading]
            ) -> bool:
    """Whether something else was said than what is `known`, or far more."""
    texts = _likely(heard)
    readings = [reading for text in texts for reading in said.get(text, ())]
    if not texts:
        return True
    # What sounds like an order is not among those said: of that nothing is known.
    return bool(readings and known) and min(
        distance(one, other) / max(distance(one, ()), distance(other, ()))
        for one in readings for other in known if one or other) > _FAR


def _nearest(candidates: Sequence[str], scored: Sequence[Heard]) -> list[str]:
    """The candidates by which the recordings are heard, the best first.

    One for each recording that is nearest in it, then those that are near in
    all of them: another day, the name will be said a little differently.
    """
    behind = {text: [_NOT_LISTED] * len(scored) for text in candidates}
    for number, heard in enumerate(scored):
        for hypothesis in heard.hypotheses:
            if hypothesis.text in behind:
                apart = heard.hypotheses[0].score - hypothesis.score
                behind[hypothesis.text][number] = min(apart, behind[hypothesis.text][number])
    ranked = sorted(candidates, key=lambda text: sum(behind[text]))
    best = [min(candidates, key=lambda text: (behind[text][n], sum(behind[text])))
            for n in range(len(scored))]
    near = [text for text in ranked if sum(behind[text]) <= _MUCH_WORSE * len(scored)]
    chosen = sorted(set(best), key=ranked.index)
    chosen += [text for text in near if text not in chosen]
    return (chosen if len(chosen) >= _FEWEST else ranked[:_FEWEST])[:_MOST]


def _like(readings: Iterable[Reading], others: Mapping[str, Iterable[Reading]]) -> str | None:
    return next((other for other, theirs in others.items() for reading in readings
                 for their in theirs if distance(reading, their) <= _TOO_NEAR_TO_ANOTHER), None)
