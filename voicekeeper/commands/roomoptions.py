"""How `play` is started in the bench's fake room: its options, caches that are there already."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from voicekeeper.bench.fake_room import MICROPHONE, SPEAKER
from voicekeeper.commands.common import Options
from voicekeeper.faults import DataFault

_CACHES = ("clips", "grammars")


def share_caches(options: Options, folder: Path) -> None:
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
