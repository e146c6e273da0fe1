"""Replies in words: the sentences of a reply from a language's replies.yaml.

The format is described in templates.py and docs/languages.md. Numbers come out
in words, never in digits, so that the voice and the terminal say the same.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from babel import Locale, UnknownLocaleError
from babel.lists import format_list

from voicekeeper import numbers, resources
from voicekeeper.dialog.reply import Reply, Sentence
from voicekeeper.faults import LanguageFault
from voicekeeper.voice.templates import (
    AND,
    OR,
    Break,
    Plural,
    Slot,
    Template,
    Text,
    Variants,
    parameters,
    read_templates,
)

# Stands between two sentences of one rendered text until they are parted; no template
# or name holds a line separator, because YAML and names are of one line.
_BREAK = "\u2028"
# A name within a rendered text stands between these until it is known how it is said;
# they are of the private use area.
_NAME = re.compile("\ue000([^\ue001]*)\ue001")


@dataclass(frozen=True)
class _Words:
    """A language's templates and how it counts."""

    language: str
    locale: Locale
    templates: Mapping[str, Template]

    def template(self, key: str) -> Template:
        try:
            return self.templates[key]
        except KeyError:
            raise LanguageFault(
                f"The replies of language {self.language!r} have no sentence {key!r}."
            ) from None


class Replies:
    """A language's replies. One for a table: it remembers which variant it used last."""

    def __init__(self, words: _Words, *, deterministic: bool, seed: int | None) -> None:
        self._words = words
        self._deterministic = deterministic
        self._random = random.Random(seed)
        self._used: dict[Variants, int] = {}
        self._renderer = _Renderer(words, self._variant)
        self._last: tuple[Reply, tuple[str, ...]] | None = None
        self._said_as: Mapping[str, str] = {}

    @classmethod
    def load(
        cls, language: str | Path, *, deterministic: bool = False, seed: int | None = None
    ) -> Replies:
        """The replies of a language by its code, or of a folder named by the code.

        `deterministic` always takes the first of several variants; otherwise
        they change, and `seed` fixes the order. Raises LanguageFault for a
        language that is not there and for a mistake in its file.
        """
        folder = language if isinstance(language, Path) else resources.grammars(language)
        code = folder.name
        if not folder.is_dir():
            raise LanguageFault(f"There is no language {code!r}: {folder} is not there.")
        try:
            locale = Locale.parse(code)
            numbers.forms(code)
        except (UnknownLocaleError, ValueError) as error:
            raise LanguageFault(
                f"{code!r} is no language code with number words and plural rules (en, pl, ...)."
            ) from error
        words = _Words(code, locale, read_templates(folder / "replies.yaml", code))
        return cls(words, deterministic=deterministic, seed=seed)

    def say_names(self, said_as: Mapping[str, str]) -> None:
        """How names are said where that is not as they are written; may change while in use."""
        self._said_as = said_as

    def begin_turn(self, game: str, number: int) -> None:
        """The choice of variants for this turn of a game: the same whenever it is replayed."""
        self._random = random.Random(f"{game}:{number}")

    @property
    def language(self) -> str:
        """The language's code, as its folder is named."""
        return self._words.language

    def keys(self) -> frozenset[str]:
        """All keys of replies.yaml."""
        return frozenset(self._words.templates)

    def parameters(self, key: str) -> frozenset[str]:
        """The names of the parameters that a key's sentence uses in some form."""
        return parameters(self._words.template(key))

    def template(self, key: str) -> Template:
        """A key's template as it was read."""
        return self._words.template(key)

    def fixed(self) -> tuple[str, ...]:
        """The sentences without parameters, all variants, in the order of the file."""
        return tuple(dict.fromkeys(
            part
            for template in self._words.templates.values()
            for text in _fixed(template)
            for part in map(_capital, _parted(text))
        ))

    def text(self, reply: Reply) -> str:
        """The whole reply in one line, as the terminal shows it."""
        return " ".join(self.sentences(reply))

    def sentences(self, reply: Reply) -> tuple[str, ...]:
        """The finished sentences of a reply, in speaking order.

        The same reply object asked for again gives the same words, variants
        too, so that what is shown, kept and spoken is one. Raises
        LanguageFault for a key or parameter that is not there (a mistake in
        the program).
        """
        return tuple(_whole(_NAME.sub(r"\1", part)) for part in self._rendered(reply))

    def spoken(self, reply: Reply) -> tuple[str, ...]:
        """The same sentences for the voice: with names as their players like them said."""
        return tuple(_whole(_NAME.sub(self._name_said, part)) for part in self._rendered(reply))

    def foretold(self, reply: Reply, game: str, number: int) -> tuple[str, ...]:
        """What `spoken` would give in that turn (`begin_turn`); no variant counts as used."""
        kept = self._random, dict(self._used), self._last
        try:
            self.begin_turn(game, number)
            return self.spoken(reply)
        finally:
            self._random, self._used, self._last = kept

    def draft(self, reply: Reply) -> tuple[str, ...]:
        """What the voice may get at most, to see how long it is; chooses no variant for it."""
        longest = _Renderer(self._words, self._longest)
        return tuple(_NAME.sub(self._name_said, part) for sentence in reply.sentences
                     for part in _parted(longest.sentence(sentence)))

    def _longest(self, variants: Variants) -> Template:
        if self._deterministic:
            return variants.choices[0]
        return max(variants.choices, key=lambda template: len(str(template)))

    def _name_said(self, marked: re.Match[str]) -> str:
        return self._said_as.get(marked[1], marked[1])

    def _rendered(self, reply: Reply) -> tuple[str, ...]:
        """The sentences with names still marked as such."""
        if self._last is None or self._last[0] is not reply:
            rendered = tuple(
                part
                for sentence in reply.sentences
                for part in _parted(self._renderer.sentence(sentence))
            )
            self._last = (reply, rendered)
        return self._last[1]

    def _variant(self, variants: Variants) -> Template:
        if self._deterministic:
            return variants.choices[0]
        last = self._used.get(variants)
        others = [i for i in range(len(variants.choices)) if i != last] or [0]
        chosen = self._random.choice(others)
        self._used[variants] = chosen
        return variants.choices[chosen]


