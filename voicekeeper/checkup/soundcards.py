"""The sound cards as the kernel lists them, also those that no program can open now.

PortAudio leaves out of its list what another program holds. /proc/asound tells
(Documentation/sound/designs/procfile.rst of the kernel).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from voicekeeper.sound.events import Line

CARDS = Path("/proc/asound")
_CARD = re.compile(r"^ *(\d+) \[.*?\]: .*? - (.+)$", re.MULTILINE)
_OWNER = re.compile(r"^owner_pid *: *(\d+)", re.MULTILINE)
_DIRECTION: dict[Line, str] = {"microphone": "c", "speaker": "p"}


@dataclass(frozen=True)
class Card:
    """A sound card that has this line; holder: the thread that uses it, if one does."""

    name: str
    holder: int | None


def cards(line: Line, listed: Path = CARDS) -> list[Card]:
    """All cards with a microphone, or with a speaker."""
    found = []
    for number, name in _CARD.findall(_text(listed / "cards")):
        lines = sorted((listed / f"card{number}").glob(f"pcm*{_DIRECTION[line]}"))
        owners = [int(owner) for one in lines for status in sorted(one.glob("sub*/status"))
                  for owner in _OWNER.findall(_text(status))]
        if lines:
            found.append(Card(name.strip(), owners[0] if owners else None))
    return found


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
