"""The systemd unit of the table: a user of its own, no network, and a restart whatever happens."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from voicekeeper.faults import DataFault

POWER_OFF_STATUS = 10
"""The exit status by which the program asks for the machine to be switched off."""


@dataclass(frozen=True)
class Service:
    """What runs, and as whom.

    program: the command, by its absolute path; config: its settings; user: the
    name of the user, of the group, and of the folder in /var/lib for the games;
    models: $VOSK_MODEL_PATH, where it is to be set.
    """

    program: Path
    config: Path
    user: str = "voicekeeper"
    models: str | None = None

    @property
    def data(self) -> Path:
        """Where the games are kept."""
        return Path("/var/lib") / self.user


_UNIT = """\
# voicekeeper's table, from power-on. Written by `voicekeeper install`.
[Unit]
Description=voicekeeper, a voice-controlled scorekeeper
Wants=sound.target
After=sound.target
# A microphone may be plugged in an hour after the power.
StartLimitIntervalSec=0

[Service]
Type=exec
User={user}
Group={user}
SupplementaryGroups=audio
StateDirectory={user}
StateDirectoryMode=0750
WorkingDirectory=/var/lib/{user}
Environment=HOME=/var/lib/{user}{models}
ExecStart={program} play --table --config {config} --data /var/lib/{user}
Restart=always
RestartSec=2
# Asked by voice to shut down, it ends with this status: then, with root's rights, power off.
SuccessExitStatus={status}
RestartPreventExitStatus={status}
ExecStopPost=+/bin/sh -c 'test "$EXIT_STATUS" != {status} || systemctl --no-block poweroff'
# It answers at once, whatever else the machine does.
Nice=-5
TimeoutStopSec=10
MemoryHigh=600M
TasksMax=200
UMask=0077

# What it needs: its own games, sound cards, its buttons.
ProtectSystem=strict
ProtectHome=read-only
PrivateTmp=yes
DevicePolicy=closed
DeviceAllow=char-alsa rw
DeviceAllow=char-input rw
# What it never needs: the network first of all.
PrivateNetwork=yes
IPAddressDeny=any
RestrictAddressFamilies=AF_UNIX
NoNewPrivileges=yes
CapabilityBoundingSet=
AmbientCapabilities=
KeyringMode=private
LockPersonality=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
RemoveIPC=yes
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallErrorNumber=EPERM

[Install]
WantedBy=multi-user.target
"""


def unit_text(service: Service) -> str:
    """The text of the unit's file. Raises DataFault where a path could not stand in one."""
    if set(str(service.program)) & set("\"'\\$"):
        raise DataFault(f"systemd starts no program with a quote, \\ or $ in its path, as in "
                        f"{service.program}: put it elsewhere, as in /opt/voicekeeper.")
    models = "" if service.models is None else (
        "\nEnvironment=" + _word(f"VOSK_MODEL_PATH={service.models}"))
    return _UNIT.format(
        user=service.user, program=_word(str(service.program)),
        # Of variables, only an argument's are put in.
        config=_word(str(service.config)).replace("$", "$$"),
        models=models, status=POWER_OFF_STATUS)


_WORD = r'("(?:[^"\\]|\\.)*"|\S+)'
_USER = re.compile(r"^User=(\S+)$", re.MULTILINE)
_STARTS = re.compile(rf"^ExecStart={_WORD} play --table --config {_WORD} --data ", re.MULTILINE)
_MODELS = re.compile(rf"^Environment={_WORD}$", re.MULTILINE)


def read_unit(text: str) -> Service | None:
    """The service that a unit's text is of; None where it is not one of `unit_text`'s."""
    user, starts = _USER.search(text), _STARTS.search(text)
    if user is None or starts is None:
        return None
    program, config = map(_unword, starts.groups())
    models = next((_unword(word).removeprefix("VOSK_MODEL_PATH=") for word in _MODELS.findall(text)
                   if "VOSK_MODEL_PATH=" in word), None)
    return Service(Path(program), Path(config.replace("$$", "$")), user[1], models)


def _unword(written: str) -> str:
    """The text that `_word` wrote."""
    if written.startswith('"'):
        written = re.sub(r"\\(.)", r"\1", written[1:-1])
    return written.replace("%%", "%")


def _word(text: str) -> str:
    """A text as one word of a unit's line."""
    if not text.isprintable():
        raise DataFault(f"{text!r} can't stand in a unit of systemd's: give it another name.")
    written = text
    for special in ("\\", '"'):
        written = written.replace(special, "\\" + special)
    written = written.replace("%", "%%")
    plain = written == text and not set(text) & set(" ';#")
    return written if plain else f'"{written}"'
