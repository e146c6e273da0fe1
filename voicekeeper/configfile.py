"""Reading a configuration file (YAML) so that every complaint can name its place.

A `Section` is a mapping of the file with the lines of its keys. What is asked
of it is checked there and then; everything wrong raises ConfigFault with one
sentence: the file, the line, the key, and what is allowed.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeVar

import yaml

from voicekeeper.faults import ConfigFault

T = TypeVar("T")
_TAG = "tag:yaml.org,2002:"
_LONGEST = 60
"""Characters of a wrong value that a complaint shows."""


class Section:
    """A mapping in a configuration file; an absent one is an empty section."""

    def __init__(self, file: Path, node: yaml.Node | None, name: str = "") -> None:
        self.file = file
        self.name = name
        self._line = node.start_mark.line + 1 if node is not None else 1
        self._keys: dict[str, yaml.Node] = {}
        self._values: dict[str, yaml.Node] = {}
        if node is None or _is_null(node):
            return
        if not isinstance(node, yaml.MappingNode):
            what = name or "the file"
            raise self.fault(f"{what} must be a list of `key: value` lines, not {_shown(node)}")
        for key, value in node.value:
            self._add(key, value)

    def __contains__(self, key: str) -> bool:
        return key in self._values and not _is_null(self._values[key])

    def __iter__(self) -> Iterator[str]:
        """The keys in the file's order, null ones too."""
        return iter(self._values)

    def allow(self, *allowed: str) -> None:
        """Complain about the first key that is not one of these."""
        for key, node in self._keys.items():
            if key not in allowed:
                near = difflib.get_close_matches(key, allowed, 1)
                hint = (f". Did you mean '{near[0]}'?" if near
                        else f"; known are {', '.join(allowed)}.")
                where = f" under {self.name}" if self.name else ""
                raise self.fault(f"there is no setting '{_cut(key)}'{where}{hint}", node)

    def section(self, key: str) -> Section:
        """The mapping under a key; empty where there is none."""
        return Section(self.file, self._values.get(key), self._full(key))

    def sections(self, key: str) -> list[Section]:
        """The mapping, or the list of mappings, under a key."""
        node = self._values.get(key)
        if isinstance(node, yaml.SequenceNode):
            return [Section(self.file, item, self._full(key)) for item in node.value]
        return [] if node is None or _is_null(node) else [self.section(key)]

    def choice(self, key: str, default: str, allowed: Sequence[str]) -> str:
        """One of a few words."""
        if key not in self:
            return default
        node = self._values[key]
        if not isinstance(node, yaml.ScalarNode) or node.value not in allowed:
            raise self.wrong(key, " or ".join(filter(None, (", ".join(allowed[:-1]), allowed[-1]))))
        return str(node.value)

    def text(self, key: str) -> str | None:
        """A text, or None where it is null or left out."""
        if key not in self:
            return None
        node = self._values[key]
        # 1234:5678 is a number to base 60 for YAML, and a vendor:product for us.
        if not isinstance(node, yaml.ScalarNode) or (
            node.tag in (_TAG + "bool", _TAG + "int", _TAG + "float") and ":" not in node.value
        ):
            raise self.wrong(key, "a text (in quotes) or null")
        if not node.value.strip():
            raise self.wrong(key, "a text that is not empty, or null")
        return str(node.value)

    def path(self, key: str) -> Path | None:
        """A path, relative to the configuration file's folder; None where it is left out."""
        text = self.text(key)
        if text is None:
            return None
        try:
            return self.file.parent / Path(text).expanduser()
        except RuntimeError as error:  # ~someone without a home
            raise self.wrong(key, "a path") from error

    def number(self, key: str, default: T, low: float, high: float) -> float | T:
        """A number from low to high, or the default where it is null or left out."""
        if key not in self:
            return default
        value = self.plain(key)
        if isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high:
            return float(value)
        raise self.wrong(key, f"a number from {low:g} to {high:g}")

    def flag(self, key: str, default: bool) -> bool:
        """true or false."""
        value = self.plain(key) if key in self else default
        if not isinstance(value, bool):
            raise self.wrong(key, "true or false")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """A text, or a list of texts, just as they are written."""
        node = self._values[key]
        items = node.value if isinstance(node, yaml.SequenceNode) else [node]
        if not items or not all(
            isinstance(item, yaml.ScalarNode) and item.value.strip() for item in items
        ):
            raise self.wrong(key, "a list of words or phrases")
        return tuple(" ".join(item.value.split()) for item in items)

    def text_or_texts(self, key: str) -> str | tuple[str, ...] | None:
        """A text, or several in their order; None where it is null or left out."""
        several = key in self and isinstance(self._values[key], yaml.SequenceNode)
        return self.texts(key) if several else self.text(key)

    def plain(self, key: str) -> object:
        """A value as YAML reads it; of a list only its texts, of a mapping nothing."""
        node = self._values[key]
        if isinstance(node, yaml.ScalarNode):
            try:
                return yaml.safe_load(yaml.serialize(node))
            except (yaml.YAMLError, ValueError):  # such as the 31st of February
                return node.value
        if isinstance(node, yaml.SequenceNode):
            return [item.value for item in node.value if isinstance(item, yaml.ScalarNode)]
        return {}

    def wrong(self, key: str, allowed: str) -> ConfigFault:
        """The complaint about a value: what is allowed, and what stands there."""
        value = self._values.get(key)
        shown = "" if value is None else f", not {_shown(value)}"
        return self.fault(f"{self._full(key)} must be {allowed}{shown}", value)

    def fault(self, sentence: str, node: yaml.Node | str | None = None) -> ConfigFault:
        """A complaint about this section, or about one of its keys or nodes."""
        if isinstance(node, str):
            node = self._keys.get(node)
        line = node.start_mark.line + 1 if node is not None else self._line
        end = "" if sentence.endswith(("?", ".")) else "."
        return ConfigFault(f"{self.file}, line {line}: {sentence}{end}")

    def _full(self, key: str) -> str:
        return f"{self.name}.{key}" if self.name else key

    def _add(self, key: yaml.Node, value: yaml.Node) -> None:
        if not isinstance(key, yaml.ScalarNode):
            raise self.fault(f"a key must be a word, not {_shown(key)}", key)
        if key.value in self._keys:
            first = self._keys[key.value].start_mark.line + 1
            raise self.fault(
                f"{_cut(self._full(key.value))} is given twice (first in line {first})", key
            )
        self._keys[key.value] = key
        self._values[key.value] = value


