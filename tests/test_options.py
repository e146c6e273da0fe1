"""What every command does with --config, --data, --lang, and with faults."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from voicekeeper.cli import main
from voicekeeper.commands.common import Options, common_options
from voicekeeper.config import LANGUAGES
from voicekeeper.faults import DataFault
from voicekeeper.resources import grammars


@pytest.fixture(autouse=True)
def _no_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(variable, str(tmp_path / variable))


def run(body: Callable[[Options], int | None], *arguments: str) -> Result:
    command = click.command()(common_options(body))
    return CliRunner().invoke(command, list(arguments))


def test_options_reach_the_command(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("chimes: false\n")
    seen: list[Options] = []
    result = run(seen.append, "--config", "mine.yaml", "--data", "games", "--lang", "en")
    assert result.exit_code == 0
    assert seen[0].config.chimes.not_understood is False
    assert (seen[0].data, seen[0].language) == (Path("games"), "en")


def test_without_options_there_are_defaults(tmp_path: Path) -> None:
    seen: list[Options] = []
    assert run(seen.append).exit_code == 0
    assert seen[0].data == tmp_path / "XDG_DATA_HOME" / "voicekeeper"
    assert seen[0].language == "en"


@pytest.mark.parametrize(("returned", "status"), [(None, 0), (0, 0), (1, 1)])
def test_what_the_command_returns_is_the_exit_status(returned: int | None, status: int) -> None:
    assert run(lambda _: returned).exit_code == status


@pytest.mark.parametrize(
    ("trouble", "expected"),
    [
        (DataFault("The games\nare gone."), "voicekeeper: The games are gone.\n"),
        (PermissionError(13, "Permission denied", "/x"), "voicekeeper: /x: Permission denied\n"),
    ],
)
def test_a_fault_is_one_plain_line(trouble: Exception, expected: str) -> None:
    def body(_options: Options) -> None:
        raise trouble

    result = run(body)
    assert (result.exit_code, result.stdout, result.stderr) == (1, "", expected)


def test_a_language_set_but_not_there_is_named(tmp_path: Path) -> None:
    (tmp_path / "config.yaml").write_text("language: de\n")
    result = run(lambda _: None)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "does not speak 'de' yet" in result.stderr
    assert run(lambda _: None, "--lang", "en").exit_code == 0


@pytest.mark.parametrize(("unknown", "status"), [("de", 1), ("xx", 2), ("EN", 2), ("", 2)])
def test_only_languages_that_are_there_are_offered(unknown: str, status: int) -> None:
    result = run(lambda _: None, "--lang", unknown)
    offered = [name for name in LANGUAGES if name in result.stderr.rpartition("choose ")[2]]
    assert (result.exit_code, offered) == (
        status, [name for name in LANGUAGES if grammars(name).is_dir()])


def test_help_names_the_languages_that_there_are() -> None:
    shown = run(lambda _: None, "--help").stdout
    assert f"--lang [{'|'.join(name for name in LANGUAGES if grammars(name).is_dir())}]" in shown
    assert "de" not in shown.split()


SPEAKER = """
import click, sys
from voicekeeper.commands.common import common_options
@click.command()
@common_options
def speak(options):
    {body}
speak()
"""


@pytest.mark.parametrize(
    ("body", "status"),
    [("raise KeyboardInterrupt", 130), ("[click.echo('x' * 9999) for _ in range(999)]", 1)],
)
def test_ctrl_c_and_a_closed_pipe_are_quiet(body: str, status: int) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", SPEAKER.format(body=body)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )
    assert process.stdout and process.stderr
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() == status


def test_setup_says_nothing_quickly_or_names_what_there_is(tmp_path: Path) -> None:
    """With a model of the user's own; a wrong one is never replaced by a fetched one."""
    model = tmp_path / "my model"
    for name in ("am/final.mdl", "conf/model.conf", "graph/Gr.fst", "graph/HCLr.fst"):
        (model / name).parent.mkdir(parents=True, exist_ok=True)
        (model / name).write_bytes(b"\xd6\xfd\xb2\x7e")
    (tmp_path / "config.yaml").write_text("hearing: {model: my model}\n")

    quick = CliRunner().invoke(main, ["setup", "--quick"])
    assert (quick.exit_code, quick.output) == (0, "")
    full = CliRunner().invoke(main, ["setup"])
    assert full.exit_code == 0
    assert "my model is there and whole." in full.output
    assert "Voice: " in full.output

    (model / "graph/Gr.fst").write_bytes(b"")
    wrong = CliRunner().invoke(main, ["setup"])
    assert wrong.exit_code == 1
    assert "Gr.fst is damaged (it is empty)" in wrong.stderr


def shell(line: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """What a shell makes of a line; `voicekeeper` in it is this program."""
    program = f"{sys.executable} -m voicekeeper"
    return subprocess.run(["sh", "-c", line.replace("voicekeeper", program, 1)],
                          capture_output=True, text=True, env={**os.environ, **environment})


@pytest.mark.parametrize("closed", ["<&-", "</dev/null >&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("command", [
    "play --typed --json --players Ana,Marco --data games", "parse --players Ana,Marco", "score",
])
def test_closed_standard_streams_are_empty_ones(command: str, closed: str) -> None:
    result = shell(f"voicekeeper {command} {closed}")
    assert result.returncode == 0
    assert result.stderr == ""


def test_letters_that_the_terminal_cannot_show(tmp_path: Path) -> None:
    play = "voicekeeper play --typed --data games --players Zo\u00eb,Ana"
    result = shell(f"echo 'Zo\u00eb five' | {play}", PYTHONIOENCODING="ascii", PYTHONUTF8="1")
    assert result.returncode == 0
    assert "Zo? five. Ana is missing." in result.stdout
    assert result.stderr == ""


@pytest.mark.parametrize("names", ["Ana,!!!", "Ana,Mar\nco", "Ana", "Ana,ANA", ",",
                                   "A,B,C,D,E,F,G,H,I"])
def test_players_that_cannot_be_are_wrong_usage(names: str) -> None:
    result = shell(f"voicekeeper play --typed --data games --players '{names}'")
    assert result.returncode == 2
    assert "Traceback" not in result.stderr
    assert result.stdout == ""
