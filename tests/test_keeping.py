"""Takes kept in a folder, with what was heard."""

from __future__ import annotations

import json
import os
import re
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from at_the_table import PlayAtTheTable, config
from fake_room import MICROPHONE, SPEAKER, FakeRoom

from voicekeeper import resources
from voicekeeper.hearing.decision import Understood
from voicekeeper.hearing.language import Players
from voicekeeper.intents import Entry, Item
from voicekeeper.keeping import MANIFEST, Circumstances, TakeKeeper
from voicekeeper.sound.files import read_take
from voicekeeper.sound.take import TAKE_RATE, Samples

ANA_FIVE = Understood("ana five", Entry((Item("Ana", 5),)))
TABLE = Circumstances(Players(("Ana", "Marco")))


def sound(seconds: float = 0.5) -> Samples:
    hiss = np.random.default_rng(1).standard_normal(round(seconds * TAKE_RATE), np.float32)
    return hiss / np.float32(9)


def keeper(folder: Path) -> tuple[TakeKeeper, list[str]]:
    told: list[str] = []
    return TakeKeeper(folder, told.append), told


def lines(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / MANIFEST).read_text("utf-8").splitlines()]


def test_it_says_where_takes_are_kept(tmp_path: Path) -> None:
    _, told = keeper(tmp_path / "takes")
    assert told == [f"Every take is kept in {tmp_path / 'takes'}, with what was heard, until "
                    "you leave."]


def test_a_take_is_kept_to_the_bit(tmp_path: Path) -> None:
    kept, _ = keeper(tmp_path)
    kept.keep(sound(), TAKE_RATE, TABLE, ANA_FIVE)
    (line,) = lines(tmp_path)
    assert np.array_equal(read_take(tmp_path / line["audio"]).samples, sound())
    assert line["players"] == ["Ana", "Marco"]
    assert line["text"] == "ana five"
    assert line["intent"] == {"type": "entry", "entries": [{"player": "Ana", "points": 5}]}
    assert line["choices"] == []
    assert "speaking_for" not in line


@pytest.mark.parametrize("circumstances", [
    TABLE,
    Circumstances(Players(())),
    Circumstances(Players(("Ana", "Xóchitl"), (("Xóchitl", ("so cheat", "show chill")),),
                          (("Leo", ("leo",)),)), "Ana", {"missing": ["Ana"]}),
])
def test_circumstances_are_read_as_they_were(circumstances: Circumstances) -> None:
    assert Circumstances.read(json.loads(json.dumps(circumstances.shown()))) == circumstances


def test_another_manifests_line_tells_of_no_circumstances() -> None:
    assert Circumstances.read({"players": ["Ana"], "audio": "x.wav"}) is None


def test_later_takes_stand_beside_earlier_ones(tmp_path: Path) -> None:
    for _ in range(2):  # two evenings
        kept, _ = keeper(tmp_path)
        kept.keep(sound(), TAKE_RATE, TABLE, ANA_FIVE)
        kept.keep(sound(), TAKE_RATE, TABLE, None)
    names = [line["audio"] for line in lines(tmp_path)]
    assert len(set(names)) == 4
    assert all((tmp_path / name).is_file() for name in names)
    assert [line.get("failed", False) for line in lines(tmp_path)] == [False, True, False, True]


def test_what_a_crash_left_half_written_is_no_line(tmp_path: Path) -> None:
    kept, _ = keeper(tmp_path)
    kept.keep(sound(), TAKE_RATE, TABLE, ANA_FIVE)
    with (tmp_path / MANIFEST).open("ab") as file:
        file.write(b'{"id": "take-000')
    kept, _ = keeper(tmp_path)
    kept.keep(sound(), TAKE_RATE, TABLE, ANA_FIVE)
    assert len(lines(tmp_path)) == 2


def test_a_folder_that_cannot_be_made_is_told_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    kept, told = keeper(tmp_path / "file" / "takes")
    kept.keep(sound(), TAKE_RATE, TABLE, ANA_FIVE)
    assert told == [f"Takes can't be kept in {tmp_path / 'file' / 'takes'} (Not a directory); "
                    "the game goes on without."]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written_is_told_at_the_start(tmp_path: Path) -> None:
    tmp_path.chmod(stat.S_IRUSR | stat.S_IXUSR)
    _, told = keeper(tmp_path)
    assert len(told) == 1
    assert "Permission denied" in told[0]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk with room for about one take of a second."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=100k", "tmpfs", str(disk)],
                             capture_output=True, check=False)
    if mounted.returncode:
        pytest.skip("a small disk takes the right to mount one")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


