"""The command line: every command by its name, each in a module of commands/."""

from __future__ import annotations

import importlib

import click

from voicekeeper import __version__

# A command's module is loaded only when it is called, so that `score` does not
# wait for what `play` needs.
_COMMANDS = {
    "bench": "bench",
    "demo": "demo",
    "doctor": "doctor",
    "hear": "hear",
    "history": "history",
    "names": "names",
    "parse": "parse",
    "play": "play",
    "score": "score",
    "setup": "setup",
}


class _Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        module = _COMMANDS.get(cmd_name)
        if module is None:
            return None
        command = getattr(importlib.import_module(f"voicekeeper.commands.{module}"), module)
        if not isinstance(command, click.Command):
            raise TypeError(f"{module} is not a command")
        return command


@click.command(cls=_Commands)
@click.version_option(__version__, prog_name="voicekeeper")
def main() -> None:
    """A voice-controlled scorekeeper for the card game Skyjo."""
