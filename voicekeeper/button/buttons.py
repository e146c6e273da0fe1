"""The buttons of a table: their settings, and all of them pumped into one queue."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Literal

from voicekeeper.button.evdev_button import EvdevButton
from voicekeeper.button.events import ButtonEvent, ButtonLost, Pressed
from voicekeeper.button.keyboard import Keyboard
from voicekeeper.faults import ButtonFault


@dataclass(frozen=True)
class ButtonSettings:
    """One button: the keyboard's space bar, or an evdev device by name, path or vendor:product."""

    kind: Literal["keyboard", "evdev"] = "keyboard"
    device: str | None = None
    mode: Literal["hold", "tap"] = "tap"


class Buttons:
    """All buttons of a table, a thread each; `put` gets their events, from any of them.

    One that works is enough: the others are reported as ButtonLost and, where
    they can come, looked for.
    """

    def __init__(
        self, settings: Sequence[ButtonSettings], put: Callable[[ButtonEvent], None]
    ) -> None:
        self._put = put
        self._buttons = [_make(one, put) for one in settings]
        self._open = ExitStack()

    @staticmethod
    def check(settings: Sequence[ButtonSettings]) -> None:
        """Raises ButtonFault where none of the buttons can be used, with the first one's reason."""
        faults = []
        for one in settings:
            try:
                if one.kind == "keyboard":
                    Keyboard.check()
                else:
                    EvdevButton.check(one.device)
            except ButtonFault as fault:
                faults.append(fault)
        if len(faults) == len(settings):
            raise faults[0] if faults else ButtonFault("No button is set in config.yaml.")

    def open(self) -> None:
        """Open all buttons. Raises ButtonFault where none of them can be used."""
        missing: list[tuple[Keyboard | EvdevButton, ButtonFault]] = []
        with ExitStack() as opened:
            for button in self._buttons:
                try:
                    button.open()
                except ButtonFault as fault:
                    missing.append((button, fault))
                else:
                    opened.callback(button.close)
            if len(missing) == len(self._buttons):
                raise missing[0][1] if missing else ButtonFault("No button is set in config.yaml.")
            for button, why in missing:
                self._put(ButtonLost(button.source, str(why)))
                if isinstance(button, EvdevButton):
                    button.open(despite=why)
                    opened.callback(button.close)
            self._open = opened.pop_all()

    def close(self) -> None:
        """Let all buttons go."""
        self._open.close()

    @property
    def usable(self) -> bool:
        """Can anybody press any of them?"""
        return any(button.usable for button in self._buttons)

    def forget(self, pressed: Pressed) -> None:
        """What this press began has ended by itself, or never began: the next tap begins one."""
        for button in self._buttons:
            button.forget(pressed)

    def __enter__(self) -> Buttons:
        self.open()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _make(
    settings: ButtonSettings, put: Callable[[ButtonEvent], None]
) -> Keyboard | EvdevButton:
    if settings.kind == "keyboard":
        return Keyboard(put)
    return EvdevButton(settings.device, settings.mode, put)
