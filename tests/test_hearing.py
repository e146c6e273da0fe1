"""Recorded speech through the true recogniser."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hearing import DEMO, SHARED_SPEECH, TABLE, demo_ears, ears, recording

from voicekeeper.faults import RecogniserFault, SoundFault
from voicekeeper.hearing.ears import Ears
from voicekeeper.intents import to_json
from voicekeeper.sound.files import read_take, write_wav

# Just under what is reached: at least so many exact, and so many exact or asked about with the
# right one among the choices; of other speech, so many that change nothing at once.
FLOORS = {
    "synthetic/manifest.jsonl": (0.95, 0.99),
    "human/human.jsonl": (0.935, 0.965),
    "human/junk.jsonl": (0.90, 0.97),
}


@pytest.fixture(scope="module")
def table() -> Iterator[Ears]:
    with demo_ears() as heard:
        yield heard


@pytest.mark.parametrize("number", range(len(DEMO["lines"])))
def test_the_demo_is_heard_word_for_word(table: Ears, number: int) -> None:
    words = DEMO["lines"][number]["say"].lower().replace(",", "").replace("-", " ")
    understood = table.hear_file(recording(number), TABLE)
    assert understood.text == words
    assert understood.intent is not None


@pytest.mark.parametrize("change", ["48 kHz", "stereo", "very soft", "late", "8 kHz"])
def test_any_recording_of_the_same_words_is_the_same(
    table: Ears, tmp_path: Path, change: str
) -> None:
    """Rate, channels, level and the quiet around the words make no difference."""
    import soundfile
    import soxr

    samples = read_take(recording(0)).samples
    rate = 16_000
    match change:
        case "48 kHz":
            samples, rate = soxr.resample(samples, 16_000, 48_000), 48_000
        case "8 kHz":
            samples, rate = soxr.resample(samples, 16_000, 8_000), 8_000
        case "stereo":
            samples = np.stack([samples, samples], axis=1)
        case "very soft":
            samples = samples * np.float32(0.02)
        case "late":
            samples = np.concatenate([np.zeros(32_000, np.float32), samples])
    path = tmp_path / "said.wav"
    soundfile.write(path, samples, rate, subtype="FLOAT")
    assert table.hear_file(path, TABLE) == table.hear_file(recording(0), TABLE)


def test_silence_is_nothing(table: Ears, tmp_path: Path) -> None:
    write_wav(tmp_path / "silence.wav", np.zeros(32_000, np.float32), 16_000)
    understood = table.hear_file(tmp_path / "silence.wav", TABLE)
    assert (understood.text, understood.intent, understood.choices) == ("", None, ())


def test_names_of_others_are_not_heard_as_players(table: Ears) -> None:
    """"Leo" is said, but sits at no table of Tom and Emma."""
    understood = table.hear_file(recording(2), ("Tom", "Emma"))
    table.attend(TABLE)
    assert understood.intent is None or to_json(understood.intent)["type"] != "entry" or (
        understood.choices)


def test_a_bare_number_is_for_whoever_is_asked(table: Ears) -> None:
    nine = read_take(recording(6)).samples  # "Marco nine"
    assert table.hear(nine, "Ana").intent == table.hear(nine).intent


@pytest.mark.parametrize("content", [b"", b"RIFF", b"no sound at all" * 100])
def test_a_broken_file_is_a_fault_with_a_sentence(
    table: Ears, tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "broken.wav"
    path.write_bytes(content)
    with pytest.raises(SoundFault, match=r"broken\.wav"):
        table.hear_file(path, TABLE)
    with pytest.raises(SoundFault, match=r"missing\.wav"):
        table.hear_file(tmp_path / "missing.wav", TABLE)


def test_a_recogniser_that_died_works_again_after_a_restart() -> None:
    import os
    import signal

    heard = ears()
    heard.attend(TABLE)
    before = heard.hear_file(recording(0), TABLE)
    pid = heard.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    with pytest.raises(RecogniserFault):
        for _ in range(2):  # the pipe may take what is written before the death is noticed
            heard.hear_file(recording(0), TABLE)
    heard.restart()
    assert heard.hear_file(recording(0), TABLE) == before
    assert heard.pid not in (None, pid)
    heard.close()


@pytest.mark.skipif(not SHARED_SPEECH.is_dir(), reason="development speech is not part of the "
                    "project; CI has it beside the checkout")
@pytest.mark.parametrize("manifest", FLOORS)
def test_development_speech_is_heard_as_well_as_ever(manifest: str) -> None:
    path = SHARED_SPEECH / manifest
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    lines.sort(key=lambda line: line["players"])
    with ThreadPoolExecutor(2) as pool:
        results = [r for half in pool.map(_hear_all, (lines[::2], lines[1::2]), [path] * 2)
                   for r in half]
    exact, as_good = (sum(column) / len(results) for column in zip(*results, strict=True))
    assert exact >= FLOORS[manifest][0]
    assert as_good >= FLOORS[manifest][1]


def _hear_all(lines: list[dict[str, Any]], manifest: Path) -> list[tuple[bool, bool]]:
    heard = ears()
    results = []
    for line in lines:
        understood = heard.hear_file(manifest.parent / line["audio"], tuple(line["players"]),
                                     line.get("speaking_for"))
        intent = None if understood.intent is None else to_json(understood.intent)
        exact = intent == line["intent"] and not understood.choices
        asked = line["intent"] in [to_json(choice) for choice in understood.choices]
        results.append((exact, exact or asked or (line["intent"] is None and intent is None)))
    heard.close()
    return results
