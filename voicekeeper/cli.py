"""The command line: every command by its name, each in a module of commands/."""

from __future__ import annotations

import click

from voicekeeper import __version__
from voicekeeper.commands.lazy import LazyGroup

# A command's module is loaded only when it is called, so that `score` does not
# wait for what `play` needs.
_COMMANDS = {
    "bench": "bench",
    "demo": "demo",
    "doctor": "doctor",
    "export": "export",
    "forget": "forget",
    "hear": "hear",
    "history": "history",
    "import": "import_",
    "install": "install",
    "names": "names",
    "parse": "parse",
    "play": "play",
    "score": "score",
    "setup": "setup",
    "stats": "stats",
    "uninstall": "install",
}


@click.command(cls=LazyGroup, modules=_COMMANDS)
@click.version_option(__version__, prog_name="voicekeeper")
def main() -> None:
    """A voice-controlled scorekeeper for the card game Skyjo."""
