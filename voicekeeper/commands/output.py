"""What commands write into files that people name."""

from __future__ import annotations

import tempfile
from pathlib import Path

from voicekeeper.faults import DataFault


def keep(output: Path, content: bytes) -> None:
    """Write a file whole, or leave what is there as it is. Raises DataFault."""
    if output.exists() and not output.is_file():
        output.write_bytes(content)  # a pipe, or a device
        return
    made: Path | None = None
    try:
        with tempfile.NamedTemporaryFile(dir=output.parent, prefix=f".{output.name}-",
                                         delete=False) as file:
            made = Path(file.name)
            file.write(content)
        made.chmod(0o644)
        made.replace(output)
    except OSError as error:
        if made is not None:
            made.unlink(missing_ok=True)
        raise DataFault(f"{output} cannot be written ({error.strerror}).") from error
