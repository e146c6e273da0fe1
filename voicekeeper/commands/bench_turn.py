"""`bench turn`: from the button's release to the first sound of the reply, stage by stage."""

from __future__ import annotations

import json
from contextlib import ExitStack
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from voicekeeper.bench.corpus import find_manifests, load_manifest
from voicekeeper.bench.load import kept_busy
from voicekeeper.bench.spokenturns import Spoken, TalkedTo, TurnTaken
from voicekeeper.bench.turnfigures import Findings, figures_table, turn_shown
from voicekeeper.commands.common import Options, common_options
from voicekeeper.commands.demo import load_script
from voicekeeper.commands.roomoptions import play_options, room_of_the_bench
from voicekeeper.faults import BenchFault, DataFault
from voicekeeper.voice.clips import Clips
from voicekeeper.voice.piper import Voice
from voicekeeper.voice.replies import Replies


@click.command()
@click.option("--speech", type=click.Path(path_type=Path), metavar="DIR",
              help="Folder of manifests (*.jsonl) of recorded speech.  [default: the demo's]")
@click.option("--turns", type=click.IntRange(1, 1000), default=50, show_default=True, metavar="N",
              help="So many turns are spoken.")
@click.option("--held", type=click.FloatRange(0.0, 5.0), multiple=True, metavar="SECONDS",
              default=(0.1, 0.2, 0.3, 0.4, 0.5), show_default=True,
              help="So long is the button held after the last word; several in turn.")
@click.option("--busy", type=click.IntRange(0, 64), default=0, metavar="N",
              help="So many other processes keep the processor busy meanwhile.")
@click.option("--cold", is_flag=True, help="Do not make the fixed sentences ready first: as on the "
              "first evening.")
@click.option("--json", "json_output", is_flag=True, help="One JSON object a line.")
@common_options
def turn(options: Options, speech: Path | None, turns: int, held: tuple[float, ...],
         busy: int, cold: bool, json_output: bool) -> None:
    """Measure from the button's release to the first sound of the reply, at a table.

    `voicekeeper play` is started in a room without a sound card (a private sound
    server; needs pulseaudio, pulseaudio-utils and libasound2-plugins) and spoken
    to. The first sound is what arrives at the room's speaker: words, not a chime,
    which is off here. Also: how soon it is ready, memory, and gaps within a reply.
    """
    spoken = _demo(turns) if speech is None else _recorded(speech, turns)
    console = Console(stderr=True)
    found = Findings()
    with ExitStack() as stack:
        room, folder = stack.enter_context(room_of_the_bench(options))
        if not cold:
            with console.status("Making the fixed sentences ready"):
                _warm(options)
        room.start()
        stack.enter_context(kept_busy(busy))
        table = TalkedTo(room, folder, play_options(options, folder))
        with console.status("") as status:
            for taken in table.turns(list(zip(spoken, cycle(held), strict=False))):
                found.add(taken)
                status.update(f"{len(found.turns)} of {turns} turns")
                if json_output and isinstance(taken, TurnTaken):
                    _print(turn_shown(taken))
    if not found.waits:
        raise BenchFault("No turn was answered aloud: there is nothing to measure.")
    if json_output:
        for figure in found.figures():
            _print(figure.shown())
        return
    Console().print(figures_table(found.figures()))


def _demo(turns: int) -> list[Spoken]:
    script = load_script()
    return [Spoken(audio, script.players) for audio in islice(cycle(script.recordings), turns)]


def _recorded(speech: Path, turns: int) -> list[Spoken]:
    found = [Spoken(utterance.audio, utterance.players) for manifest in find_manifests(speech)
             for utterance in load_manifest(manifest) if utterance.intent is not None]
    if not found:
        raise DataFault(f"There is no recording with a meaning in {speech}.")
    if len(found) > turns:
        found = [found[number * len(found) // turns] for number in range(turns)]
    return list(islice(cycle(found), turns))


def _warm(options: Options) -> None:
    """The fixed sentences, as they are after the first evening."""
    clips = Clips(Voice.load(options.config.voice, options.language), options.data / "clips")
    fixed = Replies.load(options.language).fixed()
    clips.warm(fixed).join()
    clips.close()


def _print(line: dict[str, Any]) -> None:
    print(json.dumps(line, ensure_ascii=False), flush=True)
