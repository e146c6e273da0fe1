"""The service that `voicekeeper install` makes, where there is one."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

from voicekeeper.box.installation import UNIT, Installation
from voicekeeper.checkup.finding import Finding
from voicekeeper.config import Config
from voicekeeper.faults import Fault

_AGAIN = "Run `sudo voicekeeper install` again."
_RUNNING = Path("/run/systemd/system")  # there where systemd has started the machine
_ANSWERED_WITHIN = 10.0  # seconds


def service_findings(config: Config, root: Path = Path("/")) -> Iterator[Finding]:
    """Whether the service is whole, for these settings, and in what state; none where there is
    no service."""
    installed = Installation.found(root)
    if installed is None:
        return
    fault = _fault(installed, config) or (_state() if root == Path("/") else None)
    yield fault or Finding("service", True, f"{UNIT} starts with the machine")


def _fault(installed: Installation, config: Config) -> Finding | None:
    if missing := installed.missing():
        return Finding("service", False, f"{missing[0]} is missing", _AGAIN)
    settings = installed.service.config
    if not installed.place(installed.service.program).is_file():
        return Finding("service", False, f"its program {installed.service.program} is gone", _AGAIN)
    if not installed.place(settings).is_file():
        return Finding("service", False, f"its settings {settings} are gone", _AGAIN)
    if config.source is None or config.source.resolve() != settings:
        return Finding("service", False, f"its settings are {settings}, and not those looked at",
                       f"Look at those: `voicekeeper doctor --config {settings}`")
    try:
        if not installed.is_for(config.button):
            return Finding("service", False, "its udev rule is for other buttons than "
                                             f"{settings}", _AGAIN)
    except Fault as fault:
        return Finding("service", False, str(fault).rstrip("."), _AGAIN)
    if not installed.is_current():
        return Finding("service", False, "another version of voicekeeper has written it", _AGAIN)
    if not installed.is_enabled():
        return Finding("service", False, "it does not start with the machine",
                       f"`sudo systemctl enable --now {UNIT}`")
    return None


def _state() -> Finding | None:
    """What systemd says of it now."""
    if not _RUNNING.is_dir():
        return None
    try:
        told = subprocess.run(
            ["systemctl", "show", UNIT, "--property=ActiveState,SubState"], text=True,
            stdin=subprocess.DEVNULL, capture_output=True, timeout=_ANSWERED_WITHIN, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    state = dict(line.split("=", 1) for line in told.stdout.splitlines() if "=" in line)
    if state.get("ActiveState") == "active":
        return Finding("service", True, f"{UNIT} runs")
    if state.get("SubState") == "auto-restart":
        return Finding("service", False, f"{UNIT} is started again and again",
                       f"`journalctl -u {UNIT} -n 20` says why.")
    return Finding("service", True, f"{UNIT} is stopped now (`sudo systemctl start {UNIT}`)")