def read(file: Path) -> Section:
    """The whole file as a section. Raises ConfigFault for whatever cannot be read."""
    try:
        data = file.read_bytes()
    except FileNotFoundError as error:
        raise ConfigFault(f"There is no configuration file {file}.") from error
    except IsADirectoryError as error:
        raise ConfigFault(f"{file} is a folder, not a configuration file.") from error
    except OSError as error:
        raise ConfigFault(f"{file} cannot be read ({error.strerror}).") from error
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise ConfigFault(f"{file}, line {line}: not UTF-8; save the file as UTF-8.") from error
    try:
        node = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 if mark else 1
        raise ConfigFault(f"{file}, line {line}: {_problem(error, text, line)}.") from error
    except yaml.YAMLError as error:
        raise ConfigFault(f"{file} holds characters that YAML does not allow.") from error
    except RecursionError as error:
        raise ConfigFault(f"{file} is nested too deeply to be a configuration.") from error
    return Section(file, node)


def _problem(error: yaml.MarkedYAMLError, text: str, line: int) -> str:
    lines = text.splitlines()
    if line <= len(lines) and "\t" in lines[line - 1][: -len(lines[line - 1].lstrip()) or None]:
        return "a tab; YAML is indented with spaces only"
    return f"not YAML ({' '.join((error.problem or 'broken').split())})"


def _is_null(node: yaml.Node) -> bool:
    return isinstance(node, yaml.ScalarNode) and node.tag == _TAG + "null"


def _shown(node: yaml.Node) -> str:
    if isinstance(node, yaml.MappingNode):
        return "a mapping"
    if isinstance(node, yaml.SequenceNode):
        return "a list"
    quoted = node.tag == _TAG + "str"
    return f"'{_cut(node.value)}'" if quoted else _cut(node.value) or "null"


def _cut(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."
