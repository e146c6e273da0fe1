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
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal

from voicekeeper import __version__
from voicekeeper.faults import Fault, ModelFault
from voicekeeper.hearing.phones import Reading
from voicekeeper.resources import grammars
from voicekeeper.wholefile import write_whole

# Raised when other aliases are found for the same name.
_FORMAT = 2
Task = Literal["sounds", "loop_words", "pronounced"]
# As long as the slowest small computer may take for a table of eight, seconds.
_PATIENCE = 300


@dataclass(frozen=True)
class NameSound:
    """How one name sounds.

    readings: as it may be read aloud, in the table's language and in its own;
    pronounced: as the vocabulary has it, where it has; aliases: the words of
    the vocabulary that sound like it, where it has not, or wrongly, and how
    they are pronounced; order: the order or number that it is or sounds like.
    """

    readings: tuple[Reading, ...]
    pronounced: tuple[Reading, ...] = ()
    aliases: Mapping[str, tuple[Reading, ...]] = field(default_factory=dict)
    order: str = ""

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
        answer = _ask("sounds", missing, model, language, kept)
        kept.add({name: _sound(told) for name, told in answer.items()})
    return {name: kept.known[name] for name in names}


def loop_words(model: Path, language: str, cache: Path) -> tuple[str, ...]:
    """The commonest words that may stand for names, one of each sound. Raises ModelFault."""
    kept = _Kept(cache, model, language)
    with contextlib.suppress(OSError, ValueError):
        return tuple(kept.loop_words.read_text(encoding="utf-8").split())
    words = tuple(_ask("loop_words", (), model, language, kept))
    _put(kept.loop_words, "\n".join(words))
    return words


def pronounced(texts: Iterable[str], model: Path, language: str, cache: Path
               ) -> dict[str, tuple[Reading, ...]]:
    """How word sequences are pronounced; those are left out that sound like an order or a number.

    Raises ModelFault.
    """
    kept = _Kept(cache, model, language)
    answer = _ask("pronounced", tuple(dict.fromkeys(texts)), model, language, kept)
    return {text: _readings(said) for text, said in answer.items()}


def _ask(task: Task, texts: Sequence[str], model: Path, language: str, kept: _Kept) -> Any:
    request = {"task": task, "texts": texts, "model": str(model), "language": language,
               "lexicon": str(kept.lexicon)}
    try:
        done = subprocess.run(
            [sys.executable, "-m", "voicekeeper.hearing.namer"], input=json.dumps(request),
            capture_output=True, text=True, encoding="utf-8", timeout=_PATIENCE, check=False)
        told = json.loads(done.stdout) if done.returncode == 0 else {}
    except (OSError, subprocess.TimeoutExpired, ValueError) as error:
        raise ModelFault(f"How the names sound could not be found out ({error}).") from error
    if "answer" not in told:
        why = told.get("fault") or (done.stderr.strip().splitlines() or ["it stopped"])[-1]
        raise ModelFault(f"How the names sound could not be found out: {why}")
    return told["answer"]


class _Kept:
    """What is on disk for one model and language. A cache: losing it costs time only."""

    def __init__(self, cache: Path, model: Path, language: str) -> None:
        stock = (model / "graph" / "Gr.fst").stat()
        spoken = [file.read_bytes() for file in sorted(grammars(language).glob("*.[jt]*"))]
        parts = (__version__, _FORMAT, str(model.resolve()), stock.st_size, stock.st_mtime_ns,
                 language, spoken)
        key = _key(parts)
        # The lexicon is the model's alone, and large.
        self.lexicon = cache / f"lexicon-{_key(parts[:-1])}.npz"
        self.loop_words = cache / f"words-{key}.txt"
        self._file = cache / f"names-{key}.json"
        self.known: dict[str, NameSound] = {}
        with contextlib.suppress(OSError, ValueError, TypeError, AttributeError, KeyError):
            told = json.loads(self._file.read_text(encoding="utf-8"))
            self.known = {name: _sound(sound) for name, sound in told.items()}

    def add(self, found: Mapping[str, NameSound]) -> None:
        """Keeps what was found, as far as the disk allows."""
        self.known |= found
        _put(self._file, json.dumps({name: asdict(sound) for name, sound in self.known.items()},
                                    ensure_ascii=False))


def _key(parts: tuple[object, ...]) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


def _put(file: Path, text: str) -> None:
    """Writes a file whole, as far as the disk allows: it can be made again."""
    with contextlib.suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, text.encode())


def _sound(told: Mapping[str, Any]) -> NameSound:
    return NameSound(_readings(told["readings"]), _readings(told["pronounced"]),
                     {str(words): _readings(said) for words, said in told["aliases"].items()},
                     str(told["order"]))


def _readings(told: Iterable[Iterable[str]]) -> tuple[Reading, ...]:
    return tuple(tuple(str(phone) for phone in reading) for reading in told)


def _main() -> None:
    from voicekeeper.hearing.aliasing import AliasVocabulary

    request = json.loads(sys.stdin.buffer.read())
    texts = request["texts"]
    answer: dict[str, Any]
    try:
        words = AliasVocabulary(Path(request["model"]), request["language"],
                                Path(request["lexicon"]))
        match request["task"]:
            case "sounds":
                answer = {"answer": {name: asdict(words.sound(name)) for name in texts}}
            case "loop_words":
                answer = {"answer": words.loop_words()}
            case task:
                answer = {"answer": words.pronounced(texts)} if task == "pronounced" else {}
    except Fault as fault:
        answer = {"fault": str(fault)}
    sys.stdout.buffer.write(json.dumps(answer).encode())


if __name__ == "__main__":
    _main()
