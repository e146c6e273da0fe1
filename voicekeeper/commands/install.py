"""`voicekeeper install` and `uninstall`: the box that starts with its power."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import click
import platformdirs

from voicekeeper import models
from voicekeeper.box.installation import UNIT, Installation, closed_to_others
from voicekeeper.box.unit import Service
from voicekeeper.commands.common import Options, common_options
from voicekeeper.faults import ConfigFault, DataFault

_ROOT = Path("/")
_OWN_FOLDERS = (Path("/tmp"), Path("/var/tmp"))  # PrivateTmp= gives the service its own


def _root_option(told: str) -> Callable[[Callable[..., object]], Callable[..., object]]:
    return click.option("--root", type=click.Path(path_type=Path, file_okay=False), default=_ROOT,
                        metavar="DIR", help=told)


@click.command()
@click.option("--user", default="voicekeeper", show_default=True, metavar="NAME",
              help="The user that the service runs as; made where there is none.")
@_root_option("Only write files, below DIR: for a card that is not yet in its box.")
@common_options
def install(options: Options, user: str, root: Path) -> None:
    """Make this machine a box: the table starts with the power (needs root).

    Writes a systemd unit (a user of its own, no network, restarted whatever
    happens) and a udev rule for the buttons of config.yaml, and starts it.
    `voicekeeper uninstall` takes both away.
    """
    _check_rights(root)
    config = options.config.source
    if config is None:
        raise ConfigFault("There is no config.yaml: the service needs one that names a button of "
                          "kind evdev (docs/button.md).")
    program = _program()
    if options.data != platformdirs.user_data_path("voicekeeper"):
        raise DataFault(f"The service keeps its games in {Service(program, config, user).data}: "
                        "leave --data out.")
    closed = closed_to_others(_needed(options, program, config)) if root == _ROOT else None
    if closed is not None:
        raise DataFault(f"Other users may not read {closed}, so the user {user} could not: put "
                        "the program where everybody may read it, as in /opt/voicekeeper.")
    service = Service(program, config.resolve(), user, os.environ.get("VOSK_MODEL_PATH"))
    installation = Installation(service, root)
    for path in installation.write(options.config.button):
        click.echo(f"wrote {path}")
    unseen = [str(path) for path in (service.program, service.config)
              if any(path.is_relative_to(folder) for folder in _OWN_FOLDERS)]
    if unseen:
        click.echo(f"voicekeeper: The service does not see {' and '.join(unseen)}, for it has a "
                   "/tmp of its own: put that elsewhere, as in /opt/voicekeeper, and install "
                   "again.", err=True)
    if root == _ROOT:
        _run(["systemd-sysusers"], ["udevadm", "control", "--reload"],
             ["udevadm", "trigger", "--subsystem-match=input"],
             ["systemctl", "daemon-reload"], ["systemctl", "enable", UNIT],
             # One that runs already gets the new files, too.
             ["systemctl", "restart", UNIT])
        click.echo(f"It runs from now on. What it says stands in `journalctl -u {UNIT}`; after "
                   f"a change of {config.name} or a new version, install it again.")


@click.command()
@_root_option("Only take away the files below DIR, of a card that is not in its box.")
@common_options
def uninstall(options: Options, root: Path) -> None:
    """Stop the service and take its files away; the games stay."""
    _check_rights(root)
    installation = Installation(Service(Path(sys.argv[0]), Path()), root)
    if root == _ROOT and shutil.which("systemctl"):
        # It may be stopped or gone already.
        subprocess.run(["systemctl", "disable", "--now", UNIT], check=False,
                       stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    removed = installation.remove()
    for path in removed:
        click.echo(f"removed {path}")
    if not removed:
        click.echo("There was nothing to take away.")
    elif root == _ROOT:
        # The buttons are again whose they were.
        _run(["systemctl", "daemon-reload"], ["udevadm", "control", "--reload"],
             ["udevadm", "trigger", "--subsystem-match=input"])
        click.echo(f"The games are still in {installation.service.data}, and its user is there.")


def _check_rights(root: Path) -> None:
    if root == _ROOT and os.geteuid() != 0:
        raise DataFault("This changes the system: run it again with sudo.")


def _program() -> Path:
    """The command that runs now, by its absolute path."""
    beside = Path(sys.executable).parent / "voicekeeper"
    if not beside.is_file():
        raise DataFault(f"There is no {beside}: run scripts/play once, then its voicekeeper.")
    return beside


def _needed(options: Options, program: Path, config: Path) -> Iterator[Path]:
    """What the service has to read."""
    yield from (program, Path(sys.executable), Path(models.__file__), config)
    yield models.find(options.language, options.config.hearing.model) / "am" / "final.mdl"
    yield models.find_voice(options.language, options.config.voice.model)


def _run(*commands: Sequence[str]) -> None:
    for command in commands:
        try:
            subprocess.run(command, check=True, stdin=subprocess.DEVNULL)
        except FileNotFoundError as error:
            raise DataFault(f"There is no {command[0]} on this machine: the files are written, "
                            "and nothing is started.") from error
        except subprocess.CalledProcessError as error:
            raise DataFault(f"`{' '.join(command)}` failed (status {error.returncode}): the files "
                            "are written; try it by hand.") from error
