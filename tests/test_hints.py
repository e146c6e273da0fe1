"""What the program tells one to type next is what can be typed, where one stands."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from voicekeeper.commands.hints import typable

BIN = Path(sys.executable).parent
PAPER = "Ana,Marco,closer\n-3,12,Ana\n9,4,Ana\n"


def run(line: str, here: Path, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """A line as a shell of somebody takes it who has nothing of the program on the PATH."""
    return subprocess.run(line, shell=True, input=stdin, cwd=here, capture_output=True, text=True,
                          check=False, env={"PATH": "/usr/bin:/bin", "HOME": str(here)})


def hints(shown: subprocess.CompletedProcess[str]) -> list[str]:
    return re.findall(r"`([^`]+)`", shown.stdout + shown.stderr)


def test_hints_can_be_typed_and_are_about_the_same_games(tmp_path: Path) -> None:
    program, data = BIN / "voicekeeper", "--data 'their games'"
    begun = run(f"{program} play --typed --players Ana,Marco {data}", tmp_path, "Ana five\n")
    assert begun.returncode == 0
    (resume,) = hints(run(f"{program} history last {data}", tmp_path))
    (restore,) = hints(run(f"{program} history delete last {data}", tmp_path))
    assert run(restore, tmp_path).stdout.endswith("is back.\n")
    assert "Ana 0 +5" in run(resume, tmp_path).stdout
    run(f"{program} import - {data}", tmp_path, PAPER)
    (delete,) = hints(run(f"{program} import - {data}", tmp_path, PAPER))
    assert "is deleted" in run(delete, tmp_path).stdout
    (history,) = hints(run(f"{program} history nothing {data}", tmp_path))
    assert len(run(f"{history} --json", tmp_path).stdout.splitlines()) == 2


@pytest.mark.parametrize(("where", "path", "program"), [
    (BIN.parent.parent, "/usr/bin", f"{BIN.parent.name}/{BIN.name}/voicekeeper"),
    (BIN, "/usr/bin", "./voicekeeper"),
    (Path("/usr"), "/usr/bin", str(BIN / "voicekeeper")),
    (Path("/usr"), f"/usr/bin:{BIN}", "voicekeeper"),
])
def test_the_program_is_named_from_where_one_is(
    where: Path, path: str, program: str, monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(where)
    monkeypatch.setenv("PATH", path)
    told = typable("Run `voicekeeper setup`, then `sudo voicekeeper install`; see `alsamixer`.")
    assert told.startswith("Run `") and told.endswith("; see `alsamixer`.")
    setup, install, _ = re.findall(r"`([^`]+)`", told)
    assert (setup, install) == (f"{program} setup", f"sudo {program} install")
    assert subprocess.run(f"{setup} --help", shell=True, capture_output=True, check=False,
                          cwd=where, env={"PATH": path}).returncode == 0


def test_what_is_given_already_is_not_given_twice() -> None:
    assert typable("`voicekeeper doctor --config x`").count("--config") == 1
    assert typable("voicekeeper has no command in this") == "voicekeeper has no command in this"
