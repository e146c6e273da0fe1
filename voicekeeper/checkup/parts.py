"""The check-up of all parts, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from voicekeeper import models
from voicekeeper.checkup.buttons import button_findings, permissions_finding
from voicekeeper.checkup.finding import Finding, as_finding
from voicekeeper.checkup.kept import disk_finding, games_findings
from voicekeeper.checkup.machine import memory_findings, power_findings, program_finding
from voicekeeper.checkup.service import service_findings
from voicekeeper.checkup.sound import sound_findings
from voicekeeper.checkup.speech import speech_findings
from voicekeeper.config import Config
from voicekeeper.faults import Fault, ModelFault
from voicekeeper.hearing.acoustics import adaptations, is_sound
from voicekeeper.hearing.vocabulary import model_words


def findings(config: Config, data: Path, language: str) -> Iterator[Finding]:
    """Every part's finding, as each is made."""
    yield program_finding()
    yield from memory_findings()
    yield from _speech(config, language)
    yield from sound_findings(config)
    yield from button_findings(config.button)
    yield permissions_finding(config)
    yield disk_finding(data)
    yield from games_findings(data, language)
    yield from power_findings()
    yield from service_findings(config)


def _speech(config: Config, language: str) -> Iterator[Finding]:
    """Model and voice: there, whole by their checksums, and at work."""
    model, model_finding = _kept("model", lambda: models.find(language, config.hearing.model),
                                 models.check)
    voice, voice_finding = _kept("voice", lambda: models.find_voice(language, config.voice.model),
                                 models.check_voice)
    if model is not None:
        model_finding = _model(model, model_finding, config.hearing.model)
    yield model_finding
    if model_finding.ok and model is not None and voice is not None:
        yield from speech_findings(model, voice, language, config)
        return
    yield voice_finding
    yield Finding("hearing", False, "not tried without model and voice",
                  "Mend that first.")


def _kept(part: str, find: Callable[[], Path], check: Callable[[Path], None]
          ) -> tuple[Path | None, Finding]:
    """The model or the voice where it is there and whole, and what was found of it."""
    try:
        path = find()
        check(path)
    except Fault as fault:
        return None, as_finding(part, fault)
    return path, Finding(part, True, str(path))


def _model(path: Path, finding: Finding, configured: Path | None) -> Finding:
    """The speech model, with who chose it and how many words it knows."""
    for adaptation in adaptations():
        if not is_sound(adaptation):
            return Finding("model", False, f"{adaptation} is damaged, so that noise is heard worse",
                           "Get that file again: `git checkout models`, or install the program "
                           "anew.")
    try:
        words = len(model_words(path))
        named = models.chosen(configured)
    except ModelFault as fault:
        return as_finding("model", fault)
    by = "" if named is None else (
        ", named in config.yaml" if configured is not None else ", named by VOSK_MODEL_PATH")
    return replace(finding, found=f"{finding.found} ({words:,} words{by})")
