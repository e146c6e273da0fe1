"""Commands with verbs of their own: the options may stand before the verb, and after it."""

from __future__ import annotations

import click


def verb_first(group: click.Group, ctx: click.Context, args: list[str]) -> list[str]:
    """The arguments with the verb moved before the options that stand before it.

    Unchanged where the first word is none of the group's verbs, or there is none.
    """
    at = first_word(group, ctx, args)
    if at is None or args[at] not in group.list_commands(ctx):
        return args
    return [args[at], *args[:at], *args[at + 1:]]


def first_word(group: click.Group, ctx: click.Context, args: list[str]) -> int | None:
    """The place of the first argument that is no option and no option's value, before any --."""
    if not args:
        return None
    if not args[0].startswith("-"):
        return 0
    verbs = (group.get_command(ctx, verb) for verb in group.list_commands(ctx))
    valued = {name for command in (group, *verbs) if command is not None
              for param in command.params
              if isinstance(param, click.Option) and not param.is_flag
              for name in param.opts}
    at = 0
    while at < len(args) and args[at] != "--":
        if not args[at].startswith("-"):
            return at
        at += 2 if args[at] in valued else 1
    return None


class VerbGroup(click.Group):
    """A group whose verb may be left out.

    bare: the verb that is meant without any word; named: the one where the first word
    is none of the verbs.
    """

    bare = named = ""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put the verb first, the meant one where there is none."""
        if args and args[0] in ctx.help_option_names:
            return super().parse_args(ctx, args)
        at = first_word(self, ctx, args)
        if at is None:
            # What stands behind a -- is a word as well, but never a verb.
            args = [self.named if "--" in args[:-1] else self.bare, *args]
        elif args[at] not in self.commands:
            args = [self.named, *args]
        else:
            args = verb_first(self, ctx, args)
        return super().parse_args(ctx, args)
