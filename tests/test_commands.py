"""The commands that hear, parse and tell, as they are called from outside."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import soundfile
from click.testing import CliRunner, Result
from compiled import ready

from voicekeeper import resources
from voicekeeper.cli import main

DEMO = resources.demo()


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return ready(tmp_path_factory.mktemp("data"))


def run(data: Path, *arguments: str, stdin: bytes = b"") -> Result:
    return CliRunner().invoke(main, [*arguments, "--data", str(data)], input=stdin)


def lines(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_hear_goes_on_after_a_file_that_cannot_be_read(data: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.wav"
    broken.write_bytes(b"RIFF")
    result = run(data, "hear", "--json", "--players", "Ana,Marco,Leo",
                 str(DEMO / "03.flac"), str(broken), str(DEMO / "08.flac"))
    first, second, third = lines(result)
    assert result.exit_code == 1
    assert first == {"file": str(DEMO / "03.flac"), "text": "leo twenty one", "choices": [],
                     "intent": {"type": "entry", "entries": [{"player": "Leo", "points": 21}]}}
    assert set(second) == {"file", "error"}
    assert third["intent"] == {"type": "undo"}


def test_hear_takes_a_manifest(data: Path, tmp_path: Path) -> None:
    sound, rate = soundfile.read(DEMO / "07.flac")
    soundfile.write(tmp_path / "nine.wav", sound, rate)
    manifest = tmp_path / "manifest.jsonl"
    manifest.write_text("\n".join([
        json.dumps({"id": "a", "audio": "nine.wav", "players": ["Ana", "Marco"]}),
        json.dumps({"id": "b", "audio": "missing.wav", "players": ["Ana", "Marco"]}),
        "not JSON",
        json.dumps({"id": "c", "audio": "nine.wav", "players": ["Ana"], "speaking_for": "Leo"}),
        json.dumps({"id": "d", "audio": "nine.wav", "players": ["Marco", "Tom", "Emma"],
                    "speaking_for": "Tom"}),
    ]))
    result = run(data, "hear", "--json", "--manifest", str(manifest))
    heard = lines(result)
    assert result.exit_code == 1
    assert [next(iter(line.values())) for line in heard] == ["a", "b", 3, "c", "d"]
    assert ["error" in line for line in heard] == [False, True, True, True, False]
    marco = {"type": "entry", "entries": [{"player": "Marco", "points": 9}]}
    assert heard[0]["intent"] == heard[4]["intent"] == marco


@pytest.mark.parametrize("arguments", [
    (), ("x.wav",), ("--players", "Ana", "x.wav"), ("--players", "Ana,ana", "x.wav"),
    ("--players", "Ana,Marco", "--speaking-for", "Leo", "x.wav"),
    ("--manifest", "x.jsonl", "--players", "Ana,Marco"),
])
def test_hear_says_how_it_is_used(data: Path, arguments: tuple[str, ...]) -> None:
    result = run(data, "hear", *arguments)
    assert result.exit_code == 2
    assert "Traceback" not in result.output


def test_parse_gives_a_line_for_each_line(data: Path) -> None:
    result = run(data, "parse", "--players", "Ana,Marco",
                 stdin=b"Ana five\r\n\n\xff\xfe\nwho closed\x0bAna\nundo")
    assert [line["text"] for line in lines(result)] == [
        "Ana five", "", "\ufffd\ufffd", "who closed\x0bAna", "undo"]
    assert [line["intent"] is not None for line in lines(result)] == [
        True, False, False, False, True]


def test_parse_takes_words_and_quoted_texts(data: Path) -> None:
    words = lines(run(data, "parse", "--players", "Ana,Marco", "Ana", "five"))
    assert [line["text"] for line in words] == ["Ana five"]
    texts = lines(run(data, "parse", "--players", "Ana,Marco", "Ana five", "undo"))
    assert [line["text"] for line in texts] == ["Ana five", "undo"]


def test_names_tells_which_can_be_heard(data: Path) -> None:
    known, strange, accented = lines(run(data, "names", "--json", "Ana", "Xqzvy", "José"))
    assert known == {"name": "Ana", "known": True, "spoken_as": ["ana"], "confused_with": []}
    assert not strange["known"]
    assert accented["spoken_as"] == ["jose"]


def test_history_lists_what_was_played(tmp_path: Path) -> None:
    assert lines(run(tmp_path, "history", "--json")) == []
    run(tmp_path, "play", "--typed", "--players", "Ana,Marco", stdin=b"Ana 5, Marco 9, Ana closed")
    run(tmp_path, "play", "--typed", "--players", "Leo,Tom")
    newest, oldest = lines(run(tmp_path, "history", "--json"))
    assert newest["players"] == ["Leo", "Tom"]
    assert oldest["totals"] == {"Ana": 5, "Marco": 9}
    assert (oldest["over"], oldest["winners"]) == (False, [])
    assert oldest["id"] in run(tmp_path, "history").stdout


def test_the_demo_plays_its_game_into_a_file(data: Path, tmp_path: Path) -> None:
    wav = tmp_path / "demo.wav"
    result = run(data, "demo", "--wav", str(wav))
    assert result.exit_code == 0, result.output
    assert "Ana wins with one" in " ".join(result.output.split())
    assert soundfile.info(wav).duration > 30


def test_an_unknown_command_and_the_version(data: Path) -> None:
    assert run(data, "sing").exit_code == 2
    assert "voicekeeper" in CliRunner().invoke(main, ["--version"]).output
