"""The program in another language: every sentence comes whole from replies.yaml."""

from __future__ import annotations

from pathlib import Path

import pytest

from voicekeeper.dialog.meaning import Meaning
from voicekeeper.dialog.mind import Mind
from voicekeeper.dialog.respond import respond
from voicekeeper.intents import Ask, Entry, Intent, Item, Undo
from voicekeeper.skyjo.books import Books
from voicekeeper.skyjo.events import GameStarted, Utterance
from voicekeeper.skyjo.rules import Rules
from voicekeeper.voice.languages import missing_categories
from voicekeeper.voice.replies import Replies

ENGLISH = Replies.load("en")
POLISH = Replies.load(Path(__file__).parent / "grammars" / "pl")
GAME = "11111111-1111-4111-8111-111111111111"
AT = "2026-01-01T20:00:00+00:00"


@pytest.mark.parametrize("key", sorted(POLISH.keys()))
def test_a_translation_has_the_same_parameters_and_all_plural_forms(key: str) -> None:
    assert POLISH.parameters(key) == ENGLISH.parameters(key)
    assert missing_categories(key, POLISH) == ()


def played(*intents: Intent) -> list[str]:
    """What the table says in Polish to each of these, in a game to fifty of three players."""
    started = GameStarted(("Ana", "Marco", "Leo"), Rules(end_at=50))
    mind = Mind(Books().after(Utterance("start", GAME, AT, "", "", (started,))))
    said = []
    for number, intent in enumerate(intents):
        turn = respond(mind, Meaning("", intent))
        said.append(POLISH.text(turn.reply))
        utterance = Utterance(f"utterance {number}", GAME, AT, "", "", turn.events)
        mind = Mind(mind.books.after(utterance), turn.pending, turn.picked, turn.reply)
    return said


def test_a_game_in_polish() -> None:
    assert played(
        Entry((Item("Ana", -3), Item("Marco", 12, closed=True))),
        Entry((Item("Leo", 22),)),
        Ask("leader"),
        Entry((Item("Ana", 4, closed=True), Item("Marco", 9))),
        Undo(),
        Entry((Item("Ana", 4, closed=True), Item("Marco", 28))),
        Entry((Item("Leo", 8),)),
    ) == [
        "Ana: minus trzy i Marco kończy z wynikiem dwanaście. Brakuje gracza Leo.",
        "Leo: dwadzieścia dwa. Marco kończy bez najniższego wyniku: dwanaście podwaja się do "
        "dwudziestu czterech. Suma: Ana: minus trzy, Leo: dwadzieścia dwa i Marco: dwadzieścia "
        "cztery.",
        "Prowadzi Ana, suma minus trzy.",
        "Ana kończy z wynikiem cztery i Marco: dziewięć. Brakuje gracza Leo.",
        "Cofnięte: Ana kończy z wynikiem cztery i Marco: dziewięć.",
        "Ana kończy z wynikiem cztery i Marco: dwadzieścia osiem. Brakuje gracza Leo.",
        "Leo: osiem. Koniec gry. Wygrywa Ana, suma jeden. Dalej: Leo, miejsce dwa, suma "
        "trzydzieści i Marco, miejsce trzy, suma pięćdziesiąt dwa. Najlepsza runda: Ana, "
        "minus trzy punkty w rundzie "
        "jeden. Powiedz tak, a zagramy jeszcze raz.",
    ]
