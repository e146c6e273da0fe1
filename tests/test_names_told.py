"""What `voicekeeper names` tells of each name: a verdict first, then what to do about it."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from voicekeeper.cli import main
from voicekeeper.commands.hints import program
from voicekeeper.hearing.spoken import SpokenNames


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


def run(data: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["names", *arguments, "--data", str(data)])


def test_names_that_sound_alike_are_told(data: Path) -> None:
    result = run(data, "Marco", "Marko", "Tom")
    marco, marko, tom = result.stdout.splitlines()
    assert "Cannot be told from Marko: call one of them Big Marko" in marco
    assert "Marco" in marko
    assert tom == "Tom: known; heard as tom."


@pytest.mark.parametrize(("name", "verdict", "more"), [
    ("Marco", "known; heard as marco.", ""),
    ("Xylophia", "not known, but will be heard by words that sound like it: ",
     "If it is misheard, enrol it with `{program} names enrol Xylophia --data {data}`."),
    ("Big Xylophia", "not known, but will be heard by words that sound like it: ",
     "If it is misheard, enrol it with `{program} names enrol 'Big Xylophia' --data {data}`."),
    ("Undo", "known; heard as undo. Sounds like the order or number", "take a nickname."),
    ("\N{GRINNING FACE}", "cannot be heard, for it has no letters or numbers", "nickname."),
    ("!?", "cannot be heard, for it has no letters or numbers", "nickname."),
])
def test_each_name_gets_a_verdict_first(data: Path, name: str, verdict: str, more: str) -> None:
    told = run(data, name).stdout.strip()
    assert told.startswith(f"{name}: {verdict}")
    assert told.endswith(more.format(program=program(), data=data))


def test_words_of_the_settings_and_enrolment_make_a_name_known(tmp_path: Path) -> None:
    settings = tmp_path / "config.yaml"
    settings.write_text("names: {spoken_as: {Xylophia: [silo fear]}}\n")
    told = run(tmp_path, "Xylophia", "--config", str(settings)).stdout
    assert told == "Xylophia: known by the words that are set for it; heard as silo fear.\n"
    SpokenNames({}, tmp_path / "names.json", "en").keep("Xylophia", ["silo via"], 2)
    told = run(tmp_path, "Xylophia").stdout
    assert told == "Xylophia: known, for it was enrolled; heard as silo via.\n"
    settings.write_text("names: {spoken_as: {Xylophia: [zzqx]}}\n")
    (tmp_path / "names.json").unlink()
    told = run(tmp_path, "Xylophia", "--config", str(settings)).stdout
    assert told.startswith(
        f"Xylophia: cannot be heard: enrol it with `{program()} names enrol Xylophia ")


@pytest.mark.parametrize("arguments", [(), ("--json",)])
def test_without_names_and_games_it_is_told_how_to_give_some(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    result = run(tmp_path, *arguments)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == ("voicekeeper: Nobody has played yet, so there are no names to tell "
                             f"of: give some, as in `{program()} names Ana Marco --data "
                             f"{tmp_path}`.\n")
