"""The bench's fake room for `play`: its options, and caches that are there already."""

from __future__ import annotations

import signal
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import yaml

from voicekeeper.bench.fake_room import MICROPHONE, SPEAKER, FakeRoom
from voicekeeper.commands.common import Options
from voicekeeper.faults import DataFault

_CACHES = ("clips", "grammars")
_TERMINATED = 128 + signal.SIGTERM


@contextmanager
def room_of_the_bench(options: Options) -> Iterator[tuple[FakeRoom, Path]]:
    """A room, not started yet, and a folder for what is played there; both go with the bench.

    Whoever ends the bench ends the room's sound server, too. Raises DataFault.
    """
    with ExitStack() as stack:
        ending = signal.signal(signal.SIGTERM, lambda *_: sys.exit(_TERMINATED))
        stack.callback(signal.signal, signal.SIGTERM, ending)
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="voicekeeper-")))
        _share_caches(options, folder)
        room = FakeRoom(folder)
        stack.callback(room.kill)
        yield room, folder


def _share_caches(options: Options, folder: Path) -> None:
    """Clips and grammars that are there already need not be made again; games stay apart."""
    for name in _CACHES:
        try:
            (options.data / name).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise DataFault(f"{options.data / name} cannot be made: {error.strerror}.") from error
        (folder / name).symlink_to((options.data / name).absolute())


def play_options(options: Options, folder: Path) -> list[str]:
    """The options in force, but for the devices, the rules (no game ends) and chimes."""
    config = options.config
    given: dict[str, Any] = {}
    if config.source is not None:
        given = yaml.safe_load(config.source.read_text(encoding="utf-8")) or {}
    voice, hearing = dict(given.get("voice") or {}), dict(given.get("hearing") or {})
    # Relative to the file that they stood in.
    for section, model in ((voice, config.voice.model), (hearing, config.hearing.model)):
        if model is not None:
            section["model"] = str(model.absolute())
    file = folder / "config.yaml"
    file.write_text(yaml.safe_dump({
        **given, "voice": voice, "hearing": hearing,
        "microphone": {"device": MICROPHONE}, "speaker": {"device": SPEAKER},
        "button": {"kind": "keyboard", "mode": "tap"}, "prompt_after": None,
        "chimes": {"listening": False, "not_understood": False},
        "rules": {"end_at": None, "rounds": 100},
    }, allow_unicode=True), encoding="utf-8")
    return ["--config", str(file), "--lang", options.language]
