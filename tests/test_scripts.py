"""scripts/play and scripts/test: what they find out, say, and leave alone.

The functions of scripts/lib.sh run in bash, with commands of the system
replaced on PATH where a fresh machine is to be described.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parent.parent
SCRIPTS = TOP / "scripts"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with a space in its name: its scripts, locks and pyproject."""
    top = tmp_path / "my table"
    shutil.copytree(SCRIPTS, top / "scripts")
    for name in ("pyproject.toml", "requirements.lock", "requirements-test.lock"):
        shutil.copy(TOP / name, top / name)
    return top


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """A folder of commands that comes first on PATH."""
    folder = tmp_path / "bin"
    folder.mkdir()
    return folder


def put(folder: Path, name: str, script: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(f"#!/bin/bash\n{script}\n")
    (folder / name).chmod(0o755)


def run(machine: Path, *command: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        env={**os.environ, "PATH": f"{machine}:{os.environ['PATH']}", "PYTHON": sys.executable},
        cwd="/", capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL,
    )


def bash(checkout: Path, machine: Path, script: str) -> subprocess.CompletedProcess[str]:
    return run(machine, "bash", "-c", f'source "{checkout}/scripts/lib.sh"; {script}')


def ready(checkout: Path, machine: Path, kind: str = "play") -> Path:
    """Make the checkout look finished, with a voicekeeper that shows its arguments."""
    put(checkout / ".venv/bin", "voicekeeper", 'printf "<%s>" "$@"')
    made = bash(checkout, machine, f"""
        flavour=evdev; can_compile "$(find_python)" || flavour=plain
        stamp $flavour >"$venv/.stamp-{kind}" """)
    assert made.returncode == 0, made.stderr
    return checkout / "scripts" / kind


def test_a_root_user_installs_after_one_update(checkout: Path, machine: Path) -> None:
    put(machine, "id", "echo 0")
    put(machine, "apt-get", f'echo "$@" >>{machine}/asked')
    done = bash(checkout, machine, "install_packages gcc; install_packages libportaudio2")
    assert done.returncode == 0
    asked = (machine / "asked").read_text().splitlines()
    assert [("update" in line, line.split()[-1]) for line in asked] == [
        (True, "update"), (False, "gcc"), (False, "libportaudio2"),
    ]


def test_without_rights_one_line_says_what_to_install(checkout: Path, machine: Path) -> None:
    put(machine, "id", "echo 1000")
    put(machine, "sudo", "exit 1")
    put(machine, "apt-get", f"touch {machine}/asked")
    done = bash(checkout, machine, "install_packages gcc libportaudio2")
    assert done.returncode != 0
    assert done.stderr.splitlines() == [
        "Missing system packages. Please run: sudo apt-get install gcc libportaudio2"
    ]
    assert not (machine / "asked").exists()


def test_passwordless_sudo_is_used(checkout: Path, machine: Path) -> None:
    put(machine, "id", "echo 1000")
    put(machine, "sudo", f'printf "%s " sudo "$@" >>{machine}/asked')
    put(machine, "apt-get", "exit 1")
    assert bash(checkout, machine, "install_packages gcc").returncode == 0
    assert "sudo -n env DEBIAN_FRONTEND=noninteractive apt-get" in (machine / "asked").read_text()


def test_an_old_python_is_passed_over(checkout: Path, machine: Path) -> None:
    put(machine, "python3", "exit 1")
    put(machine, "python3.14", "exit 0")
    done = bash(checkout, machine, "PYTHON= find_python")
    assert done.stdout.strip() == str(machine / "python3.14")


def test_the_second_time_nothing_is_made(checkout: Path, machine: Path) -> None:
    """The program gets its arguments as they were given, from whatever folder."""
    play = ready(checkout, machine)
    for name in ("apt-get", "pip"):
        put(machine, name, f"touch {machine}/asked")
    done = run(machine, play, "--typed", "--players", "Ana,Marco Polo", "")
    assert done.returncode == 0, done.stderr
    assert done.stdout == "<play><--typed><--players><Ana,Marco Polo><>"
    assert not (machine / "asked").exists()


@pytest.mark.parametrize(("status", "starts"), [(0, True), (1, True), (130, False)])
def test_without_a_model_typed_play_still_starts(
    checkout: Path, machine: Path, status: int, starts: bool
) -> None:
    """But not when the fetching was interrupted by hand."""
    play = ready(checkout, machine)
    put(checkout / ".venv/bin", "voicekeeper", f"[ $1 = setup ] && exit {status}; echo started")
    put(machine, "mvn", "exit 1")
    done = run(machine, play, "--typed")
    assert done.stdout == ("started\n" if starts else "")
    assert done.returncode == (0 if starts else 130)


@pytest.mark.parametrize("change", ["requirements.lock", "pyproject.toml", "the folder"])
def test_a_change_is_noticed(checkout: Path, machine: Path, change: str) -> None:
    ready(checkout, machine)
    if change == "the folder":
        checkout = checkout.rename(checkout.parent / "elsewhere")
    else:
        with (checkout / change).open("a") as file:
            file.write("\n# changed\n")
    done = bash(checkout, machine, """
        flavour=evdev; can_compile "$(find_python)" || flavour=plain
        is_stamped play "$(stamp $flavour)" && echo quick || echo again""")
    assert done.stdout == "again\n"


@pytest.mark.parametrize(("first", "second", "again"), [
    ("play", "play", False), ("test", "test", False), ("test", "play", False),
    ("play", "test", True),
])
def test_what_is_there_is_not_installed_again(
    checkout: Path, machine: Path, first: str, second: str, again: bool
) -> None:
    """The tests' set-up has all that the table needs, but not the other way round."""
    python = """case "$*" in *"pip install"*) echo "$@" >>"${0%/*}/installed";; esac"""
    put(checkout / ".venv/bin", "python", python)
    put(checkout / ".venv/bin", "voicekeeper", "")
    put(machine, "apt-get", "exit 1")
    locks = {"play": "", "test": "requirements-test.lock"}
    installed = []
    for kind in (first, second):
        done = bash(checkout, machine, f"build {kind} {locks[kind]}")
        assert done.returncode == 0, done.stderr
        installed.append((checkout / ".venv/bin/installed").read_text())
    assert (installed[0] != installed[1]) == again


def test_an_interrupted_package_is_installed_again(checkout: Path, machine: Path) -> None:
    """pip writes RECORD last, and takes a package without one for installed."""
    packages = checkout / ".venv/lib/python3.11/site-packages"
    for name, files in {"whole": ("METADATA", "RECORD"), "half": ("METADATA",)}.items():
        put(packages / f"{name}-1.dist-info", files[0], "")
        for file in files:
            put(packages / f"{name}-1.dist-info", file, "")
    assert bash(checkout, machine, "drop_half_installed").returncode == 0
    assert [path.name for path in packages.iterdir()] == ["whole-1.dist-info"]


def test_a_half_made_environment_is_made_anew(checkout: Path, machine: Path) -> None:
    put(checkout / ".venv/bin", "python", "exit 1")
    done = bash(checkout, machine, 'make_venv "$(find_python)" && "$venv/bin/python" -m pip -V')
    assert done.returncode == 0, done.stderr
    assert str(checkout) in done.stdout


def test_the_locks_hold_exact_versions_and_no_addresses() -> None:
    for name in ("requirements.lock", "requirements-test.lock"):
        lines = (TOP / name).read_text(encoding="utf-8").splitlines()
        for line in lines:
            assert line.startswith("#") or "==" in line.split(";")[0]
            assert "://" not in line
            assert not line.startswith("-")


def test_the_locks_hold_what_pyproject_asks_for() -> None:
    project = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = [*project["dependencies"], *extras["bench"], *extras["test"]]
    locks = (TOP / "requirements.lock", TOP / "requirements-test.lock")
    locked = {line.split("==")[0] for lock in locks for line in lock.read_text().splitlines()}
    assert {item.split(">")[0].split("=")[0].strip().lower() for item in wanted} <= locked
