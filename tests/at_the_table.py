"""Playing at the table in tests: the program of the bench, and its configuration."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from voicekeeper.bench.at_the_table import PATIENCE, PlayAtTheTable

__all__ = ["PATIENCE", "UNDER_UMOCKDEV", "PlayAtTheTable", "config"]

# umockdev's devices are terminals, and one that is unplugged hangs up on the program; a true one
# doesn't.
UNDER_UMOCKDEV = ["env", "--ignore-signal=HUP", "umockdev-wrapper"]


def config(path: Path, room_devices: Sequence[str], rules: str = "{}") -> Path:
    """A config file for the fake room's devices."""
    microphone, speaker = room_devices
    path.write_text(
        f"microphone: {{device: {microphone}}}\nspeaker: {{device: {speaker}}}\n"
        f"voice: {{deterministic: true}}\nrules: {rules}\n", encoding="utf-8")
    return path
