"""Two languages compared: does the second say everything that the first says?"""

from __future__ import annotations

from collections.abc import Iterator

from babel import Locale

from voicekeeper.voice.replies import Replies
from voicekeeper.voice.templates import Plural, Template, Text, Variants

# Card points, totals and rounds: the whole numbers a reply can hold in practice.
_NUMBERS = range(1001)


def differences(reference: Replies, other: Replies) -> tuple[str, ...]:
    """What keeps `other` from saying the same as `reference`, a sentence each; () if nothing.

    Told are keys that only one of them has, parameters that differ, and plural
    categories that the other language needs and a template leaves to "other".
    """
    found: list[str] = []
    for key in sorted(reference.keys() - other.keys()):
        found.append(f"{key!r} is missing in {other.language}.")
    for key in sorted(other.keys() - reference.keys()):
        found.append(f"{key!r} is in {other.language} but not in {reference.language}.")
    for key in sorted(reference.keys() & other.keys()):
        found += _parameters(key, reference, other)
        found += missing_categories(key, other)
    return tuple(found)


def missing_categories(key: str, replies: Replies) -> tuple[str, ...]:
    """Plural categories of whole numbers that a key's template does not spell out."""
    rule = Locale.parse(replies.language).plural_form
    needed = {rule(number) for number in _NUMBERS}
    return tuple(
        f"{key!r} in {replies.language} has no plural category {category!r} for {plural.by!r}."
        for plural in _plurals(replies.template(key))
        for category in sorted(needed - plural.forms.keys())
    )


def _parameters(key: str, reference: Replies, other: Replies) -> Iterator[str]:
    expected, found = reference.parameters(key), other.parameters(key)
    for name in sorted(expected - found):
        yield f"{key!r} in {other.language} does not use the parameter {name!r}."
    for name in sorted(found - expected):
        yield (f"{key!r} in {other.language} uses the parameter {name!r}, "
               f"which {reference.language} does not have.")


def _plurals(template: Template) -> Iterator[Plural]:
    match template:
        case Text():
            return
        case Plural(_, forms):
            yield template
            for form in forms.values():
                yield from _plurals(form)
        case Variants(choices):
            for choice in choices:
                yield from _plurals(choice)
