"""What the check-up finds of each part, and what it says to do about it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from at_the_table import PlayAtTheTable, config
from fake_room import MICROPHONE, SPEAKER, FakeRoom, noise

from voicekeeper.box.installation import Installation
from voicekeeper.box.unit import Service
from voicekeeper.button.buttons import ButtonSettings
from voicekeeper.checkup import apart, holders
from voicekeeper.checkup.finding import Finding, as_finding
from voicekeeper.checkup.kept import disk_finding, games_findings
from voicekeeper.checkup.machine import clock_finding, memory_findings, power_findings
from voicekeeper.checkup.service import service_findings
from voicekeeper.checkup.sound import in_use, sound_findings
from voicekeeper.checkup.soundcards import Card, cards
from voicekeeper.checkup.speech import speech_findings
from voicekeeper.config import Config
from voicekeeper.faults import Fault
from voicekeeper.models import find, find_voice
from voicekeeper.skyjo.ledger import FILE_NAME
from voicekeeper.sound.settings import MicrophoneSettings, SpeakerSettings, Wanted


def sound(microphone: Wanted = MICROPHONE, speaker: Wanted = SPEAKER) -> dict[str, Finding]:
    settings = Config(microphone=MicrophoneSettings(microphone), speaker=SpeakerSettings(speaker))
    found = list(sound_findings(settings))
    assert [finding.part for finding in found] == ["microphone", "speaker"]
    assert all(finding.ok or finding.do for finding in found)
    return {finding.part: finding for finding in found}


# -- sound

def test_a_microphone_that_hears_something_is_told_how_loud(room: FakeRoom) -> None:
    playing = room.say(noise(20))
    found = sound()
    playing.kill()
    playing.wait()
    assert found["microphone"].ok and not found["microphone"].do
    assert re.search(rf"{MICROPHONE}, now at -\d+ dB", found["microphone"].found)
    assert found["speaker"] == Finding("speaker", True, found["speaker"].found)


def test_not_a_sound_is_no_fault_yet(room: FakeRoom) -> None:
    """Some microphones give nothing while nobody speaks; it says what to look at."""
    found = sound()["microphone"]
    assert found.ok and "not a sound so far" in found.found
    assert "doctor --speak" in found.do


def test_a_name_that_is_not_there_is_told_with_those_that_are(room: FakeRoom) -> None:
    found = sound(("Gramophone", "Dr. No: two"))["microphone"]
    assert not found.ok
    assert found.found.startswith("No microphone is named 'Gramophone' or 'Dr. No: two'; there is ")
    assert MICROPHONE in found.found
    assert found.do == "Correct microphone: device: in config.yaml. Without one, play with --typed."


def test_no_device_at_all_is_to_be_plugged_in(no_room: None) -> None:
    for finding in sound(None, None).values():
        assert finding.found == f"No {finding.part} was found"
        assert finding.do == "Plug one in. Without one, play with --typed."


def test_a_sound_server_that_is_frozen_holds_up_nothing(room: FakeRoom) -> None:
    room.freeze()
    try:
        found = sound()
    finally:
        room.thaw()
    for finding in found.values():
        assert finding.found == "the sound server does not answer"
        assert "Restart" in finding.do


@contextmanager
def set_so(room: FakeRoom, *command: str, back: tuple[str, ...]) -> Iterator[None]:
    assert room.control(*command).returncode == 0
    try:
        yield
    finally:
        assert room.control(*back).returncode == 0


def test_a_muted_microphone_is_found(room: FakeRoom) -> None:
    with set_so(room, "set-source-mute", "mic.monitor", "1",
                back=("set-source-mute", "mic.monitor", "0")):
        found = sound()
    assert found["microphone"].found == f"{MICROPHONE} is muted, or its volume is zero"
    assert found["speaker"].ok


def test_a_speaker_at_volume_zero_is_found(room: FakeRoom) -> None:
    with set_so(room, "set-sink-volume", "speaker", "0%",
                back=("set-sink-volume", "speaker", "100%")):
        found = sound()
    assert found["speaker"].found == f"{SPEAKER} is muted, or its volume is zero"
    assert found["microphone"].ok


def test_a_microphone_that_is_the_speakers_monitor_is_found(room: FakeRoom, tmp_path: Path,
                                                             monkeypatch: pytest.MonkeyPatch
                                                             ) -> None:
    (tmp_path / "more.conf").write_text('pcm.echo { type pulse device "speaker.monitor" }\n')
    monkeypatch.setenv("ALSA_CONFIG_PATH",
                       f"{os.environ['ALSA_CONFIG_PATH']}:{tmp_path}/more.conf")
    found = sound("echo")
    assert found["microphone"].found == "echo hears only what the speaker plays"
    assert found["speaker"].ok


def card(folder: Path, number: int, name: str, **owners: int | None) -> None:
    """A sound card in a copy of /proc/asound, as the kernel writes it."""
    with (folder / "cards").open("a") as listed:
        listed.write(f"{number:2d} [{name[:15]:15s}]: USB-Audio - {name}\n"
                     f"                      {name} at usb-0000:01:00.0-1.2, full speed\n")
    for line, owner in owners.items():
        status = folder / f"card{number}" / line / "sub0" / "status"
        status.parent.mkdir(parents=True)
        status.write_text("closed\n" if owner is None else
                          f"state: RUNNING\nowner_pid   : {owner}\ntrigger_time: 1.2\n")


def test_cards_are_told_as_the_kernel_lists_them(tmp_path: Path) -> None:
    card(tmp_path, 0, "bcm2835 Headphones", pcm0p=None)
    card(tmp_path, 1, "Jabra SPEAK 510", pcm0c=4711, pcm0p=None)
    assert cards("microphone", tmp_path) == [Card("Jabra SPEAK 510", 4711)]
    assert cards("speaker", tmp_path) == [Card("bcm2835 Headphones", None),
                                          Card("Jabra SPEAK 510", None)]
    assert cards("microphone", tmp_path / "none") == []


@contextmanager
def program(*command: str) -> Iterator[int]:
    running = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        yield running.pid
    finally:
        running.kill()
        running.communicate()


def test_a_microphone_that_another_program_holds_is_not_called_missing(tmp_path: Path) -> None:
    with program("cat") as holder:
        wait_until(lambda: holders.name_of(holder) == "cat")
        card(tmp_path, 1, "Jabra SPEAK 510", pcm0c=holder)
        found = in_use("microphone", "jabra", tmp_path)
        assert found is not None and not found.ok
        assert found.found == f"Jabra SPEAK 510 is there, but cat (process {holder}) holds it"
        assert found.do == "End that program."
        assert in_use("microphone", ("Blue", "Jabra SPEAK 510: USB Audio (hw:1,0)"), tmp_path)
        assert in_use("microphone", ("Blue", "USB"), tmp_path) is None
        assert in_use("speaker", None, tmp_path) is None


def test_the_kernel_names_threads_and_it_is_programs_that_are_ended(tmp_path: Path) -> None:
    threads = "import threading, time\nthreading.Thread(target=time.sleep, args=(60,)).start()\n"
    with program(sys.executable, "-c", threads) as holder:
        tasks = Path(f"/proc/{holder}/task")
        wait_until(lambda: len(list(tasks.iterdir())) == 2)
        thread, = {int(task.name) for task in tasks.iterdir()} - {holder}
        card(tmp_path, 1, "Jabra SPEAK 510", pcm0c=thread)
        found = in_use("microphone", None, tmp_path)
        assert found is not None and f"(process {holder}) holds it" in found.found


def test_what_the_running_table_uses_is_no_fault(tmp_path: Path) -> None:
    table = executable(tmp_path / "voicekeeper", "import time\ntime.sleep(60)\n")
    with program(sys.executable, str(table), "play", "--table") as holder:
        wait_until(lambda: holder in holders.tables())
        card(tmp_path, 1, "Jabra SPEAK 510", pcm0c=holder)
        found = in_use("microphone", None, tmp_path)
        assert found is not None and found.ok and f"(process {holder})" in found.found


def wait_until(true: object) -> None:
    deadline = time.monotonic() + 30
    while not true():  # type: ignore[operator]
        assert time.monotonic() < deadline
        time.sleep(0.01)


def executable(path: Path, text: str = "") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!{sys.executable}\n{text}")
    path.chmod(0o755)
    return path


def test_who_has_a_device_open_is_found(tmp_path: Path) -> None:
    node = tmp_path / "event7"
    node.write_text("")
    assert holders.holders(node) == []
    with program("tail", "-f", str(node)) as holder:
        wait_until(lambda: holders.holders(node) == [holder])
        assert holders.name_of(holder) == "tail" and not holders.is_table(holder)


def test_a_table_in_the_room_is_known_as_one(room: FakeRoom, tmp_path: Path) -> None:
    settings = config(tmp_path / "config.yaml", (MICROPHONE, SPEAKER))
    with PlayAtTheTable(room, tmp_path / "data", "--config", str(settings),
                        "--players", "Ana,Leo") as table:
        table.wait_for("said: ")
        assert table.process.pid in holders.tables()
        # The check-up listens beside it, and it goes on.
        assert sound()["microphone"].ok and sound()["speaker"].ok
        assert table.quit() == 0


# -- parts tried apart

def test_a_part_that_hangs_or_crashes_is_found(tmp_path: Path) -> None:
    for body, why in (("time.sleep(600)", "did not answer within 2 seconds"),
                      ("os.abort()", "crashed (SIGABRT)"),
                      ("sys.exit(3)", "ended before it was found (status 3)")):
        package = tmp_path / why[:3] / "voicekeeper"
        (package / "checkup").mkdir(parents=True)
        (package / "__init__.py").write_text("")
        (package / "checkup" / "__init__.py").write_text("")
        first = json.dumps({"part": "one", "ok": True, "found": "well", "do": ""})
        (package / "checkup" / "apart.py").write_text(
            f"import os, sys, time\nprint({first!r}, flush=True)\n{body}\n")
        before = Path.cwd()
        os.chdir(package.parent)  # so that it is found instead of the true one
        try:
            found = list(apart.try_apart("sound", {}, ("one", "two", "three"), 2, "Mend it."))
        finally:
            os.chdir(before)
        assert found[0] == Finding("one", True, "well")
        assert not found[1].ok and why in found[1].found and found[1].do == "Mend it."
        assert not found[2].ok and "not tried" in found[2].found


# -- speech

def test_the_voice_speaks_and_is_understood() -> None:
    found = list(speech_findings(find("en"), find_voice("en"), "en", Config()))
    assert [(finding.part, finding.ok) for finding in found] == [("voice", True),
                                                                 ("hearing", True)]
    assert "'ana minus three'" in found[1].found


def test_a_voice_that_is_no_voice_is_found(tmp_path: Path) -> None:
    voice = tmp_path / "mine.onnx"
    voice.write_bytes(b"no network")
    voice.with_suffix(".onnx.json").write_text(
        Path(f"{find_voice('en')}.json").read_text(encoding="utf-8"))
    found = list(speech_findings(find("en"), voice, "en", Config()))
    assert [(finding.part, finding.ok) for finding in found] == [("voice", False),
                                                                 ("hearing", False)]
    assert all(finding.do for finding in found)


# -- the machine

def memory(path: Path, whole: int, free: int, *, running: bool = False) -> list[Finding]:
    path.write_text(f"MemTotal:  {whole * 1024} kB\nMemAvailable:  {free * 1024} kB\n")
    return list(memory_findings(path, running=running))


def test_memory_is_enough_or_not(tmp_path: Path) -> None:
    told = tmp_path / "meminfo"
    assert memory(told, 1849, 1500)[0].ok
    assert memory(told, 905, 700)[0].ok  # a Pi with 1 GB, of which its graphics take some
    small = memory(told, 430, 300)[0]
    assert not small.ok and "1 GB" in small.do
    full = memory(told, 1849, 200)[0]
    assert not full.ok and "End other programs" in full.do
    assert memory(told, 1849, 200, running=True)[0].ok
    assert list(memory_findings(tmp_path / "nothing")) == []


def test_a_clock_that_began_in_1970_is_found() -> None:
    now = datetime(2027, 3, 1, 20, 15, tzinfo=UTC)
    assert clock_finding(now, None) == Finding("clock", True, "2027-03-01 20:15")
    assert clock_finding(now, now - timedelta(days=1)).ok
    for wrong, last in ((datetime(1970, 1, 1, tzinfo=UTC), None), (now, now + timedelta(days=2))):
        found = clock_finding(wrong, last)
        assert not found.ok and "timedatectl" in found.do


def test_a_weak_supply_is_found_where_the_machine_tells(tmp_path: Path) -> None:
    for name, files in (("hwmon0", {"name": "cpu_thermal\n"}),
                        ("hwmon1", {"name": "rpi_volt\n", "in0_lcrit_alarm": "0\n"})):
        (tmp_path / name).mkdir()
        for file, text in files.items():
            (tmp_path / name / file).write_text(text)
    assert [finding.ok for finding in power_findings(tmp_path)] == [True]
    (tmp_path / "hwmon1" / "in0_lcrit_alarm").write_text("1\n")
    weak, = power_findings(tmp_path)
    assert not weak.ok and "supply" in weak.do
    assert list(power_findings(tmp_path / "none")) == []


# -- what is kept

IN_A_SMALL_DISK = """
import sys
from pathlib import Path
from voicekeeper.checkup.kept import disk_finding
folder = Path(sys.argv[1])
print(disk_finding(folder))
try:
    (folder / "much").write_bytes(bytes(2 << 20))
