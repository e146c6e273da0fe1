"""Commands that people are told to type: as they can be typed here, and about the same games."""

from __future__ import annotations

import re
import shlex
import shutil
import sys
from pathlib import Path

import click

_TOLD = re.compile(r"`(sudo )?voicekeeper ([^`]+)`")
_CARRIED = {"config_file": "--config", "data": "--data", "lang": "--lang"}


def typable(sentence: str) -> str:
    """A sentence, each `voicekeeper ...` in it with the program's path and the options of now.

    What is written between backquotes in a fault's sentence goes by the program's bare name,
    which a shell finds only where the program is installed for all; and --config, --data and
    --lang, where they were given, are needed again.
    """
    if "`" not in sentence:
        return sentence
    return _TOLD.sub(lambda told: f"`{told[1] or ''}{program()} {_with_options(told[2])}`",
                     sentence)


def program() -> str:
    """The program that runs now, as a shell takes it from here."""
    path = Path(sys.executable).parent / "voicekeeper"
    found = shutil.which("voicekeeper")
    if not path.is_file() or (found is not None and path.samefile(found)):
        return "voicekeeper"
    here = Path.cwd()
    if path.parent == here:
        return "./voicekeeper"  # a bare name is looked for elsewhere
    return shlex.quote(str(path.relative_to(here) if path.is_relative_to(here) else path))


def _with_options(command: str) -> str:
    context = click.get_current_context(silent=True)
    given = {} if context is None else context.params
    for name, option in _CARRIED.items():
        value = given.get(name)
        if value is not None and option not in command.split():
            command += f" {option} {shlex.quote(str(value))}"
    return command
