"""How names are heard: their readings, aliases, likeness, enrolment; through the true parts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
import pytest
import soundfile
from click.testing import CliRunner, Result
from phonemes import Speaker

from voicekeeper import models
from voicekeeper.cli import main
from voicekeeper.faults import DataFault
from voicekeeper.hearing.ears import Ears, HearingSettings
from voicekeeper.hearing.likeness import ALIKE, THE_SAME, likeness
from voicekeeper.hearing.namer import NameSound, sounds
from voicekeeper.hearing.parser import Parser, build_parser
from voicekeeper.hearing.phones import distance, from_ipa
from voicekeeper.hearing.pronunciations import pronunciations
from voicekeeper.hearing.spoken import SpokenNames
from voicekeeper.hearing.vocabulary import model_words
from voicekeeper.intents import to_json

MODEL = models.find("en", None)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def voice() -> Speaker:
    return Speaker()


@pytest.fixture(scope="module")
def heard_as(data: Path) -> dict[str, NameSound]:
    """How the names of these tests sound, all worked out at once."""
    names = ["Ana", "Hannah", "Eva", "Ava", "Lena", "Elena", "Marco", "Marko", "Leo", "Tom",
             "Xochitl", "Zbyszek", "Caoimhe", "Siobhán", "Temitope", "Grandma", "Big Joe", "J. D.",
             "Undo", "Seven", "Won", "No One", "Дмитрий", "王小明", "דוד", "이수진", "Ελένη"]
    return sounds(names, MODEL, "en", data / "grammars")


def run(data: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, [*arguments, "--data", str(data)])


# -- phones and the model's lexicon --------------------------------------------


@pytest.mark.parametrize(("one", "other", "low", "high"), [
    ("mˈɑːɹkoʊ", "mˈɑːɹkoʊ", 0.0, 0.0),
    ("ˈænə", "hˈænə", 0.2, 0.5),
    ("lˈɛnə", "ɛlˈɛnə", 0.4, 0.6),
    ("bˈɛn", "pˈɛn", 0.2, 0.3),
    ("lˈiːoʊ", "tˈɑːm", 1.5, 5.0),
])
def test_the_distance_of_readings(one: str, other: str, low: float, high: float) -> None:
    first, second = from_ipa(one), from_ipa(other)
    assert low <= distance(first, second) <= high
    assert distance(first, second) == pytest.approx(distance(second, first))


@pytest.mark.parametrize(("ipa", "phones"), [
    ("tʃˈiːz", "tʃ i z"),
    ("bˈeɪ", "b e I"),
    ("kɔʁɑ̃tɛ̃", "k ɔ ʁ ɑ N t ɛ N"),
    ("ˈɛɹɚ", "ɛ ɹ ə ɹ"),
    ("vˈɔjtɕɛx", "v ɔ j tɕ ɛ x"),
    ("1 ?", ""),
])
def test_phones_of_a_text_in_ipa(ipa: str, phones: str) -> None:
    assert " ".join(from_ipa(ipa)) == phones


@pytest.mark.parametrize(("word", "readings"), [
    ("marco", {"m ɑ ɹ k o U"}),
    ("thirteen", {"θ ɜ ɹ t i n"}),
    ("tomato", {"t ə m e I t o U", "t ə m ɑ t o U"}),
])
def test_the_lexicon_is_read_out_of_the_model(word: str, readings: set[str]) -> None:
    lexicon = pronunciations(MODEL)
    assert lexicon is not None
    words = model_words(MODEL)
    assert {" ".join(said) for said in lexicon.readings(words[word])} == readings
    known = len(np.unique(lexicon.words))
    assert known > 0.999 * len(words)


# -- aliases -------------------------------------------------------------------


@pytest.mark.parametrize("name", [
    "Xochitl", "Zbyszek", "Caoimhe", "Temitope", "Дмитрий", "王小明", "דוד", "이수진", "Ελένη",
])
def test_a_name_the_model_does_not_know_gets_words_that_it_knows(
    heard_as: dict[str, NameSound], name: str
) -> None:
    words = model_words(MODEL)
    sound = heard_as[name]
    assert not sound.pronounced
    assert len(sound.aliases) >= 3
    for alias, readings in sound.aliases.items():
        assert all(word in words for word in alias.split())
        assert min(distance(said, own) for said in readings for own in sound.readings) <= 2.0


def test_a_name_the_model_pronounces_otherwise_gets_words_too(
    heard_as: dict[str, NameSound]
) -> None:
    """The model has Siobhan as it is written; people say "shivawn"."""
    sound = heard_as["Siobhán"]
    assert sound.pronounced
    assert sound.aliases


@pytest.mark.parametrize("name", ["Ana", "Marco", "Leo", "Grandma", "Big Joe", "J. D."])
def test_a_name_the_model_knows_needs_no_other_words(
    heard_as: dict[str, NameSound], name: str
) -> None:
    assert heard_as[name].pronounced
    assert not heard_as[name].aliases


# -- likeness ------------------------------------------------------------------


@pytest.mark.parametrize(("one", "other", "most"), [
    ("Marco", "Marko", THE_SAME), ("Eva", "Ava", THE_SAME),
    ("Lena", "Elena", ALIKE), ("Ana", "Hannah", ALIKE),
])
def test_names_that_sound_alike(
    heard_as: dict[str, NameSound], one: str, other: str, most: float
) -> None:
    assert likeness(heard_as[one], heard_as[other]) <= most


@pytest.mark.parametrize(("one", "other"), [
    ("Ana", "Marco"), ("Leo", "Lena"), ("Tom", "Leo"), ("Xochitl", "Zbyszek"), ("Marco", "Tom"),
])
def test_names_that_do_not(heard_as: dict[str, NameSound], one: str, other: str) -> None:
    assert likeness(heard_as[one], heard_as[other]) > ALIKE


@pytest.mark.parametrize(("name", "order"), [
    ("Undo", "Undo"), ("Seven", "Seven"), ("No One", "No One"), ("Won", "one"), ("Ana", ""),
    ("Grandma", ""), ("Xochitl", ""),
])
def test_names_that_are_orders_or_numbers(
    heard_as: dict[str, NameSound], name: str, order: str
) -> None:
    assert heard_as[name].order == order


# -- possessives ---------------------------------------------------------------


@cache
def parser_of(player: str) -> Parser:
    return build_parser((player, "Marco"), "en")


@pytest.mark.parametrize(("player", "text"), [
    ("Ana", "Ana's total"), ("Chris", "Chris's total"), ("Chris", "Chris' total"),
    ("James", "what is James' score"), ("James", "what's James's score"),
    ("Xochitl", "Xochitl’s points"), ("José", "Jose's score"), ("Big Joe", "Big Joe's total"),
    ("J. D.", "J. D.'s score"), ("Player One", "Player One's total"),
    ("Player 1", "player 1's total"),
])
def test_possessives(player: str, text: str) -> None:
    parsed = parser_of(player).parse(text)
    assert parsed.intent is not None
    assert to_json(parsed.intent) == {"type": "ask", "about": "total", "player": player}


@pytest.mark.parametrize(("player", "written"), [
    ("J. D.", "JD"), ("J. D.", "J.D."), ("JD", "J. D."), ("AJ", "A. J."), ("TJ", "T J"),
    ("Anne-Marie", "Annemarie"), ("Jean-Luc", "jean luc"), ("Jo-Ann", "Joann"),
])
def test_names_however_they_are_parted(player: str, written: str) -> None:
    parsed = parser_of(player).parse(f"{written} minus three")
    assert parsed.intent is not None
    assert to_json(parsed.intent) == {"type": "entry", "entries": [
        {"player": player, "points": -3}]}


# -- enrolment -----------------------------------------------------------------

# How these families say their names, in Piper's raw phonemes.
SAID = {"Xochitl": "sˈoʊtʃiːl", "Caoimhe": "kwˈiːvə", "Nguyễn": "wˈɪn"}


@pytest.fixture(scope="module")
def recordings(voice: Speaker, tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Path]]:
    """Each name said twice by itself."""
    folder = tmp_path_factory.mktemp("recordings")
    return {name: [voice.say(f"[[ {said} ]]{end}", folder / f"{name}-{n}.wav")
                   for n, end in enumerate(".,")]
            for name, said in SAID.items()}


@pytest.fixture(scope="module")
def enrolled(data: Path, recordings: dict[str, list[Path]]) -> Iterator[Ears]:
    """Ears at a table of names that were enrolled from files."""
    for name, files in recordings.items():
        audio = [part for file in files for part in ("--audio", str(file))]
        result = run(data, "names", "enrol", name, *audio, "--json")
        assert result.exit_code == 0, result.output
        told = json.loads(result.stdout)
        assert told["name"] == name
        assert told["spoken_as"]
    names = SpokenNames({}, data / "names.json", "en")
    heard = Ears(HearingSettings(MODEL, data / "grammars", spoken_as=names))
    assert heard.attend((*SAID, "Marco")) == ()
    yield heard
    heard.close()


@pytest.mark.parametrize(("name", "said", "points", "closed"), [
    ("Xochitl", "[[ sˈoʊtʃiːl ]] seven.", 7, False),
    ("Xochitl", "[[ sˈoʊtʃiːl ]] closed with twelve.", 12, True),
    ("Caoimhe", "[[ kwˈiːvə ]] minus three.", -3, False),
    ("Nguyễn", "[[ wˈɪn ]] got eleven.", 11, False),
])
def test_an_enrolled_name_is_heard(enrolled: Ears, voice: Speaker, tmp_path: Path, name: str,
                                   said: str, points: int, closed: bool) -> None:
    file = voice.say(said, tmp_path / "said.wav")
    intent = enrolled.hear_file(file, (*SAID, "Marco")).intent
    assert intent is not None
    entry = {"player": name, "points": points} | ({"closed": True} if closed else {})
    assert to_json(intent) == {"type": "entry", "entries": [entry]}


def test_names_tells_what_is_enrolled_and_forget_takes_it_back(
    data: Path, enrolled: Ears, tmp_path: Path
) -> None:
    (tmp_path / "names.json").write_bytes((data / "names.json").read_bytes())
    (tmp_path / "grammars").symlink_to(data / "grammars")
    told = json.loads(run(tmp_path, "names", "--json", "Xochitl").stdout)
    assert told["enrolled"] == 2
    assert run(tmp_path, "names", "forget", "xochitl").exit_code == 0
    told = json.loads(run(tmp_path, "names", "--json", "Xochitl").stdout)
    assert "enrolled" not in told
    assert run(tmp_path, "names", "forget", "Xochitl").exit_code == 1


def test_silence_enrols_nothing(data: Path, tmp_path: Path) -> None:
    soundfile.write(tmp_path / "silence.wav", np.zeros(16_000), 16_000)
    result = run(data, "names", "enrol", "Aoife", "--audio", str(tmp_path / "silence.wav"))
    assert result.exit_code == 1
    assert "say the name alone" in result.stderr


@pytest.mark.parametrize("said", [
    "Tom closed with two.", "Ana minus three, Marco closed with twelve.",
])
def test_a_recording_of_something_else_is_no_name(
    data: Path, enrolled: Ears, voice: Speaker, tmp_path: Path, recordings: dict[str, list[Path]],
    said: str
) -> None:
    before = (data / "names.json").read_bytes()
    file = voice.say(said, tmp_path / "said.wav")
    for name in ("Xochitl", "Aoife"):
        audio = ("--audio", str(recordings["Xochitl"][0]), "--audio", str(file))
        result = run(data, "names", "enrol", name, *audio)
        assert result.exit_code == 1
        assert f"does not sound like {name}" in result.stderr
    assert (data / "names.json").read_bytes() == before


# -- what is kept --------------------------------------------------------------


def test_enrolled_names_are_kept_and_add_to_the_settings(tmp_path: Path) -> None:
    file = tmp_path / "data" / "names.json"
    SpokenNames({}, file, "en").keep("Xochitl", ["so cheat", "sew chill"], 2)
    names = SpokenNames({"xochitl": ["show cheat"], "Jo": ["yo"]}, file, "en")
    assert names["XOCHITL"] == ("show cheat", "so cheat", "sew chill")
    assert sorted(names) == ["jo", "xochitl"]
    assert "Xochitl" not in SpokenNames({}, file, "pl")


@pytest.mark.parametrize(("content", "why"), [
    ("{", "cannot be read"), ('{"version": 1}', "cannot be read"),
    ('{"version": 99, "names": []}', "newer voicekeeper"),
])
def test_a_names_file_that_cannot_be_used_is_a_fault(
    tmp_path: Path, content: str, why: str
) -> None:
    (tmp_path / "names.json").write_text(content)
    with pytest.raises(DataFault, match=why):
        SpokenNames({}, tmp_path / "names.json", "en")
