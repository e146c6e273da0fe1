"""The templates of replies.yaml: texts with parameters, plural forms, variants.

    taken: "{player} {points}."
    missing: {by: players, one: "{players} is missing.", other: "{players} are missing."}
    not_understood: ["I didn't catch that.", "Sorry, what was that?"]

A mapping chooses by the CLDR plural category (https://cldr.unicode.org/index/cldr-spec/plural-rules)
of the parameter that `by` names; a list holds variants of equal meaning; both
may stand within each other. A parameter stands in braces, `{round:ordinal}`
says in which form; a literal brace is doubled.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import yaml
from babel import Locale

from voicekeeper import numbers
from voicekeeper.faults import LanguageFault

AND, OR = "and", "or"
"""The two ways to join a list; both are forms of a parameter."""

# The base loader leaves every scalar a text: "no" and "on" are words here, not truth values.
# In C, where the library has it, it is ten times as quick.
_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)

_TOKEN = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")
_PARAMETER = re.compile(r"([a-z][a-z0-9_]*)(?::([a-z][a-z-]*))?")
_SENTENCE_END = re.compile(r"(?<=[.?!…])\s+")


@dataclass(frozen=True)
class Slot:
    """Where a parameter goes; `form` is "", "and", "or" or a form of numbers."""

    name: str
    form: str = ""


@dataclass(frozen=True)
class Break:
    """Where, within one text, a sentence ends and the next begins."""


@dataclass(frozen=True)
class Text:
    """Words, parameters and sentence breaks in speaking order."""

    parts: tuple[str | Slot | Break, ...]


@dataclass(frozen=True)
class Plural:
    """One template for each CLDR plural category, chosen by the parameter `by`."""

    by: str
    forms: Mapping[str, Template] = field(hash=False)


@dataclass(frozen=True)
class Variants:
    """Templates of equal meaning."""

    choices: tuple[Template, ...]


Template = Text | Plural | Variants


def read_templates(path: Path, language: str) -> dict[str, Template]:
    """All templates of a replies.yaml by key.

    Raises LanguageFault, naming line and key, for a file that cannot be read
    and for a template that the language cannot say.
    """
    try:
        source = path.read_text(encoding="utf-8")
    except OSError as error:
        raise LanguageFault(
            f"The replies of language {language!r} can't be read: {path}: {error.strerror}."
        ) from error
    except UnicodeDecodeError as error:
        raise LanguageFault(f"{path} is not UTF-8: save it as UTF-8.") from error
    return dict(_templates(source, path, language))


# By the text itself, so that a file that was changed is read again.
@lru_cache(maxsize=4)
def _templates(source: str, path: Path, language: str) -> Mapping[str, Template]:
    try:
        root = yaml.compose(source, Loader=_LOADER)
    except yaml.YAMLError as error:
        raise LanguageFault(f"{path} is not YAML: {' '.join(str(error).split())}") from error
    if not isinstance(root, yaml.MappingNode):
        raise LanguageFault(f"{path} must be a mapping from keys to sentences.")
    return _Reader(path, language).templates(root)


def parameters(template: Template) -> frozenset[str]:
    """The names of all parameters that some form of the template uses."""
    match template:
        case Text(parts):
            return frozenset(part.name for part in parts if isinstance(part, Slot))
        case Plural(by, forms):
            return frozenset({by}).union(*map(parameters, forms.values()))
        case Variants(choices):
            return frozenset[str]().union(*map(parameters, choices))


class _Reader:
    """Turns YAML nodes into templates; its faults name the file, line and key."""

    def __init__(self, path: Path, language: str) -> None:
        self._path = path
        self._language = language
        self._categories = Locale.parse(language).plural_form.tags | {"other"}
        self._forms = numbers.forms(language) | {AND, OR}
        self._key = ""

    def templates(self, root: yaml.MappingNode) -> dict[str, Template]:
        found: dict[str, Template] = {}
        for key_node, value in root.value:
            self._key = str(key_node.value)
            if self._key in found:
                raise self._fault(key_node, "the key stands here a second time")
            found[self._key] = self._template(value)
        return found

    def _template(self, node: yaml.Node) -> Template:
        if isinstance(node, yaml.ScalarNode):
            return self._text(node)
        if isinstance(node, yaml.MappingNode):
            return self._plural(node)
        if isinstance(node, yaml.SequenceNode) and node.value:
            return Variants(tuple(map(self._template, node.value)))
        raise self._fault(node, "a list of variants needs at least one")

    def _plural(self, node: yaml.MappingNode) -> Plural:
        by = ""
        forms: dict[str, Template] = {}
        for name_node, value in node.value:
            name = str(name_node.value)
            if name == "by":
                if not (isinstance(value, yaml.ScalarNode) and _PARAMETER.fullmatch(value.value)):
                    raise self._fault(value, "`by` must name one parameter")
                by = value.value
            elif name not in self._categories:
                allowed = ", ".join(sorted(self._categories))
                raise self._fault(
                    name_node, f"{name!r} is no plural category of this language ({allowed})"
                )
            elif name in forms:
                raise self._fault(name_node, f"the plural category {name!r} stands here twice")
            else:
                forms[name] = self._template(value)
        if not by:
            raise self._fault(node, "`by` is missing: which parameter chooses the plural form?")
        if "other" not in forms:
            raise self._fault(node, "the plural category 'other' is missing")
        return Plural(by, forms)

    def _text(self, node: yaml.ScalarNode) -> Text:
        text = str(node.value)
        if not text.strip():
            raise self._fault(node, "the text is empty")
        parts: list[str | Slot | Break] = []
        position = 0
        for token in _TOKEN.finditer(text):
            parts += _sentences(text[position:token.start()])
            position = token.end()
            parts.append(self._token(node, token))
        parts += _sentences(text[position:])
        return Text(tuple(part for part in parts if part != ""))

    def _token(self, node: yaml.Node, token: re.Match[str]) -> str | Slot:
        if token[0] in ("{{", "}}"):
            return token[0][0]
        if token[1] is None:
            raise self._fault(node, f"the brace {token[0]!r} has no partner (a literal one is "
                                    f"written {token[0] * 2!r})")
        parameter = _PARAMETER.fullmatch(token[1])
        if parameter is None:
            raise self._fault(node, f"{token[0]!r} is no parameter; those look like {{name}} "
                                    "or {name:form}")
        name, form = parameter[1], parameter[2] or ""
        if form and form not in self._forms:
            raise self._fault(node, f"this language has no form {form!r} "
                                    f"({', '.join(sorted(self._forms))})")
        return Slot(name, form)

    def _fault(self, node: yaml.Node, problem: str) -> LanguageFault:
        line = node.start_mark.line + 1
        return LanguageFault(f"{self._path}, line {line}, {self._key!r}: {problem}.")


def _sentences(words: str) -> list[str | Slot | Break]:
    """Words between parameters, cut where a sentence ends."""
    first, *rest = _SENTENCE_END.split(words)
    parts: list[str | Slot | Break] = [first]
    for sentence in rest:
        parts += [Break(), sentence]
    return parts
