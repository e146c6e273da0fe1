"""`hear`: sound files to intents."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from voicekeeper.commands.common import FAULT, Options, common_options
from voicekeeper.commands.parts import make_ears, players_option, speaker_option
from voicekeeper.faults import DataFault, Fault, RecogniserFault
from voicekeeper.hearing.context import Context
from voicekeeper.hearing.decision import Understood
from voicekeeper.hearing.ears import Ears
from voicekeeper.intents import to_json
from voicekeeper.keeping import Circumstances
from voicekeeper.sound.files import LONGEST, read_take

# A manifest goes to and fro between sets of players; so many recognisers are kept.
_TABLES = 4


@dataclass(frozen=True)
class _Job:
    """One file to hear; `problem` instead, where a manifest's line can't be used.

    `under` tells of a kept take (`play --keep-audio`) all that it was heard by.
    """

    key: str
    label: Any
    path: Path = Path()
    players: tuple[str, ...] = ()
    speaking_for: str | None = None
    under: Circumstances | None = None
    problem: str | None = None


@click.command()
@click.argument("files", nargs=-1, type=click.Path(path_type=Path), metavar="[FILE]...")
@click.option("--players", metavar="A,B,...", help="Who sits at the table.")
@click.option("--speaking-for", metavar="P", help='Whose a bare number is, and who "I" is.')
@click.option("--manifest", type=click.Path(path_type=Path), metavar="FILE.jsonl",
              help="A JSON line for each file: id, audio, players, speaking_for.")
@click.option("--json", "json_output", is_flag=True, help="One JSON object a line.")
@common_options
def hear(options: Options, files: tuple[Path, ...], players: str | None, speaking_for: str | None,
         manifest: Path | None, json_output: bool) -> int:
    """What is said in sound files."""
    jobs = _jobs(options, files, players, speaking_for, manifest)
    ears = make_ears(options, _TABLES)
    wrong = False
    try:
        for job in jobs:
            result = _hear(ears, job)
            wrong = wrong or "error" in result
            if json_output:
                print(json.dumps(result), flush=True)
            else:
                click.echo(_plain(result))
    finally:
        ears.close()
    return FAULT if wrong else 0


def _jobs(options: Options, files: tuple[Path, ...], players: str | None,
          speaking_for: str | None, manifest: Path | None) -> Iterator[_Job]:
    if manifest is not None:
        if files or players or speaking_for:
            raise click.UsageError("--manifest stands alone: its lines name files and players.")
        return _manifest(manifest)
    if not files:
        raise click.UsageError("Name sound files, or --manifest.")
    if players is None:
        raise click.UsageError("--players is needed: whose names may be said.")
    names = players_option(options, players)
    speaker = speaker_option(names, speaking_for)
    return (_Job("file", str(file), file, names, speaker) for file in files)


def _manifest(manifest: Path) -> Iterator[_Job]:
    try:
        lines = manifest.read_bytes().split(b"\n")
    except OSError as error:
        raise DataFault(f"{manifest} cannot be read: {error.strerror}.") from error
    return (_manifest_job(line, number, manifest.parent)
            for number, line in enumerate(lines, start=1) if line.strip())


def _manifest_job(line: bytes, number: int, folder: Path) -> _Job:
    try:
        shown = json.loads(line)
        label = shown.get("id", number)
        players = tuple(str(p) for p in shown["players"])
        speaker = shown.get("speaking_for")
        under = Circumstances.read(shown)
        job = _Job("id", label, folder / shown["audio"], players, speaker, under)
    except (ValueError, KeyError, TypeError, AttributeError):
        return _Job("line", number, problem=f"line {number} is not JSON with audio and players")
    if not players and not (under and shown.get("before_game")):
        return _Job("id", label, problem="players must be named")
    if speaker is not None and speaker not in players:
        return _Job("id", label, problem=f"speaking_for {speaker!r} is not one of the players")
    return job


def _hear(ears: Ears, job: _Job) -> dict[str, Any]:
    if job.problem is not None:
        return {job.key: job.label, "error": job.problem}
    try:
        understood = _again_if_it_died(ears, job)
    except Fault as fault:
        return {job.key: job.label, "error": str(fault)}
    return {
        job.key: job.label,
        "text": understood.text,
        "intent": None if understood.intent is None else to_json(understood.intent),
        "choices": [to_json(choice) for choice in understood.choices],
    }


def _again_if_it_died(ears: Ears, job: _Job) -> Understood:
    try:
        return _heard(ears, job)
    except RecogniserFault:
        ears.restart()
        return _heard(ears, job)


def _heard(ears: Ears, job: _Job) -> Understood:
    take = read_take(job.path, LONGEST)
    context = None
    if job.under is None:
        ears.attend(job.players)
    else:
        ears.attend_to(job.under.players)
        if job.under.context is not None:
            context = Context.read(job.under.context)
    return ears.hear(take.samples, job.speaking_for, context)


def _plain(result: dict[str, Any]) -> str:
    name = next(iter(result.values()))
    if "error" in result:
        return f"{name}: {result['error']}"
    if result["choices"]:
        return f"{name}: {result['text']!r}, one of {json.dumps(result['choices'])}"
    return f"{name}: {result['text']!r} {json.dumps(result['intent'])}"


