"""The sets that can be made: who sits at their tables, who speaks, and what is said."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

from corpus.dealing import Scores
from corpus.lines import Line, Manner, Recording, Speaker
from corpus.wordings import Table, Wordings

_TABLE_TALK = Path(__file__).parent / "table_talk.txt"
_SEED = 20  # the same set is drawn each time, as long as the grammar stays the same

# How many lines of each kind in every hundred: rules of the grammar, and plain scores as most
# people say them (a walk through the grammar finds them seldom).
_PLAIN = {"one": 15, "two": 14, "three": 6}
SHARES = {
    **_PLAIN, "scored": 12, "closed_item": 5, "entry": 5, "nobody": 1, "own": 2, "bare": 13,
    "his": 1, "correction": 8, "question": 8, "order": 5, "rules": 2, "count": 1, "names": 2,
}
# What is said before a rule that is no utterance by itself.
_BEGIN = {"names": "new game with"}
_SPEED = (0.85, 1.25)
_CHILDLIKE = (1.10, 1.18)
_CHILDREN = 0.15  # of what women's voices say
# One voice of Piper or flite stands for many people: Piper's noise scale and pitch vary.
_OTHER_PEOPLE = (0.93, 1.16)
_LIVELY = (0.35, 1.0)


Cast = tuple[tuple[Speaker, float], ...]


@dataclass(frozen=True)
class SpeechSet:
    """A set of speech: nothing in it but the wording itself is shared with another set.

    cast: the speakers with how often each speaks; tables: who sits together.
    """

    name: str
    cast: Cast
    tables: tuple[Table, ...]


def draw(which: SpeechSet, lines: int, others: int) -> list[Recording]:
    """`lines` recordings inside the grammar and `others` outside it, without their sound."""
    chance = random.Random(f"{_SEED} {which.name}")
    wordings = Wordings(chance, Scores(chance))
    inside = list(_inside(which, wordings, lines, chance))
    outside = list(_outside(which, wordings, chance))[:others]
    # Kokoro takes long, and what is refused needs its clear speech less than scores do.
    quick = tuple((s, w / 4 if s.engine == "kokoro" else w) for s, w in which.cast)
    return [*_spoken(which.cast, inside, which.name, chance),
            *_spoken(quick, outside, f"{which.name}-other", chance)]


def _inside(which: SpeechSet, wordings: Wordings, count: int, chance: random.Random
            ) -> Iterator[Line]:
    said: set[str] = set()
    rules = chance.choices(list(SHARES), list(SHARES.values()), k=count)
    for rule in rules:
        table = chance.choice(which.tables)
        drawn = (wordings.plain_scores(list(_PLAIN).index(rule) + 1, table) if rule in _PLAIN
                 else wordings.lines(rule, table, _BEGIN.get(rule, "")))
        for line in drawn:
            if (line.text not in said and _typical(rule, line)
                    and belongs(which.name, line.text, table)):
                said.add(line.text)
                yield line
                break


def _typical(rule: str, line: Line) -> bool:
    """Whether a line is of the kind that its rule is drawn for; some rules are wide."""
    intent = line.intent or {}
    several = max(len(intent.get("entries", ())), len(intent.get("players", ()))) > 1
    match rule:
        case "entry" | "names":
            return several
        case "bare":
            return intent["type"] in ("number", "entry")
        case _:
            return True


def belongs(name: str, text: str, table: Table) -> bool:
    """Whether a set may have a text: what names nobody is in one of "tune" and "test" only."""
    if any(player in text for player in (*table.players, *table.new_players)):
        return True
    return crc32(text.encode()) % 2 == (name == "test")


def _outside(which: SpeechSet, wordings: Wordings, chance: random.Random) -> Iterator[Line]:
    texts = table_talk(which.name)
    chance.shuffle(texts)
    for text in texts:
        table = chance.choice(which.tables)
        first, second = chance.sample(table.players, 2)
        line = wordings.outside(text.format(a=first, b=second), table.players)
        if line is not None:
            yield line


def table_talk(name: str) -> list[str]:
    """The sentences of one part of table_talk.txt."""
    parts: dict[str, list[str]] = {}
    part = ""
    for line in _TABLE_TALK.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            part = line.strip("[]")
        elif line and not line.startswith("#"):
            parts.setdefault(part, []).append(line)
    return parts[name]


def _spoken(cast: Cast, lines: Sequence[Line], prefix: str, chance: random.Random
            ) -> list[Recording]:
    speakers = [speaker for speaker, _ in cast]
    weights = [weight for _, weight in cast]
    found = []
    for number, line in enumerate(lines):
        speaker = chance.choices(speakers, weights)[0]
        name = f"{prefix}-{number:03}"
        found.append(Recording(name, f"{name}.flac", line, speaker, manner(speaker, chance)))
    return found


def manner(speaker: Speaker, chance: random.Random, speed: tuple[float, float] = _SPEED) -> Manner:
    """How somebody speaks this time."""
    pitch = 1.0
    if speaker.engine in ("piper", "flite"):
        pitch = chance.uniform(*_OTHER_PEOPLE)
    elif speaker.engine == "kokoro" and speaker.voice[1] == "f" and chance.random() < _CHILDREN:
        pitch = chance.uniform(*_CHILDLIKE)
    return Manner(
        speed=round(chance.uniform(*speed), 2),
        pitch=round(pitch, 2),
        liveliness=round(chance.uniform(*_LIVELY), 2),
        peak=round(chance.uniform(0.25, 0.8), 2),
        before=round(chance.uniform(0.1, 0.4), 2),
        after=round(chance.uniform(0.1, 0.4), 2),
        seed=chance.randrange(2**31),
    )


def kokoro(*voices: str) -> tuple[Speaker, ...]:
    """Voices of Kokoro."""
    return tuple(Speaker("kokoro", voice) for voice in voices)
