"""The voice on the real Piper: one clip a sentence, cut, levelled, kept."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from voicekeeper.config import VoiceSettings
from voicekeeper.faults import VoiceFault
from voicekeeper.sound.take import Clip
from voicekeeper.voice.clips import Clips
from voicekeeper.voice.piper import Voice

WHO_CLOSED = "Who closed?"
TWO = ("Ana five.", "Marco is missing.")


class Counted(Voice):
    """The real voice, counting what it is asked to synthesise."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.made: list[str] = []

    def clip(self, sentence: str) -> Clip:
        self.made.append(sentence)
        return super().clip(sentence)


@pytest.fixture(scope="module")
def voice() -> Counted:
    return Counted.load(VoiceSettings(deterministic=True))


@pytest.fixture
def counted(voice: Counted) -> Counted:
    voice.made.clear()
    return voice


def seconds(clip: Clip) -> float:
    return len(clip.samples) / clip.rate


def quiet_before(clip: Clip) -> float:
    """Seconds until the sound is within 40 dB of its peak."""
    loud = np.flatnonzero(np.abs(clip.samples) > 0.01 * np.abs(clip.samples).max())
    return float(loud[0]) / clip.rate


def same(first: Clip, second: Clip) -> bool:
    # A clip on disk has 16 bits a sample.
    return first.rate == second.rate and np.allclose(first.samples, second.samples, atol=1e-4)


# Synthesis


def test_one_clip_a_sentence_made_when_it_is_asked_for(counted: Counted) -> None:
    clips = counted.speak(TWO)
    assert counted.made == []
    next(clips)
    assert counted.made == ["Ana five."]
    next(clips)
    assert counted.made == list(TWO)
    assert next(clips, None) is None


def test_a_long_sentence_begins_with_a_short_phrase(counted: Counted) -> None:
    next(counted.speak(["Ana minus three, Marco twelve, and Leo is missing."]))
    assert counted.made == ["Ana minus three,"]


@pytest.mark.parametrize("sentence", ["Ana five.", "Five.", "Thirteen or thirty?", "Hello."])
def test_the_quiet_lead_in_is_cut(voice: Voice, sentence: str) -> None:
    clip = voice.clip(sentence)
    assert quiet_before(clip) < 0.03
    assert 0.2 < seconds(clip) < 2.0


def test_a_clip_is_levelled_and_ends_in_silence(voice: Voice) -> None:
    for sentence in TWO:
        clip = voice.clip(sentence)
        assert clip.samples.dtype == np.float32
        assert np.abs(clip.samples).max() == pytest.approx(0.8, abs=0.01)
        assert abs(clip.samples[-1]) < 1e-3


def test_a_pause_stands_between_sentences_and_not_after_the_last(voice: Voice) -> None:
    first, last = voice.speak(TWO)
    bare = voice.clip(TWO[0])
    pause = len(first.samples) - len(bare.samples)
    assert 0.1 < pause / bare.rate < 0.4
    assert np.abs(first.samples[-pause:]).max() < 2e-4
    assert same(last, voice.clip(TWO[1]))


def test_a_deterministic_voice_says_the_same_samples(voice: Voice) -> None:
    assert np.array_equal(voice.clip(WHO_CLOSED).samples, voice.clip(WHO_CLOSED).samples)


def test_a_faster_voice_is_shorter(voice: Voice) -> None:
    fast = Voice.load(VoiceSettings(speed=2.0, deterministic=True))
    assert seconds(fast.clip(TWO[1])) < 0.7 * seconds(voice.clip(TWO[1]))


def test_at_another_pace_it_is_the_same_voice(voice: Voice) -> None:
    usual = seconds(voice.clip("Ana has seven points."))
    assert seconds(voice.at(1.3).clip("Ana has seven points.")) < usual
    assert voice.at(1.0).identity == voice.identity
    assert voice.at(100.0).identity == voice.at(2.0).identity  # as fast as a voice can be set


@pytest.mark.parametrize("nothing", ["", " ", "...", "–"])
def test_nothing_to_say_is_an_empty_clip(voice: Voice, nothing: str) -> None:
    assert len(voice.clip(nothing).samples) == 0


NAMES = ["Zoë", "Łukasz", "李雷", "\U0001f600", "J. D.", "{x}", "[[x]]", "\0", "\udc80"]


@pytest.mark.parametrize("name", NAMES)
def test_no_name_stops_the_voice(voice: Voice, name: str) -> None:
    clip = voice.clip(f"{name} has five points.")
    assert seconds(clip) > 0.5
    assert np.isfinite(clip.samples).all()


# Faults


def test_a_missing_voice(tmp_path: Path) -> None:
    with pytest.raises(VoiceFault, match=r"nowhere\.onnx"):
        Voice.load(VoiceSettings(model=tmp_path / "nowhere.onnx"))


