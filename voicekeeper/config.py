"""The settings: config.yaml to frozen dataclasses.

The built-in defaults are the dataclasses' own. One file changes them: the one
given with --config, else ./config.yaml, else config.yaml in the user's own
configuration folder. It may leave out whatever it likes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import get_args

import platformdirs

from voicekeeper import configfile
from voicekeeper.button.buttons import ButtonSettings
from voicekeeper.configfile import Section
from voicekeeper.faults import ConfigFault
from voicekeeper.manners import Length
from voicekeeper.skyjo.rules import Rules, RulesProblem
from voicekeeper.sound.settings import MicrophoneSettings, SpeakerSettings, Wanted

LANGUAGES = ("en", "es", "it", "pl", "de", "fr")


SPEED_LIMITS = (0.5, 2.0)
"""The slowest and the fastest that the voice can be set to."""


@dataclass(frozen=True)
class VoiceSettings:
    """How the replies sound."""

    model: Path | None = None
    """A Piper voice's .onnx file; None is the language's own."""
    speed: float = 1.0
    """1.0 is the voice's own speed, 2.0 twice as fast; 0.5..2."""
    volume: float = 1.0
    """A factor of the amplitude, for the chimes too; 0.1..2."""
    read_back: Length = "full"
    """How much is read back of what was taken: full, short, or only a chime."""
    deterministic: bool = False
    """The same sentence sounds the same each time, to the sample."""


@dataclass(frozen=True)
class ChimeSettings:
    """Short sounds that say something without words."""

    listening: bool = False
    """When it begins to listen: whoever speaks waits for it."""
    not_understood: bool = True
    """Before the words, where nothing was understood."""
    volume: float = 1.0
    """A factor of their amplitude, beside the voice's own; 0..2."""


@dataclass(frozen=True)
class HearingSettings:
    """How speech is recognised."""

    model: Path | None = None
    """A Vosk model's folder; None is the language's own."""
    ask_margin: float | None = None
    """Ask back when the best two readings are nearer than this (natural-log
    likelihood, 0..20); None is the program's own."""


@dataclass(frozen=True)
class NameSettings:
    """How players' names are said."""

    spoken_as: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """A name to the words that stand for it when heard."""


@dataclass(frozen=True)
class Config:
    """Every setting. `source` is the file they came from; None: none, all defaults."""

    language: str = "en"
    rules: Rules = field(default_factory=Rules)
    microphone: MicrophoneSettings = field(default_factory=MicrophoneSettings)
    speaker: SpeakerSettings = field(default_factory=SpeakerSettings)
    button: tuple[ButtonSettings, ...] = (ButtonSettings(kind="keyboard", device=None, mode="tap"),)
    voice: VoiceSettings = field(default_factory=VoiceSettings)
    hearing: HearingSettings = field(default_factory=HearingSettings)
    names: NameSettings = field(default_factory=NameSettings)
    chimes: ChimeSettings = field(default_factory=ChimeSettings)
    prompt_after: float | None = 60.0
    """A round half entered is reminded of after so many quiet seconds, once; None: never."""
    source: Path | None = field(default=None, compare=False)


def load(given: Path | None = None) -> Config:
    """The settings in force. Raises ConfigFault, naming file, line, key and what is allowed."""
    file = given.expanduser() if given is not None else _first_present()
    return Config() if file is None else read(file)


def user_file() -> Path:
    """The user's own configuration file, which need not exist."""
    return platformdirs.user_config_path("voicekeeper") / "config.yaml"


def read(file: Path) -> Config:
    """The settings of one file, defaults where it says nothing. Raises ConfigFault."""
    top = configfile.read(file)
    top.allow(
        "language", "rules", "microphone", "speaker", "button", "voice", "hearing", "names",
        "chimes", "prompt_after",
    )
    return Config(
        language=top.choice("language", Config.language, LANGUAGES),
        rules=_rules(top.section("rules")),
        microphone=MicrophoneSettings(_device(top.section("microphone"))),
        speaker=SpeakerSettings(_device(top.section("speaker"))),
        button=_buttons(top),
        voice=_voice(top.section("voice")),
        hearing=_hearing(top.section("hearing")),
        names=_names(top.section("names")),
        chimes=_chimes(top),
        prompt_after=_prompt_after(top),
        source=file,
    )


