#!/usr/bin/env python3
"""Makes speech to measure and tune by, outside of the repo (docs/hearing.md).

    .venv/bin/python scripts/make_speech.py --prepare ENGINES
    .venv/bin/python scripts/make_speech.py OUT --set tune --engines ENGINES

writes OUT/tune/*.flac (16 kHz, mono), OUT/tune/manifest.jsonl (inside the grammar)
and OUT/tune/other.jsonl (outside it: intent null). What is there already is kept,
so it goes on where it was stopped.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import soundfile
from speech.engines import RATE, Engines
from speech.lines import Recording, write_manifest
from speech.prepare import prepare
from speech.sets import draw
from speech.tuning import TEST, TUNE

_SETS = {s.name: s for s in (TUNE, TEST)}


def main() -> None:
    options = _options()
    if options.prepare:
        prepare(options.prepare)
        return
    folder: Path = options.out / options.set
    folder.mkdir(parents=True, exist_ok=True)
    inside, outside = draw(_SETS[options.set], options.lines, options.others)
    with Engines(options.engines) as engines:
        for number, recording in enumerate(_mixed(inside, outside)):
            _make(engines, recording, folder)
            if number % 20 == 0:
                _write(folder, inside, outside)
                print(f"{number} {recording.speaker.name}: {recording.line.text}", flush=True)
    _write(folder, inside, outside)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=_AsWritten)
    parser.add_argument("out", nargs="?", type=Path, metavar="OUT")
    parser.add_argument("--set", choices=_SETS, metavar="NAME", help=" or ".join(_SETS))
    parser.add_argument("--lines", type=int, default=330, help="inside the grammar (330)")
    parser.add_argument("--others", type=int, default=150, help="outside it (150)")
    parser.add_argument("--engines", type=Path, metavar="DIR", help="what --prepare has made")
    parser.add_argument("--prepare", type=Path, metavar="DIR", help="fetch Kokoro into DIR")
    options = parser.parse_args()
    if not options.prepare and not (options.out and options.set and options.engines):
        parser.error("OUT, --set and --engines are needed, or --prepare alone")
    return options


_AsWritten = argparse.RawDescriptionHelpFormatter


def _mixed(inside: list[Recording], outside: list[Recording]) -> list[Recording]:
    """Both in step, so that what is made first is a small set by itself."""
    share = len(outside) / max(len(inside), 1)
    taken = 0
    found = []
    for number, recording in enumerate(inside, 1):
        found.append(recording)
        upto = round(number * share)
        found.extend(outside[taken:upto])
        taken = upto
    return found


def _make(engines: Engines, recording: Recording, folder: Path) -> None:
    path = folder / recording.audio
    if path.exists():
        return
    part = path.with_suffix(f".part{path.suffix}")
    soundfile.write(part, engines.make(recording), RATE)
    part.rename(path)


def _write(folder: Path, inside: list[Recording], outside: list[Recording]) -> None:
    write_manifest(folder / "manifest.jsonl", inside)
    write_manifest(folder / "other.jsonl", outside)


if __name__ == "__main__":
    main()
