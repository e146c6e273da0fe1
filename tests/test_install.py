"""`voicekeeper install` and `uninstall`: a machine that is a box from its power-on."""

from __future__ import annotations

import re
import subprocess
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from voicekeeper.box.installation import Installation, closed_to_others
from voicekeeper.box.udevrules import udev_rules
from voicekeeper.box.unit import Service, read_unit, unit_text
from voicekeeper.button.buttons import ButtonSettings
from voicekeeper.cli import main
from voicekeeper.faults import ButtonFault, DataFault

PEDAL = 'button: {kind: evdev, device: "3553:b001", mode: hold}\n'
UNIT = "etc/systemd/system/voicekeeper.service"
RULES = "etc/udev/rules.d/70-voicekeeper.rules"
USER = "etc/sysusers.d/voicekeeper.conf"


def run_install(tmp_path: Path, config: str = PEDAL, *arguments: str) -> Result:
    settings = tmp_path / "config.yaml"
    settings.write_text(config)
    return CliRunner().invoke(
        main, ["install", "--root", str(tmp_path / "card"), "--config", str(settings), *arguments])


def files(root: Path) -> list[str]:
    return sorted(str(path.relative_to(root)) for path in root.rglob("*") if not path.is_dir())


def verified(unit: Path) -> str:
    """What systemd has to say against a unit."""
    found = subprocess.run(["systemd-analyze", "verify", str(unit)], check=False,
                           capture_output=True, text=True)
    return found.stdout + found.stderr + ("failed" if found.returncode else "")


