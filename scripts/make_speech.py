#!/usr/bin/env python3
"""Makes speech to measure and tune by, outside of the repo (docs/hearing.md).

    .venv/bin/python scripts/make_speech.py --prepare ENGINES
    .venv/bin/python scripts/make_speech.py OUT --set tune --engines ENGINES
    .venv/bin/python scripts/make_speech.py tests/speech --set confusions --engines ENGINES

The second writes OUT/tune/*.flac (16 kHz, mono), OUT/tune/manifest.jsonl (inside the grammar)
and OUT/tune/other.jsonl (outside it: intent null). What is to be said is
drawn once (drawn.jsonl), and what is there already is kept: it goes on where it was
stopped. Delete the folder to begin anew.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import soundfile
from corpus.confusions import CONFUSIONS, draw_confusions
from corpus.engines import RATE, Engines
from corpus.learning import LEARN, draw_learning
from corpus.lines import Recording, read_manifest, write_manifest
from corpus.prepare import prepare
from corpus.sets import draw
from corpus.tuning import TEST, TUNE

# 26 kbit/s: what goes into the repo is small, and is heard as well as FLAC.
_SMALL = {".ogg": {"format": "OGG", "subtype": "OPUS", "compression_level": 0.93}}
_SETS = {s.name: s for s in (TUNE, TEST)}


def main() -> None:
    options = _options()
    if options.prepare:
        prepare(options.prepare)
        return
    folder: Path = options.out / options.set
    folder.mkdir(parents=True, exist_ok=True)
    drawn = _drawn(folder, options)
    # What is quick comes first, and of both kinds, so that there is soon something to measure by.
    waiting = sorted(drawn, key=lambda r: (r.speaker.engine == "kokoro", r.id.rpartition("-")[2]))
    if options.quick:
        waiting = [r for r in waiting if r.speaker.engine != "kokoro"]
    with Engines(options.engines) as engines:
        for number, recording in enumerate(waiting, 1):
            _make(engines, recording, folder)
            if number % 20 == 0 or number == len(waiting):
                _write(folder, drawn)
                print(f"{number} of {len(waiting)}, {recording.speaker.name}: "
                      f"{recording.line.text}", flush=True)


def _drawn(folder: Path, options: argparse.Namespace) -> list[Recording]:
    """What is to be said, drawn once: the grammar may change until all is spoken."""
    plan = folder / "drawn.jsonl"
    if not plan.exists():
        if any(path.suffix in (".flac", ".ogg") for path in folder.iterdir()):
            raise SystemExit(f"{folder} has recordings but no {plan.name}: delete them first.")
        write_manifest(plan, _draw(options))
    return read_manifest(plan)


def _draw(options: argparse.Namespace) -> list[Recording]:
    if options.set == CONFUSIONS:
        return draw_confusions()
    if options.set == LEARN:
        return draw_learning(options.lines)
    return draw(_SETS[options.set], options.lines, options.others)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=_AsWritten)
    parser.add_argument("out", nargs="?", type=Path, metavar="OUT")
    parser.add_argument("--set", choices=[*_SETS, LEARN, CONFUSIONS], metavar="NAME",
                        help=" or ".join([*_SETS, LEARN, CONFUSIONS]))
    parser.add_argument("--lines", type=int, default=330, help="inside the grammar (330)")
    parser.add_argument("--others", type=int, default=150, help="outside it (150)")
    parser.add_argument("--quick", action="store_true", help="for now only what is not Kokoro's, "
                        "which takes about four times as long as it speaks")
    parser.add_argument("--engines", type=Path, metavar="DIR", help="what --prepare has made")
    parser.add_argument("--prepare", type=Path, metavar="DIR", help="fetch Kokoro into DIR")
    options = parser.parse_args()
    if not options.prepare and not (options.out and options.set and options.engines):
        parser.error("OUT, --set and --engines are needed, or --prepare alone")
    return options


_AsWritten = argparse.RawDescriptionHelpFormatter


def _make(engines: Engines, recording: Recording, folder: Path) -> None:
    path = folder / recording.audio
    if path.exists():
        return
    part = path.with_suffix(f".part{path.suffix}")
    soundfile.write(part, engines.make(recording), RATE, **_SMALL.get(path.suffix, {}))
    part.rename(path)


def _write(folder: Path, drawn: list[Recording]) -> None:
    made = [r for r in drawn if (folder / r.audio).exists()]
    write_manifest(folder / "manifest.jsonl", (r for r in made if r.line.intent))
    others = [r for r in made if not r.line.intent]
    if others:
        write_manifest(folder / "other.jsonl", others)


if __name__ == "__main__":
    main()
