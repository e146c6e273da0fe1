"""A game by voice with a pedal and a headset: the real `play`, umockdev's devices."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from at_the_table import UNDER_UMOCKDEV, PlayAtTheTable, config
from fake_inputs import FakeInputs
from fake_room import MICROPHONE, RATE, SPEAKER, FakeRoom
from hearing import recording

from voicekeeper.config import VoiceSettings
from voicekeeper.sound.files import read_clip
from voicekeeper.sound.rates import resample
from voicekeeper.sound.take import Samples
from voicekeeper.voice.piper import Voice

KEY_B = 48
BUTTONS = """button:
  - {kind: evdev, device: "3553:b001", mode: hold}
  - {kind: evdev, device: "AVRCP", mode: hold}
"""


class AtTheTable(PlayAtTheTable):
    """The table of Ana, Marco and Leo with these inputs, once it has welcomed them."""

    def __init__(self, room: FakeRoom, inputs: FakeInputs, folder: Path,
                 buttons: str = BUTTONS) -> None:
        settings = config(folder / "config.yaml", (MICROPHONE, SPEAKER))
        with settings.open("a") as file:
            file.write(buttons)
        super().__init__(
            room, folder / "data", "--table", "--config", str(settings),
            "--players", "Ana,Marco,Leo", within=UNDER_UMOCKDEV,
            environment=inputs.environment)
        self.wait_for("said: ")

    def __enter__(self) -> AtTheTable:
        return self

    def answered(self) -> tuple[str, str]:
        """What was heard and what was answered."""
        heard = self.wait_for("heard: ").removeprefix("heard: ")
        return heard, self.wait_for("said: ").removeprefix("said: ")


def test_a_game_with_a_pedal(room: FakeRoom, inputs: FakeInputs, tmp_path: Path) -> None:
    """It bounces, the kernel repeats its letter, and it is unplugged in the middle of a word."""
    nodes, headset = inputs.plug("pedal"), inputs.plug("headset", 9)
    pedal = nodes[0]
    with AtTheTable(room, inputs, tmp_path) as table:
        inputs.edges(pedal, (KEY_B, 1), (KEY_B, 0), (KEY_B, 1))
        speech = room.say_file(recording(0))
        while speech.poll() is None:
            inputs.play(pedal, "pedal-repeat")
        inputs.edges(pedal, (KEY_B, 0), (KEY_B, 1), (KEY_B, 0))
        assert table.answered() == (
            "ana minus three marco closed with twelve",
            "Ana minus three and Marco closed with twelve. Leo is missing.")

        inputs.down(pedal, KEY_B)
        room.say_file(recording(2)).wait()
        inputs.unplug(*nodes)
        heard, said = table.answered()
        assert heard.endswith("leo twenty one") and said.startswith("Leo twenty-one.")
        gone = "The button '3553:b001' is gone: it was unplugged. Plug it in again."
        if gone not in table.shown:
            table.wait_for(gone)

        inputs.unplug(*headset)  # the last there was
        table.wait_for("said: The button is gone. Plug it in, or switch it on.")
        pedal = inputs.plug("pedal", 15)[0]
        table.wait_for("The button 3553:b001 is back.")
        table.wait_for("said: The button works again.")
        inputs.down(pedal, KEY_B)
        room.say_file(recording(3)).wait()
        inputs.up(pedal, KEY_B)
        heard, said = table.answered()
        assert heard.endswith("leo twenty two") and "Leo twenty-two instead of twenty-one" in said
        # One take a press: neither bounces nor repeats have begun others.
        assert len([line for line in table.shown if line.startswith("heard: ")]) == 3


def test_a_game_with_a_headset(room: FakeRoom, inputs: FakeInputs, tmp_path: Path) -> None:
    """Tap, speak, tap; next picks who is missing, for a bare number; rewind takes it back.

    A pedal and the space bar are there as well, in a list.
    """
    pedal, headset = inputs.plug("pedal")[0], inputs.plug("headset", 9)[0]
    with AtTheTable(room, inputs, tmp_path, f"{BUTTONS}  - {{kind: keyboard}}\n") as table:

        def say(sound: Samples | Path) -> tuple[str, str]:
            inputs.play(headset, "headset-play")
            saying = room.say_file(sound) if isinstance(sound, Path) else room.say(sound)
            saying.wait()
            inputs.play(headset, "headset-pause")
            return table.answered()

        assert say(recording(0))[1].endswith("Leo is missing.")
        inputs.play(headset, "headset-next")
        assert table.wait_for("said: ") == "said: Leo."
        heard, said = say(spoken("nine"))
        assert heard == "nine" and said.startswith("Leo nine. ")
        inputs.play(headset, "headset-rewind")
        assert table.wait_for("said: ").startswith("said: Taken back: Leo nine.")

        # While the pedal is held the headset is nobody's: the pedal's release ends the take.
        inputs.down(pedal, KEY_B)
        inputs.play(headset, "headset-play")
        room.say_file(recording(2)).wait()
        inputs.play(headset, "headset-pause")
        # Two devices, two threads: the headset's tap has to be there before the release.
        room.say(np.zeros(RATE // 2, np.float32)).wait()
        inputs.up(pedal, KEY_B)
        heard, said = table.answered()
        assert heard.endswith("leo twenty one") and said.startswith("Leo twenty-one.")
        assert say(recording(1))[0] == "who's missing"
        assert table.say(recording(4))[0] == "who's winning"  # by the space bar
        assert table.quit() == 0


def test_who_presses_again_at_once_is_heard_too(
    room: FakeRoom, inputs: FakeInputs, tmp_path: Path
) -> None:
    """Before what was said first has been heard to its end: neither is lost."""
    pedal, other = inputs.plug("pedal")[0], inputs.plug("pedal", 15, port="6")[0]
    with AtTheTable(room, inputs, tmp_path) as table:
        inputs.down(pedal, KEY_B)
        # Speech to the last moment: it is waited for some quiet after it.
        room.say(to_the_last_sound(recording(0))).wait()
        inputs.play(pedal, "pedal-again")
        room.say_file(recording(2)).wait()
        inputs.up(pedal, KEY_B)
        assert table.answered()[1].endswith("Leo is missing.")
        assert table.answered()[0] == "leo twenty one"

        # Somebody else's pedal of the same kind neither ends this take nor begins one.
        inputs.down(pedal, KEY_B)
        inputs.down(other, KEY_B)
        inputs.play(other, "pedal-repeat")
        inputs.up(other, KEY_B)
        room.say_file(recording(1)).wait()
        inputs.up(pedal, KEY_B)
        assert table.answered()[0] == "who's missing"


def test_a_pedal_that_is_held_for_ever_asks_whether_to_shut_down(
    room: FakeRoom, inputs: FakeInputs, tmp_path: Path
) -> None:
    """After the longest take, 20 s, it is held in vain until it is pressed anew."""
    pedal, _ = inputs.plug("pedal")[0], inputs.plug("headset", 9)
    with AtTheTable(room, inputs, tmp_path) as table:
        inputs.down(pedal, KEY_B)
        room.say(np.zeros(round(20.2 * RATE), np.float32))
        assert table.wait_for("said: ").startswith("said: Shall I shut down?")
        inputs.edges(pedal, (KEY_B, 2), (KEY_B, 2))
        inputs.up(pedal, KEY_B)
        inputs.play(pedal, "pedal-press")  # and nothing said
        assert table.answered()[0] == ""
        inputs.down(pedal, KEY_B)
        room.say_file(recording(0)).wait()
        inputs.up(pedal, KEY_B)
        assert table.answered()[0] == "ana minus three marco closed with twelve"


def spoken(text: str) -> Samples:
    """A text in the voice's words, at the room's rate, with quiet round it."""
    voice = Voice.load(VoiceSettings(deterministic=True))
    clips = [resample(clip.samples, clip.rate, RATE) for clip in voice.speak((text,))]
    voice.close()
    quiet = np.zeros(RATE // 4, np.float32)
    return np.concatenate([quiet, *clips, quiet])


def to_the_last_sound(path: Path) -> Samples:
    """A recording at the room's rate without the quiet at its end."""
    clip = read_clip(path)
    samples = resample(clip.samples, clip.rate, RATE)
    return samples[: int(np.flatnonzero(np.abs(samples) > 0.02)[-1])]