except OSError:
    pass
print(disk_finding(folder))
"""


def test_a_disk_that_is_nearly_or_quite_full_wants_room(tmp_path: Path) -> None:
    mount = (f"mount -t tmpfs -o size=1m tmpfs {tmp_path} && "
             f"{sys.executable} -c '{IN_A_SMALL_DISK}' {tmp_path}")
    user = [] if os.geteuid() == 0 else ["--user", "--map-root-user"]
    told = subprocess.run(["unshare", *user, "--mount", "sh", "-c", mount], check=True,
                          capture_output=True, text=True).stdout.splitlines()
    assert "ok=False" in told[0] and "0.0 GB free" in told[0] and "Make room there" in told[0]
    assert "cannot be written (No space left on device)" in told[1]
    assert "Make room there" in told[1]


def test_games_of_another_user_are_named_as_such(tmp_path: Path,
                                                 monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / FILE_NAME).write_text("")
    assert disk_finding(tmp_path).ok
    monkeypatch.setattr("os.access", lambda *_: False)  # root may write everywhere
    found = disk_finding(tmp_path)
    assert not found.ok and FILE_NAME in found.found and tmp_path.owner() in found.do


def test_names_that_cannot_be_read_are_found(tmp_path: Path) -> None:
    (tmp_path / "names.json").write_text("{")
    games, clock = games_findings(tmp_path, "en")
    assert not games.ok and "names.json cannot be read" in games.found
    assert games.do.startswith("Put it away under another name")
    assert clock.ok


# -- the service

PEDAL = ButtonSettings("evdev", "3553:b001", "hold")


@pytest.fixture
def card_of_a_box(tmp_path: Path) -> Path:
    """A box's root folder, with the service as `install` leaves it."""
    root = tmp_path / "card"
    program_, settings = root / "opt" / "v" / "voicekeeper", root / "etc" / "config.yaml"
    executable(program_)
    settings.parent.mkdir(parents=True)
    settings.write_text("")
    installation(root).write([PEDAL])
    wanted = root / "etc/systemd/system/multi-user.target.wants/voicekeeper.service"
    wanted.parent.mkdir()
    wanted.symlink_to("/etc/systemd/system/voicekeeper.service")
    return root