def written(service: Service, folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    unit = folder / "voicekeeper.service"
    unit.write_text(unit_text(service))
    return unit


def executable(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


def test_everything_is_written_and_taken_away_again(tmp_path: Path) -> None:
    told = run_install(tmp_path)
    assert told.exit_code == 0, told.output
    card = tmp_path / "card"
    assert files(card) == sorted([UNIT, RULES, USER])
    assert all(name in told.stdout for name in (UNIT, RULES, USER))
    # What `systemctl enable` makes on the box.
    wanted = card / "etc/systemd/system/multi-user.target.wants/voicekeeper.service"
    wanted.parent.mkdir()
    wanted.symlink_to("/etc/systemd/system/voicekeeper.service")
    gone = CliRunner().invoke(main, ["uninstall", "--root", str(card)])
    assert gone.exit_code == 0 and files(card) == []
    again = CliRunner().invoke(main, ["uninstall", "--root", str(card)])
    assert again.stdout == "There was nothing to take away.\n" and again.exit_code == 0


def test_installing_again_changes_the_files_to_what_is_set_now(tmp_path: Path) -> None:
    run_install(tmp_path)
    run_install(tmp_path, 'button: {kind: evdev, device: "0c45:7403"}\n', "--user", "keeper")
    card = tmp_path / "card"
    assert files(card) == sorted([UNIT, RULES, USER])
    rules = (card / RULES).read_text()
    assert "3553" not in rules and 'ATTRS{id/vendor}=="0c45"' in rules
    assert 'GROUP="keeper"' in rules
    assert (card / UNIT).read_text().count("keeper\n") >= 3


def test_systemd_finds_no_fault_with_the_unit(tmp_path: Path) -> None:
    run_install(tmp_path)
    assert verified(tmp_path / "card" / UNIT) == ""


@pytest.mark.parametrize("name", [
    "plain", "with a space", "100% sure", "semi;colon", "naïve", "#1", "two  spaces",
])
def test_most_folders_may_hold_the_program(tmp_path: Path, name: str) -> None:
    program = executable(tmp_path / name / "voicekeeper")
    assert verified(written(Service(program, Path("/etc/c.yaml")), tmp_path / "units")) == ""


@pytest.mark.parametrize("name", ["$HOME", 'a "quote"', "back\\slash", "an 'apostrophe"])
def test_what_systemd_would_not_start_is_refused(name: str) -> None:
    with pytest.raises(DataFault, match="/opt/voicekeeper"):
        unit_text(Service(Path(f"/opt/{name}/voicekeeper"), Path("/etc/c.yaml")))


@pytest.mark.parametrize("name", [
    "plain", "with a space", "100% sure", "$HOME", 'a "quote"', "back\\slash", "an 'apostrophe",
    "semi;colon", "naïve", "${HOME}",
])
def test_any_folder_may_hold_settings_and_models(tmp_path: Path, name: str) -> None:
    program = executable(tmp_path / "voicekeeper")
    service = Service(program, Path(f"/etc/{name}/config.yaml"), models=f"/opt/{name}")
    assert verified(written(service, tmp_path / "units")) == ""


@pytest.mark.parametrize("field", ["program", "config", "models"])
def test_a_path_that_can_stand_in_no_unit_is_refused(field: str) -> None:
    service = Service(Path("/opt/v"), Path("/etc/c"))
    with pytest.raises(DataFault, match="unit"):
        unit_text(replace(service, **{field: "/opt/a\nExecStart=/bin/sh"}))  # type: ignore[arg-type]


def test_the_service_is_shut_in(tmp_path: Path) -> None:
    """No network, no rights, and systemd's own judgement of the rest (0 is best, 10 worst)."""
    run_install(tmp_path)
    text = (tmp_path / "card" / UNIT).read_text()
    for line in ("PrivateNetwork=yes", "NoNewPrivileges=yes", "CapabilityBoundingSet=",
                 "ProtectSystem=strict", "DevicePolicy=closed", "Restart=always"):
        assert f"\n{line}\n" in text
    judged = subprocess.run(
        ["systemd-analyze", "security", "--offline=yes", str(tmp_path / "card" / UNIT)],
        check=True, capture_output=True, text=True).stdout
    level = re.search(r"Overall exposure level.*: ([\d.]+)", judged)
    assert level is not None and float(level[1]) < 2


def test_its_user_can_be_made(tmp_path: Path) -> None:
    run_install(tmp_path, PEDAL, "--user", "scores")
    card = tmp_path / "card"
    made = subprocess.run(
        ["systemd-sysusers", "--root", str(card), "--dry-run", str(card / USER)],
        check=True, capture_output=True, text=True)
    assert "Creating user 'scores'" in made.stdout + made.stderr


@pytest.mark.parametrize("user", ["", "Root", "a b", "x;y", "../etc", "1st"])
def test_a_wrong_name_for_the_user_writes_nothing(tmp_path: Path, user: str) -> None:
    told = run_install(tmp_path, PEDAL, "--user", user)
    assert told.exit_code == 1 and "no name for a user" in told.stderr
    assert files(tmp_path / "card") == []


def test_a_folder_for_the_games_is_not_passed_over_in_silence(tmp_path: Path) -> None:
    told = run_install(tmp_path, PEDAL, "--data", str(tmp_path / "games"))
    assert told.exit_code == 1 and "/var/lib/voicekeeper: leave --data out" in told.stderr
    assert files(tmp_path / "card") == []


@pytest.mark.parametrize("config", ["", "button: {kind: keyboard}\n"])
def test_the_space_bar_is_no_button_for_a_service(tmp_path: Path, config: str) -> None:
    told = run_install(tmp_path, config)
    assert told.exit_code == 1 and "evdev" in told.stderr
    assert files(tmp_path / "card") == []


def test_of_several_buttons_each_gets_its_rule_and_the_space_bar_none() -> None:
    rules = udev_rules([
        ButtonSettings("evdev", "0C45:3"), ButtonSettings(),
        ButtonSettings("evdev", "/dev/input/by-id/usb-Foot_Switch-event-kbd"),
        ButtonSettings("evdev", "No Such Pedal (2)"), ButtonSettings("evdev", "0c45:0003"),
    ], "table")
    lines = rules.splitlines()[1:]
    assert [re.sub(r'^SUBSYSTEM=="input", KERNEL=="event\*", |, GROUP="table", MODE="0660"$', "",
                   line) for line in lines] == [
        'ATTRS{id/vendor}=="0c45", ATTRS{id/product}=="0003"',
        'ENV{DEVLINKS}=="*/dev/input/by-id/usb-Foot_Switch-event-kbd*"',
        'ATTRS{name}=="*No Such Pedal (2)*"',
    ]


def test_a_name_cannot_say_more_than_a_name() -> None:
    rules = udev_rules([ButtonSettings("evdev", 'x", RUN+="/bin/sh" [a]*|b')], "table")
    assert rules.count('"') == 5 * 2  # as many as any rule by a name
    assert not set(re.search(r'ATTRS\{name\}=="\*(.*)\*"', rules)[1]) & set('*[]|"')  # type: ignore[index]


def test_a_button_by_a_path_that_is_not_there_is_none() -> None:
    with pytest.raises(ButtonFault):
        udev_rules([ButtonSettings("evdev", "/dev/input/event99")], "table")


def test_a_file_that_cannot_be_written_is_a_plain_fault(tmp_path: Path) -> None:
    (tmp_path / "etc").write_text("a file where a folder has to be")
    installation = Installation(Service(Path("/x"), Path("/y")), tmp_path)
    with pytest.raises(DataFault, match="cannot be written"):
        installation.write([ButtonSettings("evdev", "0c45:7403")])


def test_what_others_may_not_read_is_found(tmp_path: Path) -> None:
    home = tmp_path / "home"
    program = executable(home / "voicekeeper")
    for folder in (home, *home.parents):
        if folder.owner() == tmp_path.owner() and folder != Path("/tmp"):
            folder.chmod(folder.stat().st_mode | 0o111)
    assert closed_to_others([program]) is None
    home.chmod(0o700)
    assert closed_to_others([program]) == home.resolve()
    home.chmod(0o711)  # nobody needs its list
    assert closed_to_others([program]) is None
    program.chmod(0o700)
    assert closed_to_others([program]) == program.resolve()


@pytest.mark.parametrize("folder", ["/tmp", "/var/tmp"])
def test_settings_that_the_service_cannot_see_are_told(folder: str) -> None:
    """The unit has PrivateTmp=: what lies in the machine's /tmp is not there for it."""
    with tempfile.TemporaryDirectory(dir=folder) as temporary:
        told = run_install(Path(temporary))
        settings = Path(temporary).resolve() / "config.yaml"
    assert told.exit_code == 0
    line, = told.stderr.splitlines()
    assert line.startswith("voicekeeper: The service does not see ")
    assert str(settings) in line and "/opt/voicekeeper" in line


def test_each_command_tells_its_own_use_of_root() -> None:
    told = {command: " ".join(CliRunner().invoke(main, [command, "--help"]).output.split())
            for command in ("install", "uninstall")}
    assert "Only write files, below DIR" in told["install"]
    assert "Only take away the files below DIR" in told["uninstall"]
    assert "write" not in told["uninstall"]


def test_only_root_may_change_the_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    for command in ("install", "uninstall"):
        told = CliRunner().invoke(main, [command])
        assert told.exit_code == 1 and "sudo" in told.stderr


@pytest.mark.parametrize("name", ["plain", "with a space", "100% sure", "$HOME", 'a "quote"',
                                  "back\\slash", "#1"])
def test_a_unit_is_read_back_as_it_was_written(name: str) -> None:
    """The check-up compares it with the settings."""
    program = Path("/opt/100% (a b)/voicekeeper")
    for models in (None, f"/opt/{name}"):
        service = Service(program, Path(f"/etc/{name}/config.yaml"), "scores", models)
        assert read_unit(unit_text(service)) == service
    assert read_unit("[Service]\nUser=ana\nExecStart=/bin/true\n") is None


def test_the_models_of_the_environment_go_along() -> None:
    service = Service(Path("/opt/v"), Path("/opt/c"))
    assert "VOSK_MODEL_PATH" not in unit_text(service)
    with_models = replace(service, models="/opt/two words")
    assert '\nEnvironment="VOSK_MODEL_PATH=/opt/two words"\n' in unit_text(with_models)


def test_a_table_without_its_parts_says_so_and_ends(no_room: None, tmp_path: Path) -> None:
    """The service is started again until they are there; typed words are not for it."""
    arguments = ["--config", str(tmp_path / "config.yaml"), "--data", str(tmp_path / "data")]
    (tmp_path / "config.yaml").write_text(PEDAL)
    ended = CliRunner().invoke(main, ["play", "--table", *arguments], input="Ana and Leo\n")
    assert ended.exit_code == 1 and "microphone" in ended.stderr and ended.stdout == ""
    assert not (tmp_path / "data").exists()
    both = CliRunner().invoke(main, ["play", "--table", "--typed", *arguments])
    assert both.exit_code == 2 and "--typed" in both.stderr
