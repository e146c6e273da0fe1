"""What can be set of the microphone and the speaker; loads nothing of sound."""

from __future__ import annotations

from dataclasses import dataclass

Wanted = str | tuple[str, ...] | None
"""A device's name or a part of it; several, the best first; None: the system's default."""


@dataclass(frozen=True)
class MicrophoneSettings:
    """Which microphone."""

    device: Wanted = None


@dataclass(frozen=True)
class SpeakerSettings:
    """Which speaker."""

    device: Wanted = None