def _first_present() -> Path | None:
    for file in (Path("config.yaml"), user_file()):
        try:
            if file.exists():
                return file
        except OSError as error:
            raise ConfigFault(f"{file} cannot be read ({error.strerror}).") from error
    return None


def _rules(section: Section) -> Rules:
    section.allow(*(setting.name for setting in fields(Rules)))
    values = {key: section.plain(key) for key in section}
    rules = Rules.from_mapping(values)
    if isinstance(rules, RulesProblem):
        raise section.fault(f"rules: {rules.sentence}", rules.setting)
    return rules


def _device(section: Section) -> Wanted:
    section.allow("device")
    return section.text_or_texts("device")


def _buttons(top: Section) -> tuple[ButtonSettings, ...]:
    if "button" not in top:
        return Config.button
    buttons = tuple(_button(section) for section in top.sections("button"))
    if not buttons:
        raise top.wrong("button", "a button or a list of buttons")
    if len(set(buttons)) < len(buttons):
        raise top.fault("button: the same button is given twice", "button")
    return buttons


def _button(section: Section) -> ButtonSettings:
    section.allow("kind", "device", "mode")
    kind = section.choice("kind", "keyboard", ("keyboard", "evdev"))
    device = section.text("device")
    if kind == "keyboard":
        if device is not None:
            raise section.wrong("device", "null for a keyboard (only evdev has a device)")
        if section.choice("mode", "tap", ("hold", "tap")) != "tap":
            # A terminal tells of a key going down, never of its coming up.
            raise section.wrong("mode", "tap for a keyboard (only evdev can hold)")
        return ButtonSettings("keyboard", None, "tap")
    if device is None:
        raise section.fault(
            "button.device must be a name, a path or vendor:product for an evdev button", "device"
        )
    mode = section.choice("mode", "hold", ("hold", "tap"))
    return ButtonSettings("evdev", device, "hold" if mode == "hold" else "tap")


def _voice(section: Section) -> VoiceSettings:
    section.allow("model", "speed", "volume", "read_back", "deterministic")
    return VoiceSettings(
        model=section.path("model"),
        speed=section.number("speed", VoiceSettings.speed, *SPEED_LIMITS),
        volume=section.number("volume", VoiceSettings.volume, 0.1, 2),
        read_back=_length(section),
        deterministic=section.flag("deterministic", VoiceSettings.deterministic),
    )


def _prompt_after(top: Section) -> float | None:
    if "prompt_after" not in top:
        return None if "prompt_after" in list(top) else Config.prompt_after
    return top.number("prompt_after", Config.prompt_after, 5, 3600)


def _length(section: Section) -> Length:
    match section.choice("read_back", VoiceSettings.read_back, get_args(Length)):
        case "short":
            return "short"
        case "chime":
            return "chime"
        case _:
            return "full"


def _chimes(top: Section) -> ChimeSettings:
    whole = top.plain("chimes") if "chimes" in top else None
    if isinstance(whole, bool):
        return ChimeSettings(not_understood=whole)
    if whole not in (None, {}):
        raise top.wrong("chimes", "true or false, or settings of their own")
    section = top.section("chimes")
    section.allow("listening", "not_understood", "volume")
    return ChimeSettings(
        listening=section.flag("listening", ChimeSettings.listening),
        not_understood=section.flag("not_understood", ChimeSettings.not_understood),
        volume=section.number("volume", ChimeSettings.volume, 0, 2),
    )


def _hearing(section: Section) -> HearingSettings:
    section.allow("model", "ask_margin")
    return HearingSettings(
        model=section.path("model"),
        ask_margin=section.number("ask_margin", HearingSettings.ask_margin, 0, 20),
    )


def _names(section: Section) -> NameSettings:
    section.allow("spoken_as")
    spoken = section.section("spoken_as")
    return NameSettings({name: spoken.texts(name) for name in spoken})
