"""Lines for a terminal that is read, that nobody reads, and that is gone."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

_PROGRAM = """
from voicekeeper.telling import Teller
teller = Teller()
for number in range(20000):
    teller(f"line {number} \\u2665")
teller.close()
"""


def test_lines_come_in_order_as_the_terminal_can_show_them() -> None:
    program = _PROGRAM.replace("20000", "500")
    ran = subprocess.run([sys.executable, "-c", program], stdout=subprocess.PIPE, check=True,
                         env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert ran.stdout.decode().splitlines() == [f"line {number} ?" for number in range(500)]


def test_one_that_nobody_reads_holds_nothing_up() -> None:
    with subprocess.Popen([sys.executable, "-c", _PROGRAM], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE) as running:
        assert running.wait(30) == 0
        assert running.stdout is not None and running.stderr is not None
        # What it does hold is whole lines from the first one on.
        assert running.stdout.readline().decode() == "line 0 \u2665\n"
        assert running.stderr.read() == b""


@pytest.mark.parametrize("gone", ["a closed pipe", "/dev/full"])
def test_one_that_is_gone_or_full_is_no_fault(gone: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    if gone == "/dev/full":
        os.close(writing)
        writing = os.open(gone, os.O_WRONLY)
    ran = subprocess.run([sys.executable, "-c", _PROGRAM], stdout=writing, stderr=subprocess.PIPE,
                         check=False, timeout=30)
    os.close(writing)
    assert (ran.returncode, ran.stderr) == (0, b"")
