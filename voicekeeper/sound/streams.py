"""Opening a device the way it likes: its own rate, and a channel count that it takes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from voicekeeper.faults import SoundFault
from voicekeeper.sound import portaudio
from voicekeeper.sound.devices import Device, find
from voicekeeper.sound.events import Line
from voicekeeper.sound.settings import Wanted

_BLOCKS_A_SECOND = 50


@dataclass(frozen=True)
class Format:
    """How a stream's sound comes: frames of so many float32, so many frames a second."""

    rate: int
    channels: int


OnSound = Callable[["memoryview[float]", Any, Format], None]
"""Called with interleaved samples (float32) to read or fill, PortAudio's times of them, and
their format."""


def start_stream(
    line: Line, wanted: Wanted, on_sound: OnSound
) -> tuple[Any, Device]:
    """A running callback stream of float32 frames on the device, and the device.

    The rate is the device's own where it takes it, since many refuse 16 kHz;
    latency is "high", since "low" tears under load. Raises SoundFault.
    """
    library = portaudio.library()
    device = find(line, wanted)
    # Raw ones: what they give and take is plain memory, without numpy.
    kind = library.RawInputStream if line == "microphone" else library.RawOutputStream
    reason: Exception | None = None
    for rate in dict.fromkeys((device.rate, 48_000, 44_100, 16_000)):
        for channels in dict.fromkeys((1, min(2, device.channels), device.channels)):
            try:
                stream = kind(
                    device=device.index, samplerate=rate, channels=channels, dtype="float32",
                    latency="high", callback=_callback(on_sound, Format(rate, channels)),
                    # The output's blocks are left to PortAudio: any size fixed by hand
                    # adds 20 ms between release and reply.
                    blocksize=rate // _BLOCKS_A_SECOND if line == "microphone" else 0,
                )
            except library.PortAudioError as error:
                reason = error
                continue
            try:
                stream.start()
            except library.PortAudioError as error:
                stream.close()
                reason = error
                continue
            return stream, device
    raise SoundFault(
        f"The {line} {device.name!r} can't be opened: another program may be using it ({reason})."
    ) from reason


def _callback(on_sound: OnSound, form: Format) -> Callable[[Any, int, Any, Any], None]:
    def callback(samples: Any, _count: int, when: Any, _flags: Any) -> None:
        on_sound(memoryview(samples).cast("f"), when, form)

    return callback
