"""A folder of what was made, sealed: a sum of each file, by which damage is found.

What was written shortly before the power went may be empty or cut short at the next start,
and a card may go bad. What is made can be made again, so that nobody has to know.
"""

from __future__ import annotations

import json
import os
import zlib
from pathlib import Path

from voicekeeper.wholefile import write_whole

_SEAL = "sums.json"


def seal(folder: Path) -> None:
    """Notes the sums of the folder's files, all of it on disk when this returns. Raises OSError."""
    sums = _sums(folder, to_disk=True)
    write_whole(folder / _SEAL, json.dumps(sums).encode())


def is_whole(folder: Path) -> bool:
    """Is the folder as it was sealed, and does every link in it lead to a file?"""
    try:
        told = json.loads((folder / _SEAL).read_text(encoding="utf-8"))
        return bool(told == _sums(folder))
    except (OSError, ValueError):
        return False


def _sums(folder: Path, *, to_disk: bool = False) -> dict[str, int]:
    """The sum of each file; of a link, that of where it leads, as that has a sum of its own."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_symlink():
            path.stat()
            content = os.fsencode(path.readlink())
        elif path.is_file() and path != folder / _SEAL:
            with path.open("rb") as file:
                content = file.read()
                if to_disk:
                    os.fsync(file.fileno())
        else:
            continue
        found[path.relative_to(folder).as_posix()] = zlib.crc32(content)
    return found
