"""Microphone and speaker, opened as the table opens them, and what the sound server says."""

from __future__ import annotations

import os
import threading
from collections.abc import Collection, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from voicekeeper.checkup import holders, soundcards
from voicekeeper.checkup.apart import try_apart
from voicekeeper.checkup.finding import Finding, as_finding
from voicekeeper.config import Config
from voicekeeper.faults import SoundFault
from voicekeeper.sound import devices
from voicekeeper.sound.events import Line
from voicekeeper.sound.levels import levels_of, trouble_of
from voicekeeper.sound.playqueue import make_silent
from voicekeeper.sound.rates import mono
from voicekeeper.sound.settings import Wanted
from voicekeeper.sound.soundserver import RESTART, ServerWatch, server_state
from voicekeeper.sound.streams import Format, start_stream

PATIENCE = 40.0
"""How long both devices may take to be tried, seconds; a second or two is usual."""

_LIFE_WITHIN = 2.0  # seconds
_LISTENED = 0.5  # seconds
_RESTART = "Try again; if it stays so, unplug it and plug it in again, or restart the machine."
_REPLUG = "Unplug it and plug it in again; another socket, or a supply of its own, may help."
_TYPED = "Without one, play with --typed."


def sound_findings(config: Config) -> Iterator[Finding]:
    """Microphone and speaker, as they are set."""
    wanted = {"microphone": config.microphone.device, "speaker": config.speaker.device}
    return try_apart("sound", wanted, ("microphone", "speaker"), PATIENCE, _RESTART)


def tried(microphone: str | Sequence[str] | None, speaker: str | Sequence[str] | None
                ) -> Iterator[Finding]:
    """The same, in this process, which may come to hang in it."""
    if server_state() == "silent":
        for line in ("microphone", "speaker"):
            yield Finding(line, False, "the sound server does not answer", RESTART)
        return
    with ExitStack() as stack:
        watch = ServerWatch("microphone")
        watch.start()
        stack.callback(watch.stop)
        # First the speaker: whether the microphone hears it shows where both are in use.
        played = _tried("speaker", _wanted(speaker), stack)
        heard = _tried("microphone", _wanted(microphone), stack)
        muted = set(_muted())
        if heard.finding.ok and played.finding.ok and watch.astray(now=True):
            yield Finding("microphone", False,
                          f"{heard.name} hears only what the speaker plays",
                          "Plug a microphone in, or name one: microphone: device: in config.yaml.")
        else:
            yield _unless_muted(heard, muted)
        yield _unless_muted(played, muted)


@dataclass(frozen=True)
class _Tried:
    """What was found of a device, and its name where it could be opened."""

    finding: Finding
    name: str = ""


def _unless_muted(tried: _Tried, muted: Collection[str]) -> Finding:
    part = tried.finding.part
    if not tried.finding.ok or part not in muted:
        return tried.finding
    return Finding(part, False, f"{tried.name} is muted, or its volume is zero",
                   "Turn it up in the system's sound settings (pavucontrol).")


@dataclass
class _Ear:
    """What an open stream gives: its first sign of life, and a little sound."""

    life: threading.Event = field(default_factory=threading.Event)
    enough: threading.Event = field(default_factory=threading.Event)
    parts: list[NDArray[np.float32]] = field(default_factory=list)
    rate: int = 0

    def take(self, samples: memoryview[float], _when: object, form: Format) -> None:
        """The microphone's callback."""
        self.rate = form.rate
        frames = np.asarray(samples, np.float32).reshape(-1, form.channels)
        self.parts.append(mono(frames).copy())
        self.life.set()
        if len(self.parts) * len(frames) > _LISTENED * form.rate:
            self.enough.set()

    def give(self, samples: memoryview[float], _when: object, _form: Format) -> None:
        """The speaker's callback."""
        make_silent(samples)
        self.life.set()


def _tried(line: Line, wanted: Wanted, stack: ExitStack) -> _Tried:
    """One device, opened for as long as the stack is."""
    try:
        device = devices.find(line, wanted)
        others = _others(line, device.name)
    except SoundFault as fault:
        return _Tried(in_use(line, wanted) or _missing(line, fault))
    ear = _Ear()
    try:
        stream, _ = start_stream(line, wanted, ear.take if line == "microphone" else ear.give)
    except SoundFault as fault:
        return _Tried(in_use(line, wanted) or Finding(
            line, False, str(fault).rstrip("."),
            f"End the program that uses it, or name another {line} in config.yaml{others}."))
    stack.enter_context(closing(stream))
    if not ear.life.wait(_LIFE_WITHIN):
        finding = Finding(line, False, f"{device.name} opens, but gives no sign of life", _REPLUG)
    elif line == "speaker":
        finding = Finding(line, True, f"{device.name}{others}")
    else:
        ear.enough.wait(_LIFE_WITHIN)
        finding = _listened(ear, device.name, others)
    return _Tried(finding, device.name)


