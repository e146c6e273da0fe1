"""Reads grammars in the JSpeech Grammar Format (W3C note, June 2000) to a small tree.

Supported: public and private rules, alternatives with weights, sequences,
groups, optional parts, `*`, `+`, tags, quoted tokens, both kinds of comment.
Not supported, because no grammar here needs them: imports and recursion.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import cast

from lark import Lark, Token, Transformer
from lark.exceptions import UnexpectedInput, VisitError

from voicekeeper.faults import Fault

_SYNTAX = r"""
start: HEADER? DECLARATION rule*
rule: PUBLIC? "<" NAME ">" "=" alternatives ";"
alternatives: branch ("|" branch)*
branch: weight? sequence
weight: "/" NUMBER "/"
sequence: tagged+
tagged: repeated TAG*
repeated: atom REPEAT?
?atom: word | reference | optional | group
word: WORD | QUOTED
reference: "<" NAME ">"
optional: "[" alternatives "]"
group: "(" alternatives ")"

HEADER: /#JSGF[^;]*;/
DECLARATION: /grammar\s+[^;]+;/
PUBLIC: "public"
NAME: /[^\s<>]+/
NUMBER: /[0-9]*\.?[0-9]+/
REPEAT: "*" | "+"
TAG: /\{[^}]*\}/
QUOTED: /"[^"]+"/
WORD: /[^\s;=|*+<>()\[\]{}\/"#]+/
COMMENT: /\/\/[^\n]*/ | /\/\*(.|\n)*?\*\//
%ignore COMMENT
%ignore /\s+/
"""


class GrammarFault(Fault):
    """A grammar file with an error; the sentence names file, line and column."""


@dataclass(frozen=True)
class Word:
    """A word to be said, lower case."""

    text: str


@dataclass(frozen=True)
class Reference:
    """The name of another rule."""

    name: str


@dataclass(frozen=True)
class Branch:
    """One alternative; `weight` is its likelihood relative to its siblings (1 if not given)."""

    weight: float
    node: Node


@dataclass(frozen=True)
class Alternatives:
    """One of several."""

    branches: tuple[Branch, ...]


@dataclass(frozen=True)
class Sequence:
    """One after the other."""

    nodes: tuple[Node, ...]


@dataclass(frozen=True)
class Optional:
    """Said or not."""

    node: Node


@dataclass(frozen=True)
class Repeat:
    """Said `least` times (0 or 1) or more."""

    node: Node
    least: int


@dataclass(frozen=True)
class Tagged:
    """A part with the meanings that it carries, in order."""

    node: Node
    tags: tuple[str, ...]


@dataclass(frozen=True)
class Lexicon:
    """Many word sequences that stand in for one another, each with a cost (natural log).

    Never written in a file: the program supplies it for numbers and names. It
    is kept as a minimal acyclic automaton, because hundreds of number words
    stand in dozens of places.
    """

    entries: tuple[tuple[tuple[str, ...], float], ...]


@dataclass(frozen=True)
class Network:
    """Parts joined by states: `arcs` lead from state to state, with what is said and its cost.

    State 0 is the start; `finals` are states to end in and what that costs (natural log).
    Never written in a file: the program supplies it for spelled names.
    """

    arcs: tuple[tuple[int, int, Node, float], ...]
    finals: tuple[tuple[int, float], ...]


Node = (Word | Reference | Alternatives | Sequence | Optional | Repeat | Tagged | Lexicon
        | Network)


@dataclass(frozen=True)
class Grammar:
    """The rules by name; `public` are those that may start an utterance."""

    rules: Mapping[str, Node]
    public: tuple[str, ...]


class _Tree(Transformer[Token, Grammar]):
    def start(self, parts: list[object]) -> Grammar:
        found = [p for p in parts if isinstance(p, tuple)]
        return Grammar({name: node for _, name, node in found},
                       tuple(name for public, name, _ in found if public))

    def rule(self, parts: list[object]) -> tuple[bool, str, Node]:
        *public, name, node = parts
        return bool(public), str(name), cast(Node, node)

    def alternatives(self, branches: list[Branch]) -> Node:
        if len(branches) == 1 and branches[0].weight == 1:
            return branches[0].node
        return Alternatives(tuple(branches))

    def branch(self, parts: list[object]) -> Branch:
        weight = cast(float, parts[0]) if len(parts) == 2 else 1.0
        return Branch(weight, cast(Node, parts[-1]))

    def weight(self, parts: list[Token]) -> float:
        value = float(parts[0])
        if value <= 0:
            raise ValueError("a weight must be above zero")
        return value

    def sequence(self, nodes: list[Node]) -> Node:
        return nodes[0] if len(nodes) == 1 else Sequence(tuple(nodes))

    def tagged(self, parts: list[object]) -> Node:
        node, *tags = parts
        if not tags:
            return cast(Node, node)
        return Tagged(cast(Node, node), tuple(str(t)[1:-1].strip() for t in tags))

    def repeated(self, parts: list[object]) -> Node:
        node, *mark = parts
        return Repeat(cast(Node, node), 1 if mark[0] == "+" else 0) if mark else cast(Node, node)

    def word(self, parts: list[Token]) -> Node:
        words = tuple(Word(w) for w in str(parts[0]).strip('"').lower().split())
        return words[0] if len(words) == 1 else Sequence(words)

    def reference(self, parts: list[Token]) -> Reference:
        return Reference(str(parts[0]))

    def optional(self, parts: list[Node]) -> Optional:
        return Optional(parts[0])

    def group(self, parts: list[Node]) -> Node:
        return parts[0]


def parse_grammar(text: str, source: str = "grammar", *, given: frozenset[str] = frozenset()
                  ) -> Grammar:
    """The grammar written in `text`.

    `given` are names of rules that the program itself supplies (players,
    numbers). Raises GrammarFault with line and column for bad syntax, and for
    rules that are named but missing, or that name themselves.
    """
    try:
        grammar = _Tree().transform(_lark().parse(text))
    except UnexpectedInput as error:
        raise GrammarFault(
            f"{source}, line {error.line}, column {error.column}: "
            f"not JSGF here: {error.get_context(text, 20).splitlines()[0].strip()!r}."
        ) from error
    except VisitError as error:
        raise GrammarFault(f"{source}: {error.orig_exc}.") from error
    checked: set[str] = set()
    for name in grammar.rules:
        _check(grammar, Reference(name), (), source, given, checked)
    return grammar


def load_grammar(path: Path, *, given: frozenset[str] = frozenset()) -> Grammar:
    """The grammar in a file. Raises GrammarFault, also where it can't be read."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise GrammarFault(f"The grammar {path} cannot be read: {error}.") from error
    return parse_grammar(text, str(path), given=given)


def words_of(grammar: Grammar, *rules: str) -> frozenset[str]:
    """Every word that stands in these rules themselves; without any, in all the rules."""
    return frozenset(word for rule in rules or grammar.rules
                     for word in words_in(grammar.rules[rule]))


def words_in(node: Node) -> frozenset[str]:
    """Every word that stands in a node itself."""
    return frozenset(part.text for part in _all(node) if isinstance(part, Word))


def references(node: Node) -> list[str]:
    """The rules that a node names, as often as it does."""
    return [part.name for part in _all(node) if isinstance(part, Reference)]


def _all(node: Node) -> Iterator[Node]:
    """The node and all that it is made of."""
    yield node
    for part in _parts(node):
        yield from _all(part)


def _parts(node: Node) -> tuple[Node, ...]:
    match node:
        case Alternatives(branches):
            return tuple(branch.node for branch in branches)
        case Sequence(nodes):
            return nodes
        case Optional(inner) | Repeat(inner, _) | Tagged(inner, _):
            return (inner,)
        case Network(arcs):
            return tuple(node for _, _, node, _ in arcs)
    return ()


@lru_cache(maxsize=1)
def _lark() -> Lark:
    return Lark(_SYNTAX, parser="lalr")


def _check(grammar: Grammar, node: Node, trail: tuple[str, ...], source: str,
           given: frozenset[str], checked: set[str]) -> None:
    match node:
        case Reference(name):
            if name in trail:
                raise GrammarFault(f"{source}: the rule <{name}> names itself.")
            if name in checked:
                return
            if name in grammar.rules:
                _check(grammar, grammar.rules[name], (*trail, name), source, given, checked)
                checked.add(name)
            elif name not in given:
                raise GrammarFault(f"{source}: the rule <{name}> is named in <{trail[-1]}> "
                                   "but is not there.")
        case _:
            for part in _parts(node):
                _check(grammar, part, trail, source, given, checked)
