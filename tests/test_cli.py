"""The program's own help, and what it waits for."""

from __future__ import annotations

import subprocess
import sys

import click
import pytest
from click.testing import CliRunner

from voicekeeper.cli import main

COMMANDS = main.list_commands(click.Context(main))


def test_help_has_a_whole_sentence_for_every_command() -> None:
    told = CliRunner().invoke(main, ["--help"], terminal_width=80).output
    lines = [line.split(maxsplit=1) for line in told.partition("Commands:\n")[2].splitlines()]
    assert [name for name, _ in lines] == COMMANDS
    assert all(sentence.endswith(".") and "..." not in sentence for _, sentence in lines)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_that_help_names_is_there(name: str) -> None:
    asked = CliRunner().invoke(main, [name, "--help"])
    assert (asked.exit_code, f" {name} " in asked.output.splitlines()[0]) == (0, True)


@pytest.mark.parametrize("words", [
    (), *((name,) for name in COMMANDS), ("names", "enrol"), ("history", "show"), ("bench", "turn"),
    ("bench", "outages"),
])
def test_help_has_a_short_name_everywhere(words: tuple[str, ...]) -> None:
    """-h tells what --help tells, of the program, of each command and of their verbs."""
    short, long = (CliRunner().invoke(main, [*words, option]) for option in ("-h", "--help"))
    assert short.exit_code == 0
    assert short.output == long.output


def test_help_loads_nothing_of_sound_or_hearing() -> None:
    program = ("import sys; from voicekeeper.cli import main; main(['--help'], 'voicekeeper', "
               "standalone_mode=False); print('numpy' in sys.modules, file=sys.stderr)")
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True,
                         check=True)
    assert ran.stderr.split() == ["False"]