@pytest.mark.parametrize(
    ("model", "description"),
    [
        (b"", b"{}"),
        (b"not a model", b'{"audio": {"sample_rate": 22050}}'),
        (b"not a model", b"not JSON"),
        (b"not a model", b"\xff\xfe"),
    ],
)
def test_a_damaged_voice(tmp_path: Path, model: bytes, description: bytes) -> None:
    file = tmp_path / "broken.onnx"
    file.write_bytes(model)
    Path(f"{file}.json").write_bytes(description)
    with pytest.raises(VoiceFault, match=r"broken\.onnx"):
        Voice.load(VoiceSettings(model=file))


def test_a_language_without_a_voice() -> None:
    with pytest.raises(VoiceFault):
        Voice.load(VoiceSettings(), "pl")


# Kept clips


def test_what_was_spoken_is_not_made_again(counted: Counted) -> None:
    clips = Clips(counted)
    first = [*clips.speak(TWO)]
    again = [*clips.speak(TWO)]
    assert counted.made == list(TWO)
    assert all(map(same, first, again))


def test_memory_keeps_the_latest(counted: Counted) -> None:
    clips = Clips(counted, kept_seconds=1.0)
    for sentence in ("Ana five.", "Leo six.", "Ana five."):
        clips.clip(sentence)
    assert counted.made == ["Ana five.", "Leo six.", "Ana five."]


def test_warmed_clips_survive_a_restart(counted: Counted, tmp_path: Path) -> None:
    Clips(counted, tmp_path / "clips").warm(TWO).join()
    assert counted.made == list(TWO)
    restarted = Clips(counted, tmp_path / "clips")
    assert same(restarted.clip(TWO[0]), counted.clip(TWO[0]))
    assert counted.made == [*TWO, TWO[0]]  # only the comparison above


def test_clips_spoken_but_not_warmed_stay_off_the_disk(counted: Counted, tmp_path: Path) -> None:
    Clips(counted, tmp_path).clip("Ana five.")
    assert [*tmp_path.iterdir()] == []


def test_other_settings_have_other_clips(counted: Counted, tmp_path: Path) -> None:
    Clips(counted, tmp_path).warm([WHO_CLOSED]).join()
    fast = Counted.load(VoiceSettings(speed=1.5, deterministic=True))
    fast.made.clear()
    Clips(fast, tmp_path).clip(WHO_CLOSED)
    assert fast.made == [WHO_CLOSED]


@pytest.mark.parametrize("damage", ["empty", "short", "flipped", "garbage", "folder"])
def test_a_damaged_clip_is_made_anew(counted: Counted, tmp_path: Path, damage: str) -> None:
    Clips(counted, tmp_path).warm([WHO_CLOSED]).join()
    (file,) = tmp_path.iterdir()
    held = file.read_bytes()
    match damage:
        case "empty":
            file.write_bytes(b"")
        case "short":
            file.write_bytes(held[:-100])
        case "flipped":
            file.write_bytes(held[:1000] + bytes([held[1000] ^ 1]) + held[1001:])
        case "garbage":
            file.write_bytes(b"\x00" * len(held))
        case "folder":
            file.unlink()
            file.mkdir()
    again = Clips(counted, tmp_path)
    again.warm([WHO_CLOSED]).join()
    assert same(again.clip(WHO_CLOSED), counted.clip(WHO_CLOSED))
    if damage != "folder":
        assert file.read_bytes() == held


def test_a_folder_that_cannot_be_written_costs_only_time(
    counted: Counted, tmp_path: Path
) -> None:
    in_the_way = tmp_path / "clips"
    in_the_way.write_text("a file where the folder should be")
    clips = Clips(counted, in_the_way)
    clips.warm(TWO).join()
    assert [*clips.speak(TWO)]


def test_the_folder_is_bounded_and_the_longest_unused_goes_first(
    counted: Counted, tmp_path: Path
) -> None:
    one = ["One.", "Two.", "Three.", "Four.", "Five.", "Six."]
    Clips(counted, tmp_path, disk_bytes=100_000).warm(one).join()
    assert sum(file.stat().st_size for file in tmp_path.iterdir()) <= 100_000
    counted.made.clear()
    Clips(counted, tmp_path).clip("Six.")
    assert counted.made == []


def test_warming_waits_while_something_is_urgent(counted: Counted) -> None:
    clips = Clips(counted)
    with clips.busy():
        warming = clips.warm(["Who closed?"])
        clips.clip("Ana five.")
    warming.join()
    assert counted.made == ["Ana five.", "Who closed?"]


def test_long_fixed_sentences_are_kept_phrase_by_phrase(counted: Counted, tmp_path: Path) -> None:
    sentence = "Say the name and the points, or ask who is winning now."
    Clips(counted, tmp_path).warm([sentence]).join()
    counted.made.clear()
    assert [*Clips(counted, tmp_path).speak([sentence, sentence])]
    assert counted.made == []


