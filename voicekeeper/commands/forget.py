"""`forget`: a person's name goes from everything that is kept; the sheets stay whole."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from voicekeeper.commands.common import FAULT, Options, common_options
from voicekeeper.faults import DataFault
from voicekeeper.forgetting import Kept, kept_of
from voicekeeper.forgetting import forget as forget_all
from voicekeeper.skyjo.ledger import FILE_NAME
from voicekeeper.skyjo.opening import refuse_if_in_use
from voicekeeper.skyjo.players import fold


@click.command()
@click.argument("name")
@click.option("--takes", "take_folders", multiple=True, metavar="DIR",
              type=click.Path(path_type=Path),
              help="A folder of `play --keep-audio`; may be given several times. Those in the "
                   "data folder are found anyway.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@common_options
def forget(options: Options, name: str, take_folders: tuple[Path, ...], yes: bool) -> int:
    """Forget a person: NAME goes from every game, copy, enrolment and kept take.

    The score sheets stay whole, with "Somebody" in the person's place. What was
    said word for word in their games goes too. This cannot be undone.
    """
    data = options.data
    kept = kept_of(name, data, take_folders, options.language)
    if not kept:
        click.echo(f"Nothing is kept of {name}.", err=True)
        return FAULT
    refuse_if_in_use(data / FILE_NAME)  # before anything is told that does not come
    for sentence in _told(name, kept):
        click.echo(sentence)
    if not yes:
        if not sys.stdin.isatty():
            raise DataFault(f"Nobody can be asked here whether {name} shall be forgotten; "
                            "say --yes. Nothing was changed.")
        if not click.confirm(f"Forget {name} for good?"):
            click.echo("Nothing was changed.")
            return FAULT
    forget_all(name, kept, data, options.language)
    click.echo(f"{name} is forgotten.")
    spoken_as = options.config.names.spoken_as
    if any(fold(other) == fold(name) for other in spoken_as):
        click.echo("config.yaml has the name under names.spoken_as: take it out there yourself.")
    return 0


def _told(name: str, kept: Kept) -> list[str]:
    """What is kept of a person and goes, a sentence each."""
    told = []
    if kept.games:
        games = "1 game" if kept.games == 1 else f"{kept.games} games"
        told.append(f"{name} is in {games}: the scores stay, under another name, and what was "
                    "said there word for word goes.")
    if kept.said:
        told.append(f"{_times(kept.said)} {name} was named in other games: these words go.")
    if kept.enrolled:
        told.append("How the name is said was enrolled: that goes.")
    for file in kept.copies:
        told.append(f"{file.name} is a copy of the games: the name goes from it.")
    for file in kept.damaged:
        told.append(f"{file.name} is damaged and has the name in it: the file is deleted.")
    for manifest, takes in kept.takes:
        these = "1 take is" if takes == 1 else f"{takes} takes are"
        told.append(f"{these} kept in {manifest.parent} from tables with {name}: deleted.")
    for manifest in kept.named:
        told.append(f"The takes in {manifest.parent} name {name} among those who have played: "
                    "the name goes from them.")
    return told


def _times(number: int) -> str:
    return {1: "Once", 2: "Twice"}.get(number, f"{number} times")
