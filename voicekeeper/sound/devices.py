"""Microphones and speakers by name."""

from __future__ import annotations

from dataclasses import dataclass

from voicekeeper.faults import SoundFault
from voicekeeper.sound import portaudio
from voicekeeper.sound.events import Line
from voicekeeper.sound.settings import Wanted


@dataclass(frozen=True)
class Device:
    """A device as PortAudio lists it.

    `index` counts in PortAudio's list and holds only until the list is made
    again; `rate` is the device's own, Hz; `channels` is how many it has.
    """

    index: int
    name: str
    rate: int
    channels: int


def devices(line: Line) -> list[Device]:
    """All microphones, or all speakers. Raises SoundFault without PortAudio."""
    library = portaudio.library()
    count = _count(line)
    try:
        listed = library.query_devices()
    except library.PortAudioError as error:
        raise SoundFault(f"The sound devices can't be listed ({error}).") from error
    return [
        Device(found["index"], found["name"], round(found["default_samplerate"]), found[count])
        for found in listed
        if found[count] > 0
    ]


def find(line: Line, wanted: Wanted) -> Device:
    """The device with this name, or a name that holds it, in any case; None: the default.

    Of several names the first that is there. Raises SoundFault, naming what
    there is, where there is no such device.
    """
    present = devices(line)
    if not present:
        raise SoundFault(f"No {line} was found: plug one in.")
    if wanted is None:
        return _default(line, present)
    names = (wanted,) if isinstance(wanted, str) else wanted
    for name in names:
        for fits in (str.__eq__, str.startswith, str.__contains__):
            for device in present:
                if fits(_key(device.name), _key(name)):
                    return device
    called = " or ".join(map(repr, names))
    there = ", ".join(repr(device.name) for device in present)
    raise SoundFault(f"No {line} is named {called}; there is {there}.")


def _key(name: str) -> str:
    return " ".join(name.split()).casefold()


def _default(line: Line, present: list[Device]) -> Device:
    index = portaudio.library().default.device["input" if line == "microphone" else "output"]
    return next((device for device in present if device.index == index), present[0])


def _count(line: Line) -> str:
    return "max_input_channels" if line == "microphone" else "max_output_channels"
