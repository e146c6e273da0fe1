"""What every command shares: --config, --data, --lang, and how faults are told."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import TextIOWrapper
from pathlib import Path
from typing import Any, Concatenate, ParamSpec

import click
import platformdirs

from voicekeeper import config, resources
from voicekeeper.commands.hints import typable
from voicekeeper.config import LANGUAGES, Config
from voicekeeper.faults import ConfigFault, Fault

P = ParamSpec("P")

FAULT = 1
"""Exit status after a fault; wrong usage is 2, by click."""
INTERRUPTED = 130

_NOTHING = Path(os.devnull)


@dataclass(frozen=True)
class Options:
    """What --config, --data and --lang come to."""

    config: Config
    data: Path
    """The folder of games and caches; it need not exist yet."""
    language: str


def options(config_file: Path | None, data: Path | None, language: str | None) -> Options:
    """The options in force, defaults filled in. Raises ConfigFault."""
    settings = config.load(config_file)
    chosen = language or settings.language
    if chosen not in _spoken():
        raise ConfigFault(f"The table does not speak '{chosen}' yet; {_offer()}.")
    folder = data.expanduser() if data is not None else platformdirs.user_data_path("voicekeeper")
    return Options(settings, folder, chosen)


def _spoken() -> tuple[str, ...]:
    """The languages that have a grammar."""
    return tuple(name for name in LANGUAGES if resources.grammars(name).is_dir())


def _offer() -> str:
    return f"choose {' or '.join(_spoken())}"


class _Language(click.ParamType[str]):
    """One of the languages that are known; which are there is seen with the settings."""

    name = "language"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The language as given, or wrong usage."""
        if value not in LANGUAGES:
            self.fail(f"{value!r} is no language of the table; {_offer()}.", param, ctx)
        return str(value)


def common_options(command: Callable[Concatenate[Options, P], int | None]) -> Callable[P, None]:
    """A click command's function gets one `Options` first; its int is the exit status.

    A fault inside it becomes one plain line on stderr and exit status 1.
    """

    @click.option(
        "--config", "config_file", type=click.Path(path_type=Path), metavar="FILE",
        help="Settings (default: ./config.yaml, or your own).",
    )
    @click.option(
        "--data", type=click.Path(path_type=Path), metavar="DIR", help="Folder of games and caches."
    )
    @click.option("--lang", type=_Language(), metavar=f"[{'|'.join(_spoken())}]",
                  help="Language of the table.")
    @functools.wraps(command)
    def wrapped(
        config_file: Path | None,
        data: Path | None,
        lang: str | None,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> None:
        settle_streams()
        with plain_faults():
            status = command(options(config_file, data, lang), *args, **kwargs)
            sys.stdout.flush()
        sys.exit(status or 0)

    return wrapped  # type: ignore[return-value]  # click fills in the three by name


def settle_streams() -> None:
    """Make standard input and output such that nothing falls over them.

    One that was closed before the start becomes an empty file, lest the next
    file opened take its place; letters that a terminal cannot show become "?".
    """
    if sys.stdin is None:
        sys.stdin = _NOTHING.open(encoding="utf-8")
    if sys.stdout is None:
        sys.stdout = _NOTHING.open("w", encoding="utf-8")
    if sys.stderr is None:
        sys.stderr = _NOTHING.open("w", encoding="utf-8")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


@contextmanager
def plain_faults() -> Iterator[None]:
    """Turn faults into one line on stderr and exit; leave quietly on Ctrl-C and closed pipes."""
    try:
        yield
    except Fault as fault:
        _leave(str(fault))
    except BrokenPipeError:
        # The reader has gone: nothing more can be told, nor flushed at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(FAULT)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        _leave(f"{where}{error.strerror or error}")


def _leave(sentence: str) -> None:
    click.echo(f"voicekeeper: {typable(' '.join(sentence.split()))}", err=True)
    sys.exit(FAULT)
