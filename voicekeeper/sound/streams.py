"""Opening a device the way it likes: its own rate, and a channel count that it takes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from voicekeeper.faults import SoundFault
from voicekeeper.sound import portaudio
from voicekeeper.sound.devices import Device, find
from voicekeeper.sound.events import Line
from voicekeeper.sound.settings import Wanted

_BLOCKS_A_SECOND = 50

OnSound = Callable[[NDArray[np.float32], Any, int], None]
"""Called with (frames, channels) to read or fill, PortAudio's times of it, and the rate, Hz."""


def start_stream(
    line: Line, wanted: Wanted, on_sound: OnSound
) -> tuple[Any, Device]:
    """A running callback stream of float32 frames on the device, and the device.

    The rate is the device's own where it takes it, since many refuse 16 kHz;
    latency is "high", since "low" tears under load. Raises SoundFault.
    """
    library = portaudio.library()
    device = find(line, wanted)
    kind = library.InputStream if line == "microphone" else library.OutputStream
    reason: Exception | None = None
    for rate in dict.fromkeys((device.rate, 48_000, 44_100, 16_000)):
        for channels in dict.fromkeys((1, min(2, device.channels), device.channels)):
            try:
                stream = kind(
                    device=device.index, samplerate=rate, channels=channels, dtype="float32",
                    latency="high", callback=_callback(on_sound, rate),
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


def _callback(on_sound: OnSound, rate: int) -> Callable[[NDArray[np.float32], int, Any, Any], None]:
    def callback(frames: NDArray[np.float32], _count: int, when: Any, _flags: Any) -> None:
        on_sound(frames, when, rate)

    return callback
