"""What is compared: a system hears sound and comes to a decision."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from voicekeeper.bench.rivals import PocketSphinx, StockVosk
from voicekeeper.hearing.decision import Understood
from voicekeeper.hearing.ears import Ears, HearingSettings
from voicekeeper.hearing.utterance import Utterance
from voicekeeper.sound.take import Samples


class System(Protocol):
    """One way of hearing. An utterance is fed in blocks, as from a microphone."""

    def attend(self, players: tuple[str, ...]) -> object:
        """Listen for these players from now on."""

    def feed(self, block: Samples) -> None:
        """The next block of the utterance: mono float32, 16 kHz."""

    def decide(self, speaking_for: str | None) -> Understood:
        """The utterance is over: what was understood."""

    @property
    def process(self) -> int | None:
        """The number of the process that it runs beside its own, if it does."""

    def close(self) -> None:
        """End that process."""


@dataclass(frozen=True)
class Kind:
    """One kind of system: its title in tables, and how to make one."""

    title: str
    make: Callable[[HearingSettings], System]


class OurEars:
    """Our own hearing, the way that `hear` and the table go."""

    def __init__(self, settings: HearingSettings) -> None:
        self._ears = Ears(settings)
        self._utterance: Utterance | None = None

    def attend(self, players: tuple[str, ...]) -> object:
        """Listen for these players from now on."""
        return self._ears.attend(players)

    def feed(self, block: Samples) -> None:
        """The next block of the utterance."""
        if self._utterance is None:
            self._utterance = self._ears.utterance()
        self._utterance.feed(block)

    def decide(self, speaking_for: str | None) -> Understood:
        """What was understood."""
        utterance, self._utterance = self._utterance or self._ears.utterance(), None
        return self._ears.understand(utterance.finish(), speaking_for)

    @property
    def process(self) -> int | None:
        """Vosk's process."""
        return self._ears.pid

    def close(self) -> None:
        """End Vosk's process."""
        self._ears.close()


def _without_adaptation(settings: HearingSettings) -> System:
    return OurEars(replace(settings, tuning=replace(settings.tuning, adapted=False)))


OURS = "voicekeeper"

SYSTEMS: Mapping[str, Kind] = {
    OURS: Kind("voicekeeper", OurEars),
    "stock-model": Kind("stock model", _without_adaptation),
    "vosk-words": Kind("Vosk, word list", lambda settings: StockVosk(settings, word_list=True)),
    "vosk-open": Kind("Vosk, open", lambda settings: StockVosk(settings, word_list=False)),
    "pocketsphinx": Kind("PocketSphinx", PocketSphinx),
}
"""Every system by its name, in the order of tables."""

RIVALS = tuple(name for name in SYSTEMS if name != OURS)
