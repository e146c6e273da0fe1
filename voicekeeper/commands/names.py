"""`names`: can these names be heard, and which sound alike?"""

from __future__ import annotations

import json

import click

from voicekeeper import models
from voicekeeper.commands.common import Options, common_options
from voicekeeper.commands.parts import named


@click.command()
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@click.option("--json", "json_output", is_flag=True, help="One JSON object a line.")
@common_options
def names(options: Options, names: tuple[str, ...], json_output: bool) -> None:
    """Tell which names the recogniser knows, and how they are spoken."""
    from voicekeeper.hearing.vocabulary import model_words

    vocabulary = model_words(models.find(options.language, options.config.hearing.model))
    forms = named(options, names).heard(options.language, vocabulary)
    for name in names:
        heard_as = forms[name]
        alike = [other for other, theirs in forms.items()
                 if other != name and set(theirs) & set(heard_as)]
        if json_output:
            print(json.dumps({"name": name, "known": bool(heard_as),
                              "spoken_as": list(heard_as), "confused_with": alike}), flush=True)
        elif not heard_as:
            click.echo(f"{name}: not in the recogniser's vocabulary; give it words that sound "
                       "like it under names.spoken_as in config.yaml.")
        else:
            same = f"; cannot be told from {', '.join(alike)}" if alike else ""
            click.echo(f"{name}: heard as {', '.join(heard_as)}{same}.")
