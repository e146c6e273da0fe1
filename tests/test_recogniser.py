"""Vosk's process: killed, frozen, started again; what is said next is heard."""

from __future__ import annotations

import os
import signal
import threading
from pathlib import Path

import numpy as np
import pytest
from hearing import TABLE, recording, settings

from voicekeeper.faults import RecogniserFault
from voicekeeper.hearing.compiler import Listening, compile_grammar
from voicekeeper.hearing.language import Players
from voicekeeper.hearing.recogniser import Recogniser
from voicekeeper.patientpipe import PatientPipe
from voicekeeper.sound.files import read_take
from voicekeeper.sound.take import Samples

SOON = 0.5  # seconds: how long the tests wait for what never comes


@pytest.fixture(scope="module")
def grammar() -> Path:
    how = settings()
    return compile_grammar(Listening("en", Players.of(TABLE, {})), how.model, how.cache)


def hear(recogniser: Recogniser, samples: Samples) -> str:
    recogniser.accept(samples)
    return recogniser.finish().text


@pytest.mark.parametrize("trouble", [signal.SIGKILL, signal.SIGSTOP, signal.SIGSEGV])
@pytest.mark.parametrize("before", ["the utterance", "its end"])
def test_a_process_in_trouble_is_a_fault_and_the_next_one_hears(
    grammar: Path, trouble: signal.Signals, before: str
) -> None:
    samples = read_take(recording(0)).samples
    with Recogniser(patience=120) as recogniser:
        recogniser.load(grammar)
        heard = hear(recogniser, samples)
        pid = recogniser.pid
        assert pid is not None and heard
        if before == "its end":
            recogniser.accept(samples)
        recogniser.patience = SOON
        os.kill(pid, trouble)
        with pytest.raises(RecogniserFault, match="stopped"):
            # More than a pipe can hold.
            hear(recogniser, np.tile(samples, 20) if before == "the utterance" else samples[:0])
        assert recogniser.pid is None
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)  # ended, if it was frozen
        recogniser.patience = 120
        recogniser.restart()
        assert hear(recogniser, samples) == heard


def test_one_that_is_ended_while_it_loads_is_started_once_more(grammar: Path) -> None:
    """As by a system short of memory: the model is not to blame."""
    with Recogniser(patience=120) as recogniser:
        loading = threading.Thread(target=recogniser.load, args=(grammar,))
        loading.start()
        while (pid := recogniser.pid) is None:
            loading.join(0.001)
        os.kill(pid, signal.SIGKILL)
        loading.join()
        assert recogniser.pid not in (None, pid)
        assert hear(recogniser, read_take(recording(0)).samples)


def test_what_is_merely_slow_is_waited_for() -> None:
    taken, given = os.pipe()
    pipe = PatientPipe(taken, patience=20)
    slowly = threading.Timer(0.05, lambda: (os.write(given, b"wor"), os.write(given, b"ds")))
    slowly.start()
    assert pipe.read(5) == b"words"
    os.close(given)
    assert pipe.read(5) == b""
    os.close(taken)


def test_whoever_works_is_waited_for_but_not_for_ever() -> None:
    """A busy machine makes slow answers, and a decoder that goes round in circles none."""
    taken, given = os.pipe()
    work = iter(range(1000))
    busy = PatientPipe(taken, 0.05, lambda: next(work))
    later = threading.Timer(0.3, lambda: os.write(given, b"done"))
    later.start()
    assert busy.read(4) == b"done"
    with pytest.raises(TimeoutError):
        busy.read(1)
    os.close(taken)
    os.close(given)


def test_a_pipe_that_nobody_reads_or_fills_is_given_up() -> None:
    taken, given = os.pipe()
    with pytest.raises(TimeoutError):
        PatientPipe(given, SOON).write(b"x" * 10_000_000)
    while os.read(taken, 1_000_000):
        if not _more(taken):
            break
    with pytest.raises(TimeoutError):
        PatientPipe(taken, SOON).read(1)
    os.close(taken)
    with pytest.raises(BrokenPipeError):
        PatientPipe(given, SOON).write(b"x")
    os.close(given)


def _more(number: int) -> bool:
    import select

    return bool(select.select([number], [], [], 0)[0])
