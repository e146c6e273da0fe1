"""What the keys of an input device mean. Codes are those of linux/input-event-codes.h."""

from __future__ import annotations

from typing import Literal

from voicekeeper.button.events import KeyName

Meaning = Literal["button", "tapped"] | KeyName

# A headset's one button. The system lets go of it after two seconds at the latest, so it is
# tapped, whatever the mode: play/pause, stop CD, play CD, pause CD, play.
_TAPPED = frozenset({164, 166, 200, 201, 207})

# Next and previous song; undo; and rewind, which headsets send for a long press of previous.
_KEYS: dict[int, KeyName] = {163: "next", 165: "previous", 131: "undo", 168: "undo"}

_VOLUME = frozenset({114, 115})

# Mute, power, sleep, wake-up and suspend; fast forward, which is a long press of next; brightness,
# screens, radios and the microphone's switch, as "Video Bus" and keyboards' hot keys have them.
_NOTHING = frozenset({113, 116, 142, 143, 205, 208, 224, 225, 227, 228, 229, 230, 237, 238, 239,
                      241, 242, 243, 244, 245, 246, 247, 248})


def meaning(code: int, *, remote: bool = False) -> Meaning | None:
    """What this key is for; None for nothing.

    `remote`: on a Bluetooth remote, whose shutter button says volume up.
    """
    if code in _TAPPED:
        return "tapped"
    if code in _KEYS:
        return _KEYS[code]
    if code in _NOTHING or (code in _VOLUME and not remote):
        return None
    return "button"
