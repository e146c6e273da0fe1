"""How the voice speaks, as the table wants it: slower, louder, in full, in short."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeGuard, get_args

from voicekeeper.dialog.mind import Mind, Turn, saying
from voicekeeper.dialog.reply import say
from voicekeeper.manners import SPEEDS, VOLUMES, Length

Step = Literal["faster", "slower", "louder", "quieter"]
Much = Literal["in_full", "in_short", "chime_only"]
MannerOrder = Literal["faster", "slower", "louder", "quieter", "in_full", "in_short", "chime_only"]


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


FULL: Length = "full"
SHORT: Length = "short"
CHIME: Length = "chime"


def is_about_it(kind: str) -> TypeGuard[MannerOrder]:
    """Whether an order is about how the voice speaks."""
    return kind in get_args(MannerOrder)


def change(mind: Mind, order: MannerOrder) -> Turn:
    """Speak so from now on; "repeat" passes over it."""
    match order:
        case "in_full" | "in_short" | "chime_only":
            return _say_as_much(mind, order)
        case _:
            return _step(mind, order)


def _say_as_much(mind: Mind, much: Much) -> Turn:
    """So much is read back from now on; in full, beginning with what was said last."""
    if much == "in_full":
        again = () if mind.pending is not None or mind.last.asking else mind.last.sentences
        told, length = (say("in_full"), *again), FULL
    elif much == "in_short":
        told, length = (say("in_short"),), SHORT
    else:
        told, length = (say("chime_only"),), CHIME
    return replace(saying(*told), manner=replace(mind.manner, read_back=length), passing=True)


def _step(mind: Mind, order: Step) -> Turn:
    """One step in that direction, or that there is none."""
    now, step = mind.manner, _STEPS[order]
    if step.setting == "speed":
        wanted = replace(now, speed=now.speed + step.by)
    else:
        wanted = replace(now, volume=now.volume + step.by)
    if wanted.speed not in SPEEDS or wanted.volume not in VOLUMES:
        return replace(saying(_AT_THE_LIMIT[order]), passing=True)
    return replace(saying(_DONE[order]), manner=wanted, passing=True)
