"""Parts tried in a process of their own, for a bounded time: one that hangs or crashes is found.

Neither a sound server that is frozen nor a library that the processor can't run
may keep the check-up from its other parts. `python -m voicekeeper.checkup.apart`
reads what to try and prints a line of JSON as each part is found.
"""

from __future__ import annotations

import importlib
import json
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from typing import Any, Literal

from voicekeeper.checkup.finding import Finding

Trial = Literal["sound", "speech"]

_GONE_WITHIN = 1.0  # seconds after it was killed


def try_apart(trial: Trial, request: Mapping[str, Any], parts: Sequence[str], patience: float,
              do: str) -> Iterator[Finding]:
    """What a trial finds of these parts, in their order, within so many seconds.

    `do` is what helps where a part gives no answer.
    """
    told, why = _run(json.dumps({"trial": trial, **request}), patience)
    found = {finding.part: finding for finding in told}
    silent = False
    for part in parts:
        if part in found:
            yield found[part]
        elif silent:
            yield Finding(part, False, "not tried, because of the fault before it", do)
        else:
            silent = True
            yield Finding(part, False, why, do)


def _run(request: str, patience: float) -> tuple[list[Finding], str]:
    """What was found, and why there is no more of it."""
    process = subprocess.Popen(
        [sys.executable, "-m", "voicekeeper.checkup.apart"], stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, encoding="utf-8")
    try:
        printed, _ = process.communicate(request, patience)
    except subprocess.TimeoutExpired:
        process.kill()
        printed = ""
        with suppress(subprocess.TimeoutExpired):  # one that the kernel holds can't be waited for
            printed, _ = process.communicate(timeout=_GONE_WITHIN)
        return _findings(printed), f"it did not answer within {patience:.0f} seconds"
    except BaseException:  # Ctrl-C: it is not left behind
        process.kill()
        raise
    return _findings(printed), _ending(process.returncode)


def _findings(printed: str) -> list[Finding]:
    found = []
    for line in printed.splitlines():
        with suppress(ValueError, TypeError):  # the last line of one that was killed
            found.append(Finding(**json.loads(line)))
    return found


def _ending(status: int) -> str:
    if status < 0:
        with suppress(ValueError):
            return f"it crashed ({signal.Signals(-status).name})"
    return f"it ended before it was found (status {status})"


def _main() -> None:
    request = json.loads(sys.stdin.read())
    trial = request.pop("trial")
    # Imported here: each trial loads what it tries, and no more.
    module = importlib.import_module(f"voicekeeper.checkup.{trial}")
    for finding in module.tried(**request):
        print(json.dumps(asdict(finding)), flush=True)


if __name__ == "__main__":
    _main()
