"""Recordings of a name: from files, or from the microphone while the button is down."""

from __future__ import annotations

import queue
from collections.abc import Sequence
from pathlib import Path

import click

from voicekeeper.button.buttons import Buttons
from voicekeeper.button.events import (
    ButtonEvent,
    ButtonLost,
    ButtonTrouble,
    Pressed,
    Quit,
    Released,
)
from voicekeeper.commands.common import Options
from voicekeeper.sound.events import SoundEvent, SoundLost
from voicekeeper.sound.files import read_take
from voicekeeper.sound.microphone import Microphone
from voicekeeper.sound.take import Samples, Take
from voicekeeper.sound.taking import OpenTake

TIMES = 3
"""So often a name is said."""


def takes_from_files(files: Sequence[Path]) -> list[Samples]:
    """What is in these files. Raises SoundFault where one can't be read."""
    return [read_take(file).samples for file in files]


def takes_from_microphone(options: Options, name: str) -> list[Samples]:
    """A name said TIMES times, or fewer where somebody leaves (q).

    Raises SoundFault, ButtonFault.
    """
    events: queue.Queue[ButtonEvent | SoundEvent | Take] = queue.Queue()
    takes: list[Samples] = []
    take: OpenTake | None = None
    open_since: Pressed | None = None
    with (Microphone(options.config.microphone, events.put) as microphone,
          Buttons(options.config.button, events.put) as buttons):
        click.echo(f"Press the button and say {name}, nothing else (1 of {TIMES}; q leaves).")
        while len(takes) < TIMES:
            match events.get():
                case Quit():
                    break
                case Pressed(at=at) as pressed if take is None:
                    take, open_since = microphone.open_take(at, on_end=events.put), pressed
                case Pressed() as second:  # by somebody else
                    buttons.forget(second)
                case Released(at=at, source=source) if (take is not None and open_since is not None
                                                        and source == open_since.source):
                    take.release(at)
                case Take(samples=samples, broken=broken):
                    if open_since is not None:
                        buttons.forget(open_since)
                    take = open_since = None
                    if broken:
                        click.echo("The microphone was away for a moment. "
                                   f"Once again ({len(takes) + 1} of {TIMES}).")
                        continue
                    takes.append(samples)
                    if len(takes) < TIMES:
                        click.echo(f"Once more ({len(takes) + 1} of {TIMES}).")
                case (ButtonLost(reason=reason) | ButtonTrouble(reason=reason)
                      | SoundLost(reason=reason)):
                    click.echo(reason, err=True)
    return takes
