"""`play`: a game at the table, by voice; or with --typed, by lines of text."""

from __future__ import annotations

from pathlib import Path

import click

from voicekeeper.commands.common import FAULT, Options, common_options
from voicekeeper.commands.hints import typable
from voicekeeper.commands.parts import players_option


@click.command()
@click.option("--typed", is_flag=True, help="No sound: each line of standard input is said.")
@click.option("--table", is_flag=True,
              help="Only with sound and a button: where one is missing, say so and end.")
@click.option("--json", "json_output", is_flag=True, help="With --typed: one JSON object a line.")
@click.option("--players", metavar="A,B,...", help="Start a new game with these players.")
@click.option("--resume", metavar="ID", help="Bring a game of the history back.")
@click.option("--rematch", metavar="ID",
              help="Start a game with the players and rules of one of the history, or of the last.")
@click.option("--keep-audio", type=click.Path(path_type=Path), metavar="DIR",
              help="Keep every take in this folder, with what was heard.  [default: keep none]")
@click.option("--times", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE.jsonl",
              help="Write when each step of a spoken turn was done (as `bench turn` does).")
@common_options
def play(options: Options, typed: bool, table: bool, json_output: bool, players: str | None,
         resume: str | None, rematch: str | None, keep_audio: Path | None, times: Path | None
         ) -> int:
    """Keep the score of a game."""
    if json_output and not typed:
        raise click.UsageError("--json goes with --typed.")
    if table and typed:
        raise click.UsageError("--table and --typed are two ways to play: give one of them.")
    if sum(option is not None for option in (players, resume, rematch)) > 1:
        raise click.UsageError("--players and --rematch start a new game and --resume brings one "
                               "back: give one of them.")
    names = None if players is None else players_option(options, players)
    if not typed:
        from voicekeeper.sound.soundprocess import SOUND

        # While it starts all else is loaded.
        SOUND.start()
        from voicekeeper.commands.play_table import missing_parts, run_table

        missing = missing_parts(options)
        if not missing:
            return run_table(options, names, resume, keep_audio, rematch, times)
        SOUND.rest()
        for sentence in missing:
            click.echo(typable(sentence), err=True)
        if table:
            return FAULT
        click.echo(typable("So we go on with typed words (`voicekeeper play --typed`)."), err=True)
    from voicekeeper.commands.play_typed import run_typed

    return run_typed(options, names, resume, json_output, keep_audio=keep_audio,
                     rematch=rematch)
