"""A machine that has other things to do, so that something can be measured meanwhile."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager


@contextmanager
def kept_busy(processes: int) -> Iterator[None]:
    """So many processes calculate without end meanwhile, at the usual priority."""
    with ExitStack() as stack:
        for _ in range(processes):
            process = subprocess.Popen([sys.executable, "-c", "while True: pass"])
            stack.callback(process.wait)
            stack.callback(process.kill)
        yield
