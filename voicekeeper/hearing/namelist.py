"""Names listed in a text, as in an answer to who plays."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from voicekeeper.hearing.jsgf import words_of
from voicekeeper.hearing.language import first_names, grammar_of, name_titles
from voicekeeper.hearing.names import spoken_forms


def parse_names(text: str, language: str, known: dict[str, str] | None = None
                ) -> tuple[str, ...]:
    """The names listed in a text: parted by commas and "and", or by spaces alone.

    A part of several words is one name ("Big Joe") where commas or "and" part
    the list. Where there are no commas, as in what was heard, it is several if
    its words are names by themselves ("ana marco and leo"), or known names of
    several words, or names with what belongs before them ("uncle bob"). `known`
    maps spoken forms to names as spelt. Case is kept; all-lower-case names are
    capitalised.
    """
    known = known or {}
    parts = part_names(text, language)
    names: list[str] = []
    for part in parts:
        whole = spoken_forms(part, language)[:1]
        if whole and whole[0] in known:
            names.append(known[whole[0]])
            continue
        split = _names_apart(part.split(), language, known)
        all_names = all(listed for _, listed in split)
        apart = len(parts) == 1 or ("," not in text and all_names)
        names.extend(_spelt(name, language, known)
                     for name in ([name for name, _ in split] if apart else [part]))
    return tuple(names)


def part_names(text: str, language: str) -> list[str]:
    """A text cut where names of a list are parted: by commas and the like, and by "and"."""
    joints = "|".join(re.escape(word) for word in words_of(grammar_of(language), "and"))
    joint = rf"\s*(?:[,;&+\n]|\b(?:{joints})\b)\s*"
    return [p for p in re.split(joint, text.strip(" .!?"), flags=re.IGNORECASE) if p.strip()]


_INITIALS = re.compile(r"\b[^\W\d_]\.\s*[^\W\d_]$")


def _names_apart(words: Sequence[str], language: str, known: Mapping[str, str]
                 ) -> list[tuple[str, bool]]:
    """A run of words cut into names, the longest known ones first; each with whether it is one."""
    titles, alone = name_titles(language), first_forms(language)
    longest = max((len(form.split()) for form in known), default=1)
    found: list[tuple[str, bool]] = []
    at = 0
    while at < len(words):
        for end in range(min(len(words), at + longest), at, -1):
            name = " ".join(words[at:end])
            form = (spoken_forms(name, language) or ("",))[0]
            if form in known:
                found.append((name, True))
                break
        else:
            end = at + 1
            forms = [(spoken_forms(word, language) or ("",))[0] for word in words[at:]]
            while end < len(words) and forms[end - at - 1] in titles:
                end += 1
            found.append((" ".join(words[at:end]), end > at + 1 or forms[0] in alone))
        at = end
    return found


@lru_cache(maxsize=8)
def first_forms(language: str) -> frozenset[str]:
    """How the common first names are said."""
    return frozenset(f for name in first_names(language) for f in spoken_forms(name, language))


def _spelt(name: str, language: str, known: dict[str, str]) -> str:
    form = (spoken_forms(name, language) or ("",))[0]
    if form in known:
        return known[form]
    name = name.strip(" .,!?\"")
    if _INITIALS.search(name):
        name += "."  # "J. D." keeps its own
    return name if name != name.lower() else " ".join(w[:1].upper() + w[1:] for w in name.split())