def _listened(ear: _Ear, name: str, others: str) -> Finding:
    """What a moment of the microphone tells, while nobody is asked to speak."""
    samples = np.concatenate(ear.parts)
    match trouble_of(samples):
        case "dead":
            # Some give nothing at all while nobody speaks.
            return Finding(
                "microphone", True, f"{name}, not a sound so far{others}",
                "If it hears nothing: unmute it (alsamixer, F4); `voicekeeper doctor --speak` "
                "tells.")
        case "clipped":
            return Finding("microphone", False, f"{name}, so loud that it is cut off{others}",
                           "Turn it down (alsamixer, F4).")
    return Finding("microphone", True,
                   f"{name}, now at {levels_of(samples).speech:.0f} dB of full scale{others}")


def _missing(line: Line, fault: SoundFault) -> Finding:
    finding = as_finding(line, fault, "See README.md.")
    try:
        if devices.devices(line):  # there are others, which the fault names
            finding = Finding(line, False, str(fault).rstrip("."),
                              f"Correct {line}: device: in config.yaml.")
    except SoundFault:
        pass  # none can be listed, as it says
    return replace(finding, do=f"{finding.do} {_TYPED}")


def in_use(line: Line, wanted: Wanted, listed: Path = soundcards.CARDS) -> Finding | None:
    """A card that is there and could be the one, and is held by a program; None: there is none."""
    for card in soundcards.cards(line, listed):
        if card.holder is None or not _may_be(card.name, wanted):
            continue
        holder = holders.process_of(card.holder)
        if holders.is_table(holder):
            return Finding(line, True,
                           f"{card.name}, in use by the table that runs (process {holder})")
        program = f"{holders.name_of(holder)} (process {holder})"
        server = holders.is_sound_server(holder)
        return Finding(
            line, False, f"{card.name} is there, but {program} holds it",
            f"Leave {line}: device: empty, and choose it in the system's sound settings."
            if server else "End that program.")
    return None


def _may_be(card: str, wanted: Wanted) -> bool:
    """Could the card be one of those that are wanted? PortAudio adds to its name: "Card: PCM"."""
    if wanted is None:
        return True
    name = card.casefold()
    return any(name in one.casefold() or one.casefold() in name
               for one in ((wanted,) if isinstance(wanted, str) else wanted))


def _others(line: Line, name: str) -> str:
    """The other devices that could be named: the cards' own, where there are such."""
    names = [device.name for device in devices.devices(line) if device.name != name]
    cards = [one for one in names if "(hw:" in one]
    listed = dict.fromkeys(cards or names)
    return f" (others: {', '.join(listed)})" if listed else ""


def _muted() -> Iterator[Line]:
    """The lines of this process that the sound server keeps silent."""
    try:
        import pulsectl
    except (ImportError, OSError):
        return
    own = str(os.getpid())

    def silent(places: Sequence[Any], uses: Sequence[Any], place: str) -> bool:
        by_index = {one.index: one for one in places}
        mine = [use for use in uses if use.proplist.get("application.process.id") == own]
        return any(_is_silent(use) or _is_silent(by_index[getattr(use, place)]) for use in mine
                   if getattr(use, place) in by_index)

    try:
        with pulsectl.Pulse("voicekeeper-doctor", connect=False) as pulse:
            pulse.connect()
            if silent(pulse.source_list(), pulse.source_output_list(), "source"):
                yield "microphone"
            if silent(pulse.sink_list(), pulse.sink_input_list(), "sink"):
                yield "speaker"
    except pulsectl.PulseError:
        return


def _is_silent(one: Any) -> bool:
    return bool(one.mute) or one.volume.value_flat == 0


def _wanted(told: str | Sequence[str] | None) -> Wanted:
    return told if told is None or isinstance(told, str) else tuple(told)


def has_sound_server() -> bool:
    """Does this user's environment lead to a sound server?"""
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    return "PULSE_SERVER" in os.environ or (
        bool(runtime) and (Path(runtime) / "pulse" / "native").exists())
