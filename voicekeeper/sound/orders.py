"""What the program and its sound process say to each other: the frames' kinds and payloads.

Every payload begins with the line's letter. To the process: FIND (JSON: the wanted
device), OPEN (JSON: the wanted device, and whether it was open before), CLOSE; to the
microphone HEAR with the take's number, IGNORE; to the speaker ADD with the reply's number,
the rate, the place of the first audible sample (-1: none) and samples, END with the
reply's number, SILENCE with the number of the last reply. From it: FOUND and OPENED with
why it is not (empty: it is), CLOSED, NOW (JSON: device, rate, latency) whenever the
device has been opened, LOST with the reason, BACK with the device's name; BLOCK with the
take's number, when its last frame was heard, rate, channels and samples; MARK with the
reply's number, whether it is over, and when; SILENT with the number of the last reply and
the time. TICK, with nothing: it lives.
"""

from __future__ import annotations

import struct
from typing import Final

from voicekeeper.sound.events import Line

OPEN, CLOSE, FIND = b"O", b"C", b"F"
HEAR, IGNORE = b"H", b"I"
ADD, END, SILENCE = b"A", b"E", b"S"
OPENED, CLOSED, FOUND = b"o", b"c", b"f"
NOW, LOST, BACK, TICK = b"n", b"l", b"b", b"t"
BLOCK, MARK, SILENT = b"s", b"m", b"q"

NUMBER = struct.Struct("<Q")
BLOCK_HEAD = struct.Struct("<QdIH")
ADD_HEAD = struct.Struct("<QIi")
MARK_HEAD = struct.Struct("<Q?d")
SILENT_HEAD = struct.Struct("<Qd")

LETTERS: Final[dict[Line, bytes]] = {"microphone": b"m", "speaker": b"s"}
LINES: Final[dict[bytes, Line]] = {letter: line for line, letter in LETTERS.items()}
