"""`parse`: typed words to intents."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator

import click

from voicekeeper.commands.common import Options, common_options
from voicekeeper.commands.parts import named, players_option, speaker_option
from voicekeeper.intents import to_json


@click.command()
@click.argument("text", nargs=-1)
@click.option("--players", required=True, metavar="A,B,...", help="Who sits at the table.")
@click.option("--speaking-for", metavar="P", help='Whose a bare number is, and who "I" is.')
@common_options
def parse(options: Options, text: tuple[str, ...], players: str, speaking_for: str | None) -> None:
    """What a text means: the words of TEXT, or each line of standard input."""
    from voicekeeper.hearing.parser import Parser

    names = players_option(options, players)
    speaker = speaker_option(names, speaking_for)
    parser = Parser(options.language, named(options, names), keep=options.data / "grammars")
    for line in _texts(text) if text else _lines():
        parsed = parser.parse(line, speaker)
        print(json.dumps({
            "text": line,
            "intent": None if parsed.intent is None else to_json(parsed.intent),
            "choices": [to_json(choice) for choice in parsed.choices],
        }), flush=True)


def _texts(arguments: tuple[str, ...]) -> list[str]:
    """Words typed without quotes are one text; quoted texts are one each."""
    if any(" " in argument for argument in arguments):
        return list(arguments)
    return [" ".join(arguments)]


def _lines() -> Iterator[str]:
    # Read as bytes: only a newline ends a line, whatever else text may hold.
    for raw in sys.stdin.buffer:
        yield raw.removesuffix(b"\n").removesuffix(b"\r").decode("utf-8", "replace")
