"""The moment as a source of knowledge: of two things that sound alike, the one that fits."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Self

from voicekeeper.intents import Intent, to_json

# What a fit is worth, natural-log likelihood. Small beside what the ear tells: people do say
# again what is written already, and leave questions unanswered.
_WORTH = {"asked": 2.0, "answer": 0.5, "open": 0.0, "contrary": -1.0}


class Context:
    """How well intents fit the moment, by a judge (dialog/fitting.py has the words it uses).

    It remembers what it judged, so that a kept take can be heard again by the
    same judgements.
    """

    def __init__(self, judge: Callable[[Intent], str]) -> None:
        self._judge = judge
        self._judged: dict[str, str] = {}

    def worth(self, intent: Intent) -> float:
        """How much likelier than others an intent is, natural logarithm."""
        written = _written(intent)
        if written not in self._judged:
            self._judged[written] = self._judge(intent)
        return _WORTH.get(self._judged[written], 0.0)

    def shown(self) -> dict[str, Any]:
        """What it has judged so far, for JSON; only what is not simply open."""
        return {"fits": {written: fit for written, fit in self._judged.items() if fit != "open"}}

    @classmethod
    def read(cls, shown: Mapping[str, Any]) -> Self:
        """The same judgements again. Raises ValueError where they are none."""
        fits = shown.get("fits", {}) if isinstance(shown, Mapping) else None
        if not isinstance(fits, dict) or not all(isinstance(fit, str) for fit in fits.values()):
            raise ValueError("context's fits are not words by intents")
        return cls(lambda intent: fits.get(_written(intent), "open"))


def _written(intent: Intent) -> str:
    return json.dumps(to_json(intent), sort_keys=True, ensure_ascii=False)
