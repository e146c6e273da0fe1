"""Files that are there whole, or as they were."""

from __future__ import annotations

from pathlib import Path

import pytest

from voicekeeper.wholefile import write_whole


@pytest.mark.parametrize("before", [None, b"as it was"])
@pytest.mark.parametrize("content", [b"", b"now", bytes(100_000)])
def test_a_file_is_written_whole(tmp_path: Path, before: bytes | None, content: bytes) -> None:
    file = tmp_path / "file"
    if before is not None:
        file.write_bytes(before)
    write_whole(file, content, mode=0o644)
    assert file.read_bytes() == content
    assert file.stat().st_mode & 0o777 == 0o644
    assert list(tmp_path.iterdir()) == [file]


def test_what_cannot_be_put_there_leaves_nothing(tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.mkdir()
    with pytest.raises(OSError, match="directory"):
        write_whole(in_the_way, b"now")
    assert list(tmp_path.iterdir()) == [in_the_way]
