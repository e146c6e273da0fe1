"""bench turn: a program is really spoken to, and what is measured fits together."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from compiled import ready

from voicekeeper import resources
from voicekeeper.bench.fake_room import FakeRoom
from voicekeeper.bench.gaps import longest_gap
from voicekeeper.bench.load import kept_busy
from voicekeeper.bench.turnfigures import Figure
from voicekeeper.cli import main
from voicekeeper.faults import SoundFault
from voicekeeper.processes import MostMemory, family, is_held_up, resident_memory

STAGES = ["end of the take", "hearing, last step", "deciding", "dialog and ledger",
          "voice, first phrase", "to the loudspeaker"]


def bench_turn(data: Path, *options: str) -> list[dict[str, Any]]:
    result = CliRunner().invoke(main, ["bench", "turn", "--json", "--cold", *options,
                                       "--data", str(ready(data))])
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_every_turn_and_stage_is_measured(tmp_path: Path) -> None:
    lines = bench_turn(tmp_path, "--turns", "2", "--held", "0.3")
    turns = [line for line in lines if line["figure"] == "turn"]
    assert [turn["heard"] for turn in turns] == [
        "ana minus three marco closed with twelve", "who's missing"]
    assert turns[1]["said"] == "Leo is missing."
    for turn in turns:
        assert list(turn["stages_ms"]) == STAGES
        # Nothing is measured twice, nothing is left out.
        assert sum(turn["stages_ms"].values()) == pytest.approx(turn["wait_ms"], abs=1)
        assert turn["held_ms"] >= 300
        assert turn["wait_ms"] > 0
    figures = {line["figure"]: line for line in lines[len(turns):]}
    assert {*STAGES, "release to first sound", "ready to listen after the start",
            "memory, all processes, at most"} <= set(figures)
    assert figures["release to first sound"]["count"] == 2
    assert figures["turns without a sound"]["value"] == 0
    assert {"replies with a gap in them", "  the longest gap"} <= set(figures)


def test_recorded_speech_is_said_to_its_own_players(tmp_path: Path) -> None:
    recording = resources.demo() / "07.flac"
    (tmp_path / "said.jsonl").write_text("\n".join(json.dumps({
        "id": number, "audio": os.path.relpath(recording, tmp_path), "players": players,
        "intent": intent}) for number, (players, intent) in enumerate([
            (["Ana", "Marco", "Leo"], {"type": "entry"}), (["Ana", "Marco"], None)])))
    lines = bench_turn(tmp_path / "data", "--turns", "1", "--speech", str(tmp_path))
    (turn,) = [line for line in lines if line["figure"] == "turn"]
    assert turn["players"] == ["Ana", "Marco", "Leo"]
    assert turn["heard"] == "marco nine"


def test_a_folder_without_speech_is_refused_before_anything_is_started(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["bench", "turn", "--speech", str(tmp_path),
                                       "--data", str(tmp_path)])
    assert result.exit_code == 1
    assert "There is no manifest" in result.output


def test_without_a_sound_server_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SoundFault, match="install the packages pulseaudio, pulseaudio-utils"):
        FakeRoom(tmp_path).start()


def test_median_and_95th_percentile() -> None:
    figure = Figure.of("all", [number / 1000 for number in range(101)])
    assert figure.count == 101
    assert [figure.median, figure.p95] == pytest.approx([50, 95])
    assert Figure.of("one", [0.2]).p95 == pytest.approx(200)


def test_a_gap_is_silence_within_a_reply_and_not_around_it() -> None:
    quiet, voice = np.zeros(480, np.float32), np.full(960, 1e-3, np.float32)
    assert longest_gap(np.concatenate((quiet, voice, quiet)), 48_000) == 0
    assert longest_gap(np.concatenate((quiet, voice, quiet, voice)), 48_000) == pytest.approx(0.01)
    assert longest_gap(quiet, 48_000) == 0


def test_a_machine_is_kept_busy_for_as_long_as_it_is_asked_for() -> None:
    before = family(os.getpid())
    with kept_busy(2):
        assert len(set(family(os.getpid())) - set(before)) == 2
    assert set(family(os.getpid())) <= set(before)


def test_a_family_is_a_process_and_what_it_has_started() -> None:
    with subprocess.Popen(["sh", "-c", "cat; true"], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE) as shell:
        assert shell.stdin is not None
        assert shell.stdout is not None
        shell.stdin.write(b"running\n")
        shell.stdin.flush()
        assert shell.stdout.readline() == b"running\n"
        found = family(shell.pid)
        assert found[0] == shell.pid
        assert len(found) == 2
        assert all(resident_memory(process) for process in found)
        shell.stdin.close()
    assert family(shell.pid) == [shell.pid]


def test_a_process_is_held_up_while_it_could_go_on() -> None:
    with subprocess.Popen([sys.executable, "-c", "print(flush=True)\nwhile True: pass"],
                          stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        assert is_held_up(process.pid)
        process.send_signal(signal.SIGSTOP)
        while is_held_up(process.pid):
            threading.Event().wait(0.01)
        process.kill()
    assert not is_held_up(process.pid)


def test_the_most_memory_is_that_of_all_processes_together() -> None:
    with subprocess.Popen(["sh", "-c", f"{sys.executable} -c 'input()'; true"],
                          stdin=subprocess.PIPE) as shell:
        with MostMemory(shell.pid) as memory:
            while memory.most is None or memory.most < 5:  # a shell alone takes less
                threading.Event().wait(0.01)
        assert shell.stdin is not None
        shell.stdin.close()