def test_a_long_fixed_phrase_is_kept_once_it_was_spoken(counted: Counted, tmp_path: Path) -> None:
    """Not before: making it takes much memory, and most are never needed."""
    long = "Whoever turns over the last card has closed and everyone has one more turn."
    clips = Clips(counted, tmp_path)
    clips.warm([long]).join()
    assert counted.made == []
    assert [*clips.speak([long, "Ana closed and everyone else at this table has one more turn."])]
    counted.made.clear()
    assert [*Clips(counted, tmp_path).speak([long])]
    assert counted.made == []


def test_nothing_is_made_any_more_after_close(counted: Counted, tmp_path: Path) -> None:
    """The voice speaking in a thread while the program ends would have it aborted."""
    clips = Clips(counted, tmp_path)
    warming = clips.warm([f"Sentence number {number}." for number in range(50)])
    clips.close()
    assert not warming.is_alive()


def test_warming_ends_at_close(counted: Counted, tmp_path: Path) -> None:
    clips = Clips(counted, tmp_path)
    clips.close()
    clips.warm(TWO).join()
    assert counted.made == []


def test_a_pace_changes_in_the_middle(counted: Counted, tmp_path: Path) -> None:
    clips = Clips(counted, tmp_path)
    usual = clips.clip("Ana five.")
    clips.pace(1.5)
    assert seconds(clips.clip("Ana five.")) < seconds(usual)
    clips.pace(1.0)
    assert clips.clip("Ana five.") is usual


# Made ready


def prepared(clips: Clips, *sentences: str) -> None:
    """Has them made ready, and waits for it."""
    clips.prepare(sentences)
    for thread in threading.enumerate():
        if thread.name == "prepare-clips":
            thread.join()


def test_what_was_made_ready_is_spoken_at_once(counted: Counted) -> None:
    """The first phrase, that is: the second is made while it is spoken."""
    clips = Clips(counted)
    prepared(clips, *TWO)
    assert counted.made == [TWO[0]]
    assert len([*clips.speak(TWO)]) == len(TWO)
    assert counted.made == list(TWO)


def test_what_was_made_ready_in_vain_is_not_spoken(counted: Counted) -> None:
    clips = Clips(counted)
    prepared(clips, "Ana four.")
    (clip,) = clips.speak(["Ana five."])
    assert same(clip, counted.clip("Ana five."))


class Held(Counted):
    """Begins a phrase, and goes on when it is let."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.begun, self.let = threading.Event(), threading.Event()
        self.let.set()

    def clip(self, sentence: str) -> Clip:
        self.begun.set()
        self.let.wait()
        return super().clip(sentence)


@pytest.fixture
def held() -> Held:
    voice = Held.load(VoiceSettings(deterministic=True))
    voice.made.clear()
    voice.begun.clear()
    voice.let.clear()
    return voice


def test_what_is_just_being_made_is_waited_for_and_not_made_twice(held: Held) -> None:
    clips = Clips(held)
    clips.prepare(TWO)
    held.begun.wait()
    spoken: list[Clip] = []
    speaking = threading.Thread(target=lambda: spoken.extend(clips.speak(TWO)))
    speaking.start()
    held.let.set()
    speaking.join()
    clips.close()
    assert held.made == list(TWO)
    assert len(spoken) == len(TWO)


def test_what_is_made_ready_is_finished_at_close(held: Held) -> None:
    """A voice that speaks in a thread while the program ends would have it aborted."""
    clips = Clips(held)
    clips.prepare(TWO)
    held.begun.wait()
    threading.Timer(0, held.let.set).start()
    clips.close()
    assert held.made == [TWO[0]]
    clips.prepare(["Leo is missing."])
    clips.prepare([])
    assert held.made == [TWO[0]]


def test_of_several_that_are_likely_the_last_one_is_made_next(held: Held) -> None:
    clips = Clips(held)
    clips.prepare(["Ana four."])
    held.begun.wait()
    clips.prepare(["Ana forty."])
    clips.prepare(["Ana forty-one."])
    held.let.set()
    for thread in threading.enumerate():
        if thread.name == "prepare-clips":
            thread.join()
    assert held.made == ["Ana four.", "Ana forty-one."]
    prepared(clips, "Leo five.")
    assert held.made[-1] == "Leo five."


def test_a_voice_that_fails_on_what_it_makes_ready_is_told_when_it_speaks(counted: Counted,
                                                                         monkeypatch: Any) -> None:
    def fail(_: str) -> Clip:
        raise VoiceFault("The voice failed.")

    monkeypatch.setattr(counted, "clip", fail)
    clips = Clips(counted)
    prepared(clips, "Ana five.")
    with pytest.raises(VoiceFault, match=r"The voice failed\."):
        next(clips.speak(["Ana five."]))
