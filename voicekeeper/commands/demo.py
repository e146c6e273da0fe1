"""`demo`: a short recorded game through the true recogniser, ledger and voice."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import click
import yaml
from rich.console import Console
from rich.text import Text

from voicekeeper import resources
from voicekeeper.commands.common import Options, common_options
from voicekeeper.commands.parts import make_ears
from voicekeeper.dialog.meaning import Meaning
from voicekeeper.dialog.phrases import phrase
from voicekeeper.dialog.reply import Reply
from voicekeeper.faults import DataFault, SoundFault
from voicekeeper.hearing.decision import Understood
from voicekeeper.session import Session, Spoken
from voicekeeper.skyjo.ledger import FILE_NAME, Ledger
from voicekeeper.skyjo.rules import Rules, RulesProblem
from voicekeeper.sound.events import SoundEvent
from voicekeeper.sound.files import read_clip
from voicekeeper.sound.speaker import Output, Speaker
from voicekeeper.sound.wav_speaker import WavSpeaker
from voicekeeper.voice.clips import Clips
from voicekeeper.voice.piper import Voice, followed_by_quiet
from voicekeeper.voice.replies import Replies

_PAUSE = 0.3  # seconds between what is said at the table and the reply
_WAV = Path("voicekeeper-demo.wav")


@dataclass(frozen=True)
class Script:
    """What is said: the players, the rules, and each line's recording."""

    players: tuple[str, ...]
    rules: Rules
    recordings: tuple[Path, ...]


@click.command()
@click.option("--wav", type=click.Path(path_type=Path), metavar="FILE",
              help="Write what is said to a WAV file instead of the speaker.")
@common_options
def demo(options: Options, wav: Path | None) -> None:
    """Play a short recorded game: what was heard, what was taken, what is answered."""
    script = load_script()
    console = Console(highlight=False)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="voicekeeper-")))
        ledger = stack.enter_context(Ledger.open(folder / FILE_NAME, writer=True))
        replies = Replies.load(options.language, deterministic=True)
        session = Session(ledger, replies, rules=script.rules)
        speaker = stack.enter_context(_speaker(options, wav, console))
        console.print("Loading the recogniser and the voice ...", style="dim")
        ears = make_ears(options)
        stack.callback(ears.close)
        ears.attend(script.players)
        voice = Clips(Voice.load(options.config.voice, options.language), options.data / "clips")
        stack.callback(voice.close)
        _answer(console, speaker, voice, session.start(script.players))
        for recording in script.recordings:
            speaker.play([followed_by_quiet(read_clip(recording), _PAUSE)]).wait()
            understood = ears.hear_file(recording, script.players, session.speaking_for)
            _show(console, replies, understood)
            meaning = Meaning(understood.text, understood.intent, understood.choices)
            _answer(console, speaker, voice, session.hear(meaning))


def load_script() -> Script:
    """The demo's script. Raises DataFault where it can't be read."""
    folder = resources.demo()
    try:
        written = yaml.safe_load((folder / "script.yaml").read_text(encoding="utf-8"))
    except (OSError, yaml.YAMLError) as error:
        raise DataFault(f"The demo's script in {folder} cannot be read.") from error
    rules = Rules.from_mapping(written["rules"])
    if isinstance(rules, RulesProblem):
        raise DataFault(f"The demo's script has a wrong rule: {rules.sentence}")
    return Script(tuple(written["players"]), rules,
                   tuple(folder / line["file"] for line in written["lines"]))


@contextmanager
def _speaker(options: Options, wav: Path | None, console: Console) -> Iterator[Output]:
    """The speaker, or a WAV file where it is wanted or there is no speaker."""
    if wav is None:
        speaker = Speaker(options.config.speaker, _Lost(console).report)
        try:
            speaker.open()
        except SoundFault as fault:
            console.print(Text(f"{fault} So the demo is written to {_WAV}."))
        else:
            with closing(speaker):
                yield speaker
            return
    path = wav or _WAV
    with WavSpeaker(path) as file:
        yield file
    console.print(Text(f"What was said is in {path}."), style="dim")


@dataclass(frozen=True)
class _Lost:
    """Tells of a speaker that goes away in the middle."""

    console: Console

    def report(self, event: SoundEvent) -> None:
        """Called by the speaker, from a thread of its own."""
        self.console.print(Text(str(getattr(event, "reason", f"The {event.line} is back."))))


def _show(console: Console, replies: Replies, understood: Understood) -> None:
    console.print(Text.assemble(("heard: ", "cyan"), understood.text))
    readings = [understood.intent] if understood.intent else list(understood.choices)
    taken = " or ".join(replies.text(Reply((phrase(reading),))) for reading in readings)
    console.print(Text.assemble(("taken: ", "cyan"), taken or "nothing"))


def _answer(console: Console, speaker: Output, voice: Clips, spoken: Spoken) -> None:
    console.print(Text.assemble(("said:  ", "green"), spoken.say, "\n"))
    playback = speaker.play(voice.speak(spoken.sentences))
    playback.wait()
    if playback.error is not None:
        raise playback.error
