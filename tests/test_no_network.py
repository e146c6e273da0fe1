"""No network while playing: a game by voice where there is none at all."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

from at_the_table import PlayAtTheTable, config
from fake_room import MICROPHONE, SPEAKER, FakeRoom
from hearing import recording

# A namespace of its own has a loopback interface that is down, and nothing else.
WITHOUT_NETWORK = ["unshare", "--net"] if os.geteuid() == 0 else [
    "unshare", "--user", "--map-root-user", "--net"]


def test_a_game_is_played_by_voice_without_any_network(room: FakeRoom, tmp_path: Path) -> None:
    interfaces = subprocess.run([*WITHOUT_NETWORK, "cat", "/proc/net/dev"], check=True,
                                capture_output=True, text=True).stdout
    assert [line.split(":")[0].strip() for line in interfaces.splitlines()[2:]] == ["lo"]
    settings = config(tmp_path / "config.yaml", (MICROPHONE, SPEAKER))
    with PlayAtTheTable(room, tmp_path / "data", "--config", str(settings),
                        "--players", "Ana,Marco,Leo", within=WITHOUT_NETWORK) as table:
        table.wait_for("said: ")
        heard, said = table.say(recording(0))
        assert heard == "ana minus three marco closed with twelve"
        assert said == "Ana minus three and Marco closed with twelve. Leo is missing."
        assert table.quit() == 0


def test_nothing_is_sent_and_nobody_is_asked_for(room: FakeRoom, tmp_path: Path) -> None:
    """Where there is a network no part of the program speaks to it, nor do libraries it uses."""
    calls, home = tmp_path / "calls", tmp_path / "home"
    settings = config(tmp_path / "config.yaml", (MICROPHONE, SPEAKER))
    with PlayAtTheTable(
        room, tmp_path / "data", "--config", str(settings), "--players", "Ana,Marco,Leo",
        within=["strace", "--follow-forks", "--quiet=all", "--trace=network",
                f"--output={calls}"],
        # Some keep still where tests are run: at a table there is no such thing.
        environment={"HOME": str(home), "CI": "", "GITHUB_ACTIONS": ""},
    ) as table:
        table.wait_for("said: ")
        table.say(recording(0))
        table.tap("q")
        table.process.wait(60)
    made = calls.read_text().splitlines()
    assert any("connect(" in call and "AF_UNIX" in call for call in made)  # the sound server
    assert [call for call in made if re.search(r"(connect|send\w*)\(.*AF_INET", call)] == []
    assert [call for call in made if "AF_NETLINK" in call] == []
    left = {path.relative_to(home).parts[0] for path in home.rglob("*") if path.is_file()}
    assert left <= {".config"}  # the sound server's cookie
