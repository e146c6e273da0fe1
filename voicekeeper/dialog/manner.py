"""How the voice speaks, as the table wants it: slower or faster, quieter or louder."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeGuard, get_args

from voicekeeper.dialog.mind import Mind, Turn, saying
from voicekeeper.dialog.reply import say
from voicekeeper.manners import SPEEDS, VOLUMES

MannerOrder = Literal["faster", "slower", "louder", "quieter"]


@dataclass(frozen=True)
class _Step:
    """What an order changes: which setting, and by how much."""

    setting: Literal["speed", "volume"]
    by: int


_STEPS = {"faster": _Step("speed", 1), "slower": _Step("speed", -1),
          "louder": _Step("volume", 1), "quieter": _Step("volume", -1)}
_DONE = {"faster": say("faster"), "slower": say("slower"),
         "louder": say("louder"), "quieter": say("quieter")}
_AT_THE_LIMIT = {"faster": say("fastest"), "slower": say("slowest"),
                 "louder": say("loudest"), "quieter": say("quietest")}


def is_about_it(kind: str) -> TypeGuard[MannerOrder]:
    """Whether an order is about how the voice speaks."""
    return kind in get_args(MannerOrder)


def change(mind: Mind, order: MannerOrder) -> Turn:
    """One step in that direction, or that there is none; "repeat" passes over it."""
    now, step = mind.manner, _STEPS[order]
    if step.setting == "speed":
        wanted = replace(now, speed=now.speed + step.by)
    else:
        wanted = replace(now, volume=now.volume + step.by)
    if wanted.speed not in SPEEDS or wanted.volume not in VOLUMES:
        return replace(saying(_AT_THE_LIMIT[order]), passing=True)
    return replace(saying(_DONE[order]), manner=wanted, passing=True)