def test_a_full_disk_ends_the_keeping_and_leaves_whole_takes(small_disk: Path) -> None:
    kept, told = keeper(small_disk)
    for _ in range(4):
        kept.keep(sound(1.0), TAKE_RATE, TABLE, ANA_FIVE)
    assert [line["audio"] for line in lines(small_disk)] == ["take-00001.wav"]
    assert {path.name for path in small_disk.iterdir()} == {MANIFEST, "take-00001.wav"}
    assert len(told) == 2
    assert "No space left on device" in told[1]


def test_takes_of_typed_games_are_heard_again_the_same(tmp_path: Path) -> None:
    """@FILE is heard as if spoken there, and so it is kept; typed words are not."""
    first, second = (resources.demo() / name for name in ("01.flac", "07.flac"))
    typed = f"Ana five\n@{first}\n@{second}\n"
    _run("play", "--typed", "--json", "--players", "Ana,Marco,Leo",
         "--keep-audio", str(tmp_path / "takes"), data=tmp_path / "data", typed=typed)
    assert [line["text"] for line in lines(tmp_path / "takes")] == [
        "ana minus three marco closed with twelve", "marco nine"]
    assert heard_again(tmp_path) == decisions(tmp_path)


def test_takes_at_the_table_are_heard_again_the_same(room: FakeRoom, tmp_path: Path) -> None:
    """From the button on, in the blocks that the sound card gives."""
    settings = config(tmp_path / "config.yaml", (MICROPHONE, SPEAKER))
    takes = tmp_path / "takes"
    with PlayAtTheTable(room, tmp_path / "data", "--config", str(settings), "--players",
                        "Ana,Marco,Leo", "--keep-audio", str(takes)) as table:
        assert table.wait_for("Every take is kept in ").startswith(
            f"Every take is kept in {takes},")
        table.wait_for("said: ")
        heard = [table.say(resources.demo() / f"{number:02}.flac")[0] for number in (1, 2, 7)]
        table.quit()
    assert [line["text"] for line in lines(takes)] == heard
    assert heard_again(tmp_path) == decisions(tmp_path)


def test_without_being_asked_nothing_is_kept(room: FakeRoom, tmp_path: Path) -> None:
    """Neither in the data folder nor in a temporary one, while it runs or afterwards."""
    settings = config(tmp_path / "config.yaml", (MICROPHONE, SPEAKER))
    (tmp_path / "home").mkdir()
    (tmp_path / "temporary").mkdir()
    homes = {"HOME": str(tmp_path / "home"), "TMPDIR": str(tmp_path / "temporary")}
    sounds = (b"RIFF", b"fLaC", b"OggS")
    with PlayAtTheTable(room, tmp_path / "data", "--config", str(settings), "--players",
                        "Ana,Marco,Leo", environment=homes) as table:
        table.wait_for("said: ")
        table.say(resources.demo() / "01.flac")
        kept = [path for path in tmp_path.rglob("*") if path.is_file()]
        table.quit()
    kept += [path for path in tmp_path.rglob("*") if path.is_file()]
    # The voice's own sentences are no takes.
    kept = [path for path in kept if "clips" not in path.parts and path.is_file()]
    assert not [path for path in kept if path.read_bytes()[:4] in sounds]
    in_passing = [path for path in kept if "temporary" in path.parts]
    assert sum(path.stat().st_size for path in in_passing) < 1000
    known = re.compile(r"clips|grammars|games\..*|names\.json|.*lock")
    assert all(known.fullmatch(path.name) for path in (tmp_path / "data").iterdir())


def decisions(folder: Path) -> list[dict[str, Any]]:
    """What the kept takes' lines say was understood."""
    return [{key: line[key] for key in ("id", "text", "intent", "choices")}
            for line in lines(folder / "takes")]


def heard_again(folder: Path) -> list[dict[str, Any]]:
    """What `hear` makes of the kept takes, with nothing but them."""
    shown = _run("hear", "--json", "--manifest", str(folder / "takes" / MANIFEST),
                 data=folder / "another")
    return [json.loads(line) for line in shown.splitlines()]


def _run(*words: str, data: Path, typed: str = "") -> str:
    return subprocess.run([sys.executable, "-m", "voicekeeper", *words, "--data", str(data)],
                          input=typed, capture_output=True, text=True, check=True).stdout
