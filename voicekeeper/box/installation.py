"""What `voicekeeper install` puts where, and `voicekeeper uninstall` takes away again.

    /etc/udev/rules.d/70-voicekeeper.rules      the buttons may be read
    /etc/sysusers.d/voicekeeper.conf            a user of its own
    /etc/systemd/system/voicekeeper.service     the table, from power-on
"""

from __future__ import annotations

import re
import stat
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from voicekeeper.box.udevrules import udev_rules
from voicekeeper.box.unit import Service, unit_text
from voicekeeper.button.buttons import ButtonSettings
from voicekeeper.faults import DataFault
from voicekeeper.wholefile import write_whole

UNIT = "voicekeeper.service"
_SYSTEM = Path("/etc/systemd/system")
_RULES = Path("/etc/udev/rules.d/70-voicekeeper.rules")
_USER = Path("/etc/sysusers.d/voicekeeper.conf")
# What `systemctl enable` makes: it would lead nowhere without the unit.
_WANTED = _SYSTEM / "multi-user.target.wants" / UNIT
_NAME = re.compile(r"[a-z_][a-z0-9_-]{0,30}")


@dataclass(frozen=True)
class Installation:
    """The service's files on a machine whose file system begins at `root`."""

    service: Service
    root: Path = Path("/")

    def place(self, path: Path) -> Path:
        """Where a file of that machine is on this one."""
        return self.root / path.relative_to("/")

    def write(self, buttons: Iterable[ButtonSettings]) -> list[Path]:
        """Writes all files; gives them.

        Raises ButtonFault where no button can be a service's, DataFault where the
        user's name is none or a file can't be written.
        """
        user = self.service.user
        if not _NAME.fullmatch(user):
            raise DataFault(f"{user!r} is no name for a user of the system: letters a to z, "
                            "digits, - and _.")
        # All texts first: where one can't be made, nothing is written.
        texts = {
            _RULES: udev_rules(buttons, user),
            _USER: f'u {user} - "voicekeeper" {self.service.data}\nm {user} audio\n',
            _SYSTEM / UNIT: unit_text(self.service),
        }
        for path, text in texts.items():
            place = self.place(path)
            try:
                place.parent.mkdir(parents=True, exist_ok=True)
                write_whole(place, text.encode(), 0o644)
            except OSError as error:
                raise DataFault(f"{place} cannot be written: {error.strerror}.") from error
        return [self.place(path) for path in texts]

    def remove(self) -> list[Path]:
        """Takes the files away; gives those that were there. Raises DataFault."""
        there = [place for place in map(self.place, (_WANTED, _SYSTEM / UNIT, _USER, _RULES))
                 if place.is_symlink() or place.exists()]
        for place in there:
            try:
                place.unlink()
            except OSError as error:
                raise DataFault(f"{place} cannot be removed: {error.strerror}.") from error
        return there


def closed_to_others(paths: Iterable[Path]) -> Path | None:
    """The first file or folder that keeps other users of the machine from one of these."""
    for path in paths:
        for part in (path.resolve(), *path.resolve().parents):
            # To go through a folder is enough: nobody wants its list.
            needed = stat.S_IXOTH if part.is_dir() else stat.S_IROTH
            if not part.stat().st_mode & needed:
                return part
    return None
