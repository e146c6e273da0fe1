"""How written words are read aloud in many languages: espeak-ng, which comes with Piper.

espeak-ng has one voice a process, and Piper is using it from other threads; so
this is for a process of its own (see namer.py).
"""

from __future__ import annotations

import importlib.machinery
import importlib.util
from functools import lru_cache
from pathlib import Path
from typing import Any

from voicekeeper.faults import VoiceFault
from voicekeeper.hearing.normalise import without_accents
from voicekeeper.hearing.phones import Reading, from_ipa

# How many more phones than letters a reading may have: "Max" has one.
_MOST_MORE = 3
# Voices of scripts that write syllables, or no vowels: so many phones a letter at most.
_WHOLE_SYLLABLES = frozenset({"cmn", "ja", "ko", "ar", "he", "th", "hi", "bn", "ta", "te"})
_A_SYLLABLE = 4

# What espeak-ng calls the languages of the table.
TABLE_VOICES = {"en": "en-us", "es": "es-419", "it": "it", "pl": "pl", "de": "de", "fr": "fr"}


def reading(text: str, voice: str) -> Reading:
    """The phones of a text as a voice reads it; none where it has nothing to read.

    Raises VoiceFault where espeak-ng is not there, or does not know the voice.
    """
    espeak = _espeak()
    try:
        espeak.set_voice(voice)
        clauses = espeak.get_phonemes(text)
    except RuntimeError as error:
        raise VoiceFault(f"espeak-ng cannot read {text!r} as {voice} ({error}).") from error
    phonemes = _without_switches("".join(found for found, _, _ in clauses))
    # The American voice writes the vowel of "bird" without the r that it has.
    return from_ipa(phonemes.replace("ɜː", "ɝ") if voice == "en-us" else phonemes)


def readings(name: str, voices: tuple[str, ...]) -> tuple[Reading, ...]:
    """The different readings of a name by these voices, in their order."""
    found: dict[Reading, None] = {}
    for voice in voices:
        # English spells out letters that it does not know: "Nguyễn".
        text = without_accents(name) if voice.startswith("en") else name
        read = reading(text, voice)
        # A reading much longer than the name has spelt letters out too.
        most = len(name) * _A_SYLLABLE if voice in _WHOLE_SYLLABLES else len(name) + _MOST_MORE
        if 0 < len(read) <= most:
            found[read] = None
    return tuple(found)


def _without_switches(phonemes: str) -> str:
    """Without the marks (in parentheses) of words that were read in another language."""
    parts = phonemes.split("(")
    return parts[0] + "".join(part.partition(")")[2] for part in parts[1:])


@lru_cache(maxsize=1)
def _espeak() -> Any:
    # Not by `import piper`, which loads all of onnxruntime with it.
    package = importlib.util.find_spec("piper")
    for folder in (package.submodule_search_locations or ()) if package else ():
        found = importlib.machinery.PathFinder.find_spec("espeakbridge", [folder])
        if found is not None and found.loader is not None:
            module = importlib.util.module_from_spec(found)
            found.loader.exec_module(module)
            module.initialize(str(Path(folder) / "espeak-ng-data"))
            return module
    raise VoiceFault("espeak-ng, which comes with piper-tts, is missing; "
                     "install voicekeeper again.")
