"""No network while playing, and nothing of the microphone goes anywhere without the button."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import numpy as np
import soundfile
from at_the_table import PlayAtTheTable, config
from fake_room import MICROPHONE, SPEAKER, FakeRoom
from hearing import recording

from voicekeeper.processes import family

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


def bytes_read(process: int) -> int:
    """How much a process has read so far, of pipes and files."""
    told = Path(f"/proc/{process}/io").read_text(encoding="ascii")
    return int(re.search(r"rchar: (\d+)", told)[1])  # type: ignore[index]


def network_sockets(process: int) -> list[str]:
    """The sockets of a process that are of any network."""
    listed = " ".join(Path(f"/proc/{process}/net/{kind}").read_text(encoding="ascii")
                      for kind in ("tcp", "tcp6", "udp", "udp6", "raw", "raw6", "packet")
                      if Path(f"/proc/{process}/net/{kind}").exists())
    held = [str(file.readlink()) for file in Path(f"/proc/{process}/fd").iterdir()
            if file.is_symlink()]
    inodes = [match[1] for link in held if (match := re.fullmatch(r"socket:\[(\d+)\]", link))]
    return [inode for inode in inodes if re.search(rf"\b{inode}\b", listed)]


def test_without_the_button_nothing_reaches_the_recogniser_a_file_or_a_socket(
    room: FakeRoom, tmp_path: Path
) -> None:
    """Not even where takes are kept: a score spoken beside the box is no take."""
    settings, takes = config(tmp_path / "config.yaml", (MICROPHONE, SPEAKER)), tmp_path / "takes"
    sound, rate = soundfile.read(recording(0), dtype="float32")
    with PlayAtTheTable(room, tmp_path / "data", "--config", str(settings),
                        "--players", "Ana,Marco,Leo", "--keep-audio", str(takes)) as table:
        table.wait_for("said: ")
        assert table.say(recording(1))[0] == "who's missing"
        everyone = family(table.process.pid)
        recogniser, = [process for process in everyone
                       if b"decoder" in Path(f"/proc/{process}/cmdline").read_bytes()]
        read = bytes_read(recogniser)
        games = sorted(path.stat().st_mtime_ns for path in tmp_path.glob("data/games*"))
        room.say(sound, rate).wait()
        room.say(np.zeros(48_000, np.float32)).wait()
        assert bytes_read(recogniser) == read
        assert sorted(path.stat().st_mtime_ns for path in tmp_path.glob("data/games*")) == games
        assert [found for process in everyone for found in network_sockets(process)] == []
        heard, answer = table.say(recording(1))
        assert (heard, answer) == ("who's missing", "Ana, Marco, and Leo are missing.")
        assert table.quit() == 0
    kept = (takes / "manifest.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(kept) == 2 and all("who's missing" in line for line in kept)