def installation(root: Path) -> Installation:
    return Installation(Service(Path("/opt/v/voicekeeper"), Path("/etc/config.yaml")), root)


def service(root: Path, *buttons: ButtonSettings, source: str = "/etc/config.yaml"
            ) -> list[Finding]:
    return list(service_findings(Config(button=buttons or (PEDAL,), source=Path(source)), root))


def test_where_nothing_is_installed_there_is_nothing_to_say(tmp_path: Path) -> None:
    assert service(tmp_path) == []


def test_a_service_as_it_was_installed_is_well(card_of_a_box: Path) -> None:
    assert [finding.ok for finding in service(card_of_a_box)] == [True]


@pytest.mark.parametrize(("gone", "found"), [
    ("etc/udev/rules.d/70-voicekeeper.rules", "70-voicekeeper.rules is missing"),
    ("etc/systemd/system/voicekeeper.service", "voicekeeper.service is missing"),
    ("opt/v/voicekeeper", "its program /opt/v/voicekeeper is gone"),
    ("etc/config.yaml", "its settings /etc/config.yaml are gone"),
    ("etc/systemd/system/multi-user.target.wants/voicekeeper.service", "does not start with"),
])
def test_what_a_service_lacks_is_named(card_of_a_box: Path, gone: str, found: str) -> None:
    (card_of_a_box / gone).unlink()
    finding, = service(card_of_a_box)
    assert not finding.ok and found in finding.found and "sudo" in finding.do


