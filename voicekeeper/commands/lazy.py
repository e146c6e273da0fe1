"""Groups of commands whose modules are loaded only when they are called."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from keyword import iskeyword
from typing import Any

import click


class LazyGroup(click.Group):
    """Commands by their names, each under its name in the named module of commands/.

    With `helps`, a sentence for each, the group's help loads none of them.
    """

    def __init__(self, *args: Any, modules: Mapping[str, str],
                 helps: Mapping[str, str] | None = None, **options: Any) -> None:
        super().__init__(*args, **options)
        self._modules = modules
        self._helps = helps

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands' names, in order."""
        return sorted(self._modules)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name, its module loaded; None where there is none."""
        module = self._modules.get(cmd_name)
        if module is None:
            return None
        # A name that is a word of Python's own has a _ behind it there.
        name = f"{cmd_name}_" if iskeyword(cmd_name) else cmd_name
        command = getattr(importlib.import_module(f"voicekeeper.commands.{module}"), name)
        if not isinstance(command, click.Command):
            raise TypeError(f"{module}.{name} is not a command")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands in the group's help."""
        if self._helps is None:
            super().format_commands(ctx, formatter)
            return
        with formatter.section("Commands"):
            formatter.write_dl([(name, self._helps[name]) for name in self.list_commands(ctx)])
