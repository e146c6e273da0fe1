"""The command line: every command by its name, each in a module of commands/."""

from __future__ import annotations

import click

from voicekeeper import __version__
from voicekeeper.commands.lazy import LazyGroup

# A command's module is loaded only when it is called, so that neither `score` nor
# `--help` waits for what `play` needs.
_MODULES = {"import": "import_", "uninstall": "install"}
_COMMANDS = {
    "bench": "Measure how quick and how big it is on this machine.",
    "demo": "Play a short recorded game, to see and hear how it goes.",
    "doctor": "Check every part, and say what to do about what is wrong.",
    "export": "Write games out, as JSON, CSV or a picture.",
    "forget": "Take a person's name out of everything that is kept.",
    "hear": "Tell what is said in sound files.",
    "history": "List the games played; show, delete and restore them.",
    "import": "Bring in games from sheets and tables.",
    "install": "Make this machine a box: the table starts with the power.",
    "names": "Tell how names are heard; enrol those that are unusual.",
    "parse": "Tell what typed words mean.",
    "play": "Keep the score of a game.",
    "score": "Count written score sheets by the rules.",
    "setup": "Fetch and check the speech model and the voice.",
    "stats": "Show what everybody has come to over all games.",
    "uninstall": "Stop the service and take its files away; the games stay.",
}


@click.command(cls=LazyGroup, helps=_COMMANDS,
               modules={name: _MODULES.get(name, name) for name in _COMMANDS},
               context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="voicekeeper")
def main() -> None:
    """A voice-controlled scorekeeper for the card game Skyjo."""