def test_a_rule_for_another_button_is_found(card_of_a_box: Path) -> None:
    for other in (ButtonSettings("evdev", "0c45:7403"), ButtonSettings("evdev", "Foot Switch")):
        finding, = service(card_of_a_box, other)
        assert not finding.ok and "for other buttons" in finding.found
    finding, = service(card_of_a_box, PEDAL, ButtonSettings("evdev", "0c45:7403"))
    assert not finding.ok
    finding, = service(card_of_a_box, ButtonSettings())
    assert not finding.ok and "evdev" in finding.found
    # By a name, whether it was plugged in when the rule was written or not.
    rules = card_of_a_box / "etc/udev/rules.d/70-voicekeeper.rules"
    for name in ('"*foot?switch*"', '"PCsensor Foot Switch Keyboard"'):
        rules.write_text(f'SUBSYSTEM=="input", KERNEL=="event*", ATTRS{{name}}=={name}\n')
        assert service(card_of_a_box, ButtonSettings("evdev", "Foot Switch"))[0].ok


def test_a_unit_of_another_version_or_other_settings_is_found(card_of_a_box: Path) -> None:
    finding, = service(card_of_a_box, source="/home/ana/config.yaml")
    assert not finding.ok and finding.do == (
        "Look at those: `voicekeeper doctor --config /etc/config.yaml`")
    unit = card_of_a_box / "etc/systemd/system/voicekeeper.service"
    unit.write_text(unit.read_text().replace("RestartSec=2", "RestartSec=9"))
    finding, = service(card_of_a_box)
    assert not finding.ok and "another version" in finding.found


# -- what a fault says, told apart

@pytest.mark.parametrize(("sentence", "found", "do"), [
    ("No microphone was found: plug one in.", "No microphone was found", "Plug one in."),
    ("The voice 'Dr. No: 2' can't be read (a: b). Take another.",
     "The voice 'Dr. No: 2' can't be read (a: b)", "Take another."),
    ("It can't be read (at: (1, 2)); put it away.", "It can't be read (at: (1, 2))",
     "Put it away."),
    ("It is broken.", "It is broken", "See README.md."),
    ("It says 'no", "It says 'no", "See README.md."),
])
def test_a_faults_sentence_is_told_apart(sentence: str, found: str, do: str) -> None:
    assert as_finding("part", Fault(sentence)) == Finding("part", False, found, do)
