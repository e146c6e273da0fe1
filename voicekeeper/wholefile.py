"""Files that are there whole: written beside their place and put there in one step."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def write_whole(file: Path, content: bytes, mode: int = 0o600) -> None:
    """A file with this content, on disk when this returns; its folder is there.

    Raises OSError; then the file is as it was, and nothing else is left.
    """
    number, made = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}-")
    try:
        with os.fdopen(number, "wb") as making:
            making.write(content)
            making.flush()
            os.fsync(number)
        Path(made).chmod(mode)
        Path(made).replace(file)
    except OSError:
        Path(made).unlink(missing_ok=True)
        raise
