"""`voicekeeper setup`: fetch the speech model and check it and the voice."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeElapsedColumn

from voicekeeper import fetch, models
from voicekeeper.commands.common import Options, common_options
from voicekeeper.faults import ModelFault, VoiceFault


@click.command()
@click.option("--force", is_flag=True, help="Fetch the model again even if it is whole.")
@click.option("--quick", is_flag=True, help="Compare sizes only; say nothing if all is there.")
@common_options
def setup(options: Options, force: bool, quick: bool) -> None:
    """Fetch what is missing and check the speech model and the voice.

    May be interrupted at any time: run it again and it goes on.
    """
    console = Console(soft_wrap=True, highlight=False, markup=False)
    model = _model(options, force, quick, console)
    if not quick:
        console.print(f"Speech model: {model} is there and whole.")
    voice = _voice(options, quick, console)
    if not quick:
        console.print(f"Voice: {voice} is there and whole.")


def _model(options: Options, force: bool, quick: bool, console: Console) -> Path:
    """The model's folder, fetched if need be. Raises ModelFault."""
    configured = options.config.hearing.model
    if not force:
        try:
            path = models.find(options.language, configured)
            models.check(path, thorough=not quick)
        except ModelFault:
            if models.chosen(configured) is not None:
                raise  # the user's own choice is not replaced behind their back
        else:
            return path
    entry = models.known("model", options.language)
    if entry is None:
        return models.find(options.language, configured)
    with _progress(entry, console) as progress:
        fetch.fetch(entry, progress)
    path = models.find(options.language, configured)
    models.check(path)
    return path


def _voice(options: Options, quick: bool, console: Console) -> Path:
    """The voice's file, installed anew if need be. Raises VoiceFault."""
    configured = options.config.voice.model
    try:
        return _whole_voice(options.language, configured, quick)
    except VoiceFault:
        entry = models.known("voice", options.language)
        if configured is not None or entry is None:
            raise  # the user's own choice is not replaced behind their back
    with _progress(entry, console) as progress:
        fetch.fetch_voice(entry, progress)
    return _whole_voice(options.language, configured, quick)


def _whole_voice(language: str, configured: Path | None, quick: bool) -> Path:
    path = models.find_voice(language, configured)
    if not quick:
        models.check_voice(path)
    return path


@contextlib.contextmanager
def _progress(entry: models.Entry, console: Console) -> Iterator[fetch.Progress]:
    kind = "speech model" if entry.kind == "model" else "voice"
    console.print(f"Fetching the {kind} {entry.name} ({entry.size / 1e6:.0f} MB unpacked)")
    with Progress(
        TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TimeElapsedColumn(),
        console=console, transient=True, disable=not console.is_terminal,
    ) as bars:
        task = bars.add_task("fetching", total=None)

        def show(doing: str, done: int, whole: int) -> None:
            bars.update(task, description=doing, completed=done, total=whole or None)

        yield show