class _Renderer:
    """Puts words into templates."""

    def __init__(self, words: _Words, choose: Callable[[Variants], Template]) -> None:
        self._words = words
        self._choose = choose

    def sentence(self, sentence: Sentence) -> str:
        return self._render(self._words.template(sentence.key), sentence)

    def _render(self, template: Template, sentence: Sentence) -> str:
        match template:
            case Text(parts):
                return "".join(self._part(part, sentence) for part in parts)
            case Plural(by, forms):
                category = self._words.locale.plural_form(_count(sentence, by))
                return self._render(forms.get(category, forms["other"]), sentence)
            case Variants():
                return self._render(self._choose(template), sentence)

    def _part(self, part: str | Slot | Break, sentence: Sentence) -> str:
        match part:
            case Slot(name, form):
                return self._said(_value(sentence, name), form, sentence, name)
            case Break():
                return _BREAK
            case _:
                return part

    def _said(self, value: object, form: str, sentence: Sentence, name: str) -> str:
        number_form = "" if form in (AND, OR) else form
        match value:
            case bool():
                raise _fault(sentence, name, "is a truth value, which has no words")
            case int():
                return numbers.words(value, self._words.language, number_form)
            case str():
                return f"\ue000{numbers.digits_as_words(value, self._words.language)}\ue001"
            case Sentence():
                return self.sentence(value)
            case tuple() if value:
                said = [self._said(each, number_form, sentence, name) for each in value]
                style: Literal["or", "standard"] = "or" if form == OR else "standard"
                return format_list(said, style=style, locale=self._words.locale)
            case tuple():
                raise _fault(sentence, name, "is an empty list")
        raise _fault(sentence, name, f"is {value!r}, which has no words")


def _count(sentence: Sentence, name: str) -> int:
    """The number by which a plural form is chosen: a parameter's value, or a list's length."""
    match _value(sentence, name):
        case bool():
            raise _fault(sentence, name, "is a truth value and can't choose a plural form")
        case int() as number:
            # "minus one point": the sign does not change the form.
            return abs(number)
        case tuple() as items:
            return len(items)
    raise _fault(sentence, name, "is neither a number nor a list and can't choose a plural form")


def _value(sentence: Sentence, name: str) -> object:
    try:
        return sentence.params[name]
    except KeyError:
        raise _fault(sentence, name, "is missing") from None


def _fault(sentence: Sentence, name: str, problem: str) -> LanguageFault:
    return LanguageFault(f"In the reply {sentence.key!r} the parameter {name!r} {problem}.")


def _parted(rendered: str) -> Iterator[str]:
    """The whole sentences of a rendered text."""
    for part in rendered.split(_BREAK):
        if sentence := part.strip():
            yield sentence


def _whole(text: str) -> str:
    """The sentence with a capital, and one full stop also after "J. D."."""
    doubled = text.endswith("..") and not text.endswith("...")
    return _capital(text[:-1] if doubled else text)


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def _fixed(template: Template) -> Iterator[str]:
    match template:
        case Text(parts) if not parameters(template):
            yield "".join(_BREAK if isinstance(part, Break) else str(part) for part in parts)
        case Variants(choices):
            for choice in choices:
                yield from _fixed(choice)
