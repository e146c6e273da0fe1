"""`names`: can these names be heard, and which sound alike; and names said to be heard better."""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from voicekeeper import models
from voicekeeper.commands.common import FAULT, Options, common_options
from voicekeeper.commands.hints import typable
from voicekeeper.commands.parts import said_names, spoken_names
from voicekeeper.commands.verbs import VerbGroup
from voicekeeper.faults import DataFault
from voicekeeper.skyjo.ledger import FILE_NAME, Ledger

if TYPE_CHECKING:
    from voicekeeper.hearing.namer import NameSound
    from voicekeeper.hearing.spoken import SpokenNames


class _Names(VerbGroup):
    """Names without a verb before them are told about."""

    bare = named = "tell"


@click.group(cls=_Names)
def names() -> None:
    """Tell how names are heard; enrol names that are unusual.

    `voicekeeper names [NAME...]` tells of each name (without any, of everyone who
    has played) whether and by which words it is heard, and which names sound alike.
    """


@names.command()
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--json", "json_output", is_flag=True, help="One JSON object a line.")
@common_options
def tell(options: Options, names: tuple[str, ...], json_output: bool) -> None:
    """Tell how names are heard, and which sound alike (the verb may be left out)."""
    from voicekeeper.hearing.likeness import alike
    from voicekeeper.hearing.namer import sounds
    from voicekeeper.hearing.spoken import players_of
    from voicekeeper.hearing.vocabulary import model_words

    asked = names or _everyone(options)
    model = models.find(options.language, options.config.hearing.model)
    cache = options.data / "grammars"
    spoken_as = spoken_names(options)
    vocabulary = model_words(model)
    players = players_of(asked, spoken_as, model, options.language, cache)
    forms = players.heard(options.language, vocabulary)
    found = sounds(asked, model, options.language, cache)
    pairs = alike(found)
    for name in dict.fromkeys(asked):
        near = {pair.other if pair.one == name else pair.one: pair.distance
                for pair in pairs if name in (pair.one, pair.other)}
        enrolled = spoken_as.enrolled(name)
        told = {"name": name, "known": bool(found[name].pronounced), "spoken_as": forms[name],
                "confused_with": list(near)}
        if near:
            told["likeness"] = near
        if enrolled is not None:
            told["enrolled"] = enrolled.takes
        if found[name].order:
            told["order"] = found[name].order
        if json_output:
            print(json.dumps(told), flush=True)
        else:
            verdict = _verdict(found[name], name, forms[name], spoken_as)
            click.echo(typable(_plain(verdict, near, found[name].order)))


@names.command()
@click.argument("name")
@click.option("--audio", "files", multiple=True, metavar="FILE",
              type=click.Path(path_type=Path),
              help="A recording of the name alone; give two or three, each with --audio. "
                   "Without any, it is said into the microphone.")
@click.option("--anyway", is_flag=True, help="Even where it does not sound like the name.")
@click.option("--json", "json_output", is_flag=True, help="One JSON object.")
@common_options
def enrol(options: Options, name: str, files: tuple[Path, ...], anyway: bool, json_output: bool
          ) -> int:
    """Hear NAME said two or three times, and know it from then on."""
    from voicekeeper.commands.enrolling import takes_from_files, takes_from_microphone
    from voicekeeper.hearing.enrolment import Enroller

    if not _sayable(name):
        raise click.BadParameter("a name needs letters or numbers", param_hint="NAME")
    model = models.find(options.language, options.config.hearing.model)
    takes = takes_from_files(files) if files else takes_from_microphone(options, name)
    if not takes:
        raise DataFault("Nothing was said, so nothing is enrolled.")
    enroller = Enroller(model, options.language, options.data / "grammars")
    found = enroller.enrol(name, takes, anyway=anyway)
    if found.far is not None:
        raise DataFault(f"That does not sound like {name}: heard is \"{found.far}\". Say the name "
                        "alone; or keep it all the same, with --anyway.")
    if not found.spoken_as:
        raise DataFault("Nothing could be heard in that; say the name alone, close to the "
                        "microphone, and once more.")
    spoken_names(options).keep(name, found.spoken_as, len(takes))
    if json_output:
        print(json.dumps({"name": name, "spoken_as": found.spoken_as, "takes": len(takes)}))
    else:
        click.echo(f"{name}: heard as {', '.join(found.spoken_as)}.")
    return 0


@names.command()
@click.argument("name")
@click.argument("respelling", nargs=-1, required=True)
@common_options
def say(options: Options, name: str, respelling: tuple[str, ...]) -> int:
    """Have the voice say NAME by a RESPELLING, as in `names say Zoe zoh ee`."""
    said_as = " ".join(" ".join(respelling).split())
    if not _sayable(said_as):
        raise click.BadParameter("a respelling needs letters", param_hint="RESPELLING")
    said_names(options).keep(name, said_as)
    click.echo(f"{name}: said as {said_as}.")
    return 0


@names.command()
@click.argument("name")
@common_options
def forget(options: Options, name: str) -> int:
    """Take back what was enrolled for NAME, and how the voice says it."""
    said = said_names(options)
    respelt = name in said
    said.keep(name, None)
    if spoken_names(options).forget(name):
        click.echo(f"{name}: what was enrolled is forgotten.")
    elif not respelt:
        click.echo(f"{name}: nothing was enrolled.", err=True)
        return FAULT
    if respelt:
        click.echo(f"{name}: said as it is written.")
    return 0


def _everyone(options: Options) -> tuple[str, ...]:
    """Everyone who has played, the latest first."""
    with Ledger.open(options.data / FILE_NAME) as ledger:
        found = dict.fromkeys(name for game in ledger.games() for name in game.players)
    if not found:
        raise DataFault("Nobody has played yet, so there are no names to tell of: give some, as "
                        "in `voicekeeper names Ana Marco`.")
    return tuple(found)


def _plain(verdict: str, near: dict[str, float], order: str) -> str:
    sentences = [verdict]
    sentences += [_likeness(other, distance) for other, distance in near.items()]
    if order:
        sentences.append(f"Sounds like the order or number \"{order}\": take a nickname.")
    return " ".join(sentences)


def _verdict(sound: NameSound, name: str, forms: Sequence[str], spoken_as: SpokenNames) -> str:
    """Whether a name can be heard, in a sentence, and by which words."""
    words = ", ".join(forms)
    enrol = f"`voicekeeper names enrol {shlex.quote(name)}`"
    if not _sayable(name):
        return f"{name}: cannot be heard, for it has no letters or numbers: take a nickname."
    if not forms:
        return (f"{name}: cannot be heard: enrol it with {enrol}, or give it words that sound "
                "like it under names.spoken_as in config.yaml.")
    if spoken_as.enrolled(name) is not None:
        return f"{name}: known, for it was enrolled; heard as {words}."
    if name in spoken_as:
        return f"{name}: known by the words that are set for it; heard as {words}."
    if not sound.pronounced:
        return (f"{name}: not known, but will be heard by words that sound like it: {words}. "
                f"If it is misheard, enrol it with {enrol}.")
    return f"{name}: known; heard as {words}."


def _sayable(text: str) -> bool:
    return any(letter.isalnum() for letter in text)


def _likeness(other: str, distance: float) -> str:
    from voicekeeper.hearing.likeness import THE_SAME

    how = "Cannot be told from" if distance <= THE_SAME else "Is sometimes taken for"
    return f"{how} {other}: call one of them Big {other}, or add the first letter of a surname."
