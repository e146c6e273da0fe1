"""Microphones and speakers by name."""

from __future__ import annotations

from dataclasses import dataclass

from voicekeeper.faults import SoundFault
from voicekeeper.sound import portaudio
from voicekeeper.sound.events import Line


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


def find(line: Line, wanted: str | None) -> Device:
    """The device with this name, or a name that holds it, in any case; None: the default.

    Raises SoundFault, naming what there is, where there is no such device.
    """
    present = devices(line)
    if not present:
        raise SoundFault(f"No {line} was found: plug one in.")
    if wanted is None:
        return _default(line, present)
    key = wanted.casefold()
    for fits in (str.__eq__, str.startswith, str.__contains__):
        for device in present:
            if fits(device.name.casefold(), key):
                return device
    names = ", ".join(repr(device.name) for device in present)
    raise SoundFault(f"No {line} is named {wanted!r}; there is {names}.")


def _default(line: Line, present: list[Device]) -> Device:
    index = portaudio.library().default.device["input" if line == "microphone" else "output"]
    return next((device for device in present if device.index == index), present[0])


def _count(line: Line) -> str:
    return "max_input_channels" if line == "microphone" else "max_output_channels"
