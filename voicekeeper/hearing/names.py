"""How players' names are said: from a written name to the words of a vocabulary."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from voicekeeper.hearing.normalise import plain_words, without_accents

SpokenAs = Mapping[str, Sequence[str]]


def spoken_forms(name: str, language: str, spoken_as: SpokenAs | None = None) -> tuple[str, ...]:
    """The word sequences that stand for a name, lower case, the plainest first.

    The name itself, the same without accents ("josé", "jose"), its letters or parts
    written together or apart ("J. D." and "JD", "Anne-Marie" and "Annemarie"), and what
    the table's settings add (`spoken_as`, by name).
    """
    written = (name, *_otherwise_parted(name), *(spoken_as or {}).get(name, ()))
    found: dict[str, None] = {}
    for text in written:
        words = plain_words(text, language, "-")
        found[" ".join(words)] = None
        found[" ".join(without_accents(w) for w in words)] = None
    return tuple(form for form in found if form)


def _otherwise_parted(name: str) -> tuple[str, ...]:
    """The same name with its parts together, or its letters apart."""
    together = name.replace("-", "")
    initials = name.replace(".", "").split()
    if len(initials) > 1 and all(len(part) == 1 and part.isalpha() for part in initials):
        return ("".join(initials),)
    if name.isascii() and name.isalpha() and name.isupper() and (
            len(name) == 2 or (len(name) == 3 and not set(name) & set("AEIOUY"))):
        return (" ".join(name),)
    return (together,) if together != name and together.isalpha() else ()


def possessive_forms(form: str, language: str) -> tuple[str, ...]:
    """A spoken form as a possessor: "ana" -> "ana's", "anas", "ana".

    Vocabularies hold few possessives of names, so the recogniser also takes
    what sounds like one, and the bare name ("ana score"). Only English has a
    possessive; elsewhere it is the form itself.
    """
    return (f"{form}'s", f"{form}s", form) if language == "en" else (form,)
