"""The one published view: how the table stands after each turn, for whoever shows it.

Boards and bridges read only this; nothing in it can be changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

State = Literal["idle", "listening", "answering"]


@dataclass(frozen=True)
class View:
    """The table as it is now.

    game: as `play --json` shows it, None before the first game. heard, said:
    the last turn's texts. asking: a question is open. state: what the table is
    doing.
    """

    game: Mapping[str, Any] | None = None
    heard: str = ""
    said: str = ""
    asking: bool = False
    state: State = "idle"
