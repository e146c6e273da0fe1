"""What the pages show can be typed and said as it stands there."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from voicekeeper.cli import main
from voicekeeper.hearing.parser import build_parser
from voicekeeper.intents import to_json

TOP = Path(__file__).parents[1]
PAGES = (TOP / "README.md", *sorted((TOP / "docs").glob("*.md")))
PROGRAM = ".venv/bin/voicekeeper"


def shown(page: Path) -> Iterator[str]:
    """The commands of a page: in its lines of code, and between backquotes."""
    text = page.read_text(encoding="utf-8")
    for line in re.findall(r"^ {4}(?:[-\w./ ]*; )?(?:\$ )?(?:sudo )?(.*)", text, re.MULTILINE):
        yield line.partition(" #")[0].strip()
    for code in re.findall(r"`([^`\n]+)`", text):
        yield code.removeprefix("sudo ")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_can_be_typed_as_they_are_shown(page: Path) -> None:
    commands = [line for line in shown(page) if line.startswith(PROGRAM)]
    for command in commands:
        words = shlex.split(command.partition(" > ")[0])[1:]
        found: click.Command = main
        context = click.Context(main)
        while isinstance(found, click.Group) and words and words[0] != "COMMAND":
            inner = found.get_command(context, words[0])
            if inner is None:
                # A group with a verb that may be left out: `history --on DAY`, `history ID`.
                found = found.get_command(context, "list") or found
                break
            found, words = inner, words[1:]
        assert found is not main or words[0] == "COMMAND", command
        options = {name for parameter in found.params for name in parameter.opts}
        given = {word for word in words if re.match(r"--?[a-z]", word)} - {"--help"}
        assert given <= options, command


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_line_of_code_needs_the_program_on_the_path(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    names = "|".join(main.list_commands(click.Context(main)))
    bare = rf"^ {{4}}(?:\$ )?(?:sudo )?voicekeeper (?:{names})\b.*"
    assert re.findall(bare, text, re.MULTILINE) == []


def test_what_the_docs_say_goes_on_with_a_game() -> None:
    """The wordings in quotes in docs/history.md that go on with one."""
    text = " ".join((TOP / "docs" / "history.md").read_text(encoding="utf-8").split())
    said = re.findall(r'"([^"]+)"', text.partition("at the table say")[2].partition(". Where")[0])
    *wordings, alone = said
    assert len(wordings) > 3 and alone == "continue"
    docs = build_parser(("Ana", "Marco", "Leo"), "en")
    for words in wordings:
        intent = docs.parse(words).intent
        assert intent is not None and to_json(intent)["type"] == "continue", words
