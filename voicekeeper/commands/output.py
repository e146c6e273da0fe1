"""What commands write into files that people name."""

from __future__ import annotations

from pathlib import Path

from voicekeeper.faults import DataFault
from voicekeeper.wholefile import write_whole


def keep(output: Path, content: bytes) -> None:
    """Write a file whole, or leave what is there as it is. Raises DataFault."""
    if output.exists() and not output.is_file():
        output.write_bytes(content)  # a pipe, or a device
        return
    try:
        write_whole(output, content, mode=0o644)
    except OSError as error:
        raise DataFault(f"{output} cannot be written ({error.strerror}).") from error
