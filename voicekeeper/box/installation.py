"""What `voicekeeper install` puts where, and `voicekeeper uninstall` takes away again.

    /etc/udev/rules.d/70-voicekeeper.rules      the buttons may be read
    /etc/sysusers.d/voicekeeper.conf            a user of its own
    /etc/systemd/system/voicekeeper.service     the table, from power-on
"""

from __future__ import annotations

import re
import stat
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from voicekeeper.box.udevrules import udev_rules
from voicekeeper.box.unit import Service, read_unit, unit_text
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
_NAMED_IN_RULES = re.compile(r'ATTRS\{name\}=="([^"]*)"')


@dataclass(frozen=True)
class Installation:
    """The service's files on a machine whose file system begins at `root`."""

    service: Service
    root: Path = Path("/")

    @classmethod
    def found(cls, root: Path = Path("/")) -> Installation | None:
        """The one that is there, or what is left of one; None where there is none."""
        text = _text(root / (_SYSTEM / UNIT).relative_to("/"))
        service = None if text is None else read_unit(text)
        if service is None:
            rules = _text(root / _RULES.relative_to("/"))
            if text is None and rules is None:
                return None
            service = Service(Path("/"), Path("/"))
        return cls(service, root)

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

    def missing(self) -> list[Path]:
        """Files of it that are not there."""
        return [place for place in map(self.place, (_SYSTEM / UNIT, _USER, _RULES))
                if not place.is_file()]

    def is_current(self) -> bool:
        """Is the unit as this version writes it?"""
        return _text(self.place(_SYSTEM / UNIT)) == unit_text(self.service)

    def is_for(self, buttons: Sequence[ButtonSettings]) -> bool:
        """Do its rules open each of these buttons? Raises ButtonFault where none can be opened."""
        rules = _text(self.place(_RULES)) or ""
        expected = udev_rules(buttons, self.service.user)
        if set(expected.splitlines()) <= set(rules.splitlines()):
            return True
        # By its whole name where it was plugged in then, by what is set where it was not.
        named = [_letters(name) for name in _NAMED_IN_RULES.findall(rules)]
        return all(any(_letters(button.device or "") in name for name in named) or
                   set(udev_rules([button], self.service.user).splitlines())
                   <= set(rules.splitlines())
                   for button in buttons if button.kind == "evdev")

    def is_enabled(self) -> bool:
        """Does it start with the machine?"""
        return self.place(_WANTED).is_symlink()

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


def _text(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None


def _letters(text: str) -> str:
    """A name without what stands for other letters in a rule."""
    return "".join(letter for letter in text.casefold() if letter.isalnum())
