"""How names sound: their readings, and the words of the recogniser's vocabulary for them.

Finding that out loads espeak-ng, the model's lexicon and word frequencies, so
it is done in a process of its own (`python -m voicekeeper.hearing.namer`),
which is gone afterwards; what it found is kept on disk, name by name.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from voicekeeper import __version__
from voicekeeper.faults import Fault, ModelFault
from voicekeeper.hearing.phones import Reading

# Raised when other aliases are found for the same name.
_FORMAT = 1
# As long as the slowest small computer may take for a table of eight, seconds.
_PATIENCE = 300


@dataclass(frozen=True)
class NameSound:
    """How one name sounds.

    readings: as it may be read aloud, in the table's language and in its own;
    pronounced: as the vocabulary has it, where it has; aliases: the words of
    the vocabulary that sound like it, where it has not, or wrongly, and how
    they are pronounced.
    """

    readings: tuple[Reading, ...]
    pronounced: tuple[Reading, ...] = ()
    aliases: Mapping[str, tuple[Reading, ...]] = field(default_factory=dict)

    @property
    def all_readings(self) -> tuple[Reading, ...]:
        """Every way in which it may be said or is listened for."""
        said = (reading for readings in self.aliases.values() for reading in readings)
        return tuple(dict.fromkeys((*self.readings, *self.pronounced, *said)))


def sounds(names: Iterable[str], model: Path, language: str, cache: Path
           ) -> dict[str, NameSound]:
    """How names sound to a model (its folder), found in `cache` or worked out.

    Raises ModelFault where the model, or espeak-ng, can't be read.
    """
    kept = _Kept(cache, model, language)
    missing = [name for name in dict.fromkeys(names) if name not in kept.known]
    if missing:
        kept.add(_work_out(missing, model, language, kept))
    return {name: kept.known[name] for name in names}


def _work_out(names: Sequence[str], model: Path, language: str, kept: _Kept
              ) -> dict[str, NameSound]:
    request = {"names": names, "model": str(model), "language": language,
               "lexicon": str(kept.lexicon)}
    try:
        done = subprocess.run(
            [sys.executable, "-m", "voicekeeper.hearing.namer"], input=json.dumps(request),
            capture_output=True, text=True, encoding="utf-8", timeout=_PATIENCE, check=False)
        answer = json.loads(done.stdout) if done.returncode == 0 else {}
    except (OSError, subprocess.TimeoutExpired, ValueError) as error:
        raise ModelFault(f"How the names sound could not be found out ({error}).") from error
    if "sounds" not in answer:
        why = answer.get("fault") or (done.stderr.strip().splitlines() or ["it stopped"])[-1]
        raise ModelFault(f"How the names sound could not be found out: {why}")
    return {name: _sound(told) for name, told in answer["sounds"].items()}


class _Kept:
    """What is on disk for one model and language. A cache: losing it costs time only."""

    def __init__(self, cache: Path, model: Path, language: str) -> None:
        stock = (model / "graph" / "Gr.fst").stat()
        parts = (__version__, _FORMAT, str(model.resolve()), stock.st_size, stock.st_mtime_ns,
                 language)
        key = hashlib.sha256(repr(parts).encode()).hexdigest()[:16]
        self.lexicon = cache / f"lexicon-{key}.npz"
        self._file = cache / f"names-{key}.json"
        self.known: dict[str, NameSound] = {}
        with contextlib.suppress(OSError, ValueError, TypeError, AttributeError, KeyError):
            told = json.loads(self._file.read_text(encoding="utf-8"))
            self.known = {name: _sound(sound) for name, sound in told.items()}

    def add(self, found: Mapping[str, NameSound]) -> None:
        """Keeps what was found, as far as the disk allows."""
        self.known |= found
        text = json.dumps({name: asdict(sound) for name, sound in self.known.items()},
                          ensure_ascii=False)
        with contextlib.suppress(OSError):
            self._file.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=self._file.parent,
                                             prefix="names-", delete=False) as made:
                made.write(text)
            Path(made.name).replace(self._file)


def _sound(told: Mapping[str, Any]) -> NameSound:
    def readings(found: Iterable[Iterable[str]]) -> tuple[Reading, ...]:
        return tuple(tuple(str(phone) for phone in reading) for reading in found)

    return NameSound(readings(told["readings"]), readings(told["pronounced"]),
                     {str(words): readings(said) for words, said in told["aliases"].items()})


def _main() -> None:
    from voicekeeper.hearing.aliasing import work_out

    request = json.loads(sys.stdin.buffer.read())
    try:
        found = work_out(request["names"], Path(request["model"]), request["language"],
                         Path(request["lexicon"]))
        answer: dict[str, Any] = {"sounds": {name: asdict(s) for name, s in found.items()}}
    except Fault as fault:
        answer = {"fault": str(fault)}
    sys.stdout.buffer.write(json.dumps(answer).encode())


if __name__ == "__main__":
    _main()
