"""What a test can run out of: room in files, room on a disk."""

from __future__ import annotations

import errno
import os
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def files_of_at_most(size: int) -> Iterator[None]:
    """Let no file of this process grow beyond so many bytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def on_a_small_disk(folder: Path, size: str, test: Callable[..., None], *arguments: str) -> None:
    """Run a function of a test module in a process of its own, where `folder` is a disk so big.

    The disk is a tmpfs that only this process and its children see. Raises
    AssertionError with what the function raised.
    """
    here = Path(__file__).parent
    ran = subprocess.run(
        [*small_disk(folder, size), sys.executable, "-c",
         f"import sys\nfrom {test.__module__} import {test.__name__} as test\n"
         "test(*sys.argv[1:])", str(folder), *arguments],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(here), str(here.parent)])},
        capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr


def small_disk(folder: Path, size: str) -> tuple[str, ...]:
    """What a command is run by, so that for it and its children `folder` is a disk so big."""
    # As root the mount namespace is enough; others are root in a user namespace.
    unshare = ("unshare", "--mount") if os.geteuid() == 0 else (
        "unshare", "--mount", "--user", "--map-root-user")
    return (*unshare, "sh", "-c",
            f'mount -t tmpfs -o size={size} none "$1" && shift && exec "$@"', "sh", str(folder))


def seen_by(process: int, folder: Path) -> Path:
    """A folder as a process sees it that has been given a disk of its own."""
    return Path(f"/proc/{process}/root{folder}")


def fill(folder: Path) -> Path:
    """Fill the disk of a folder to the last byte with one file; its name."""
    ballast = folder / "ballast"
    with ballast.open("wb", buffering=0) as file:
        for size in (65536, 4096, 1):
            try:
                while True:
                    file.write(b"x" * size)
            except OSError as error:
                if error.errno != errno.ENOSPC:
                    raise
    return ballast
