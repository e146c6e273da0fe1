"""Names that are orders are refused before a game begins with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from voicekeeper.dialog.meaning import Meaning
from voicekeeper.dialog.reply import Sentence, say
from voicekeeper.intents import NewGame, Plain
from voicekeeper.session import Session
from voicekeeper.skyjo.ledger import FILE_NAME, Ledger
from voicekeeper.voice.replies import Replies


def advise(names: tuple[str, ...]) -> tuple[Sentence, ...]:
    return tuple(say("name_is_order", player=name) for name in names if name in ("Undo", "Seven"))


@pytest.mark.parametrize("name", ["Undo", "Seven"])
def test_no_game_begins_with_an_order_for_a_name(tmp_path: Path, name: str) -> None:
    with Ledger.open(tmp_path / FILE_NAME, writer=True) as ledger:
        session = Session(ledger, Replies.load("en", deterministic=True), advise=advise)
        session.welcome()
        refused = session.hear(Meaning("", NewGame((name, "Ana"))))
        assert refused.say == f"{name} is a word that I act on. Start again with a nickname. " \
            "Who plays?"
        assert refused.asking
        assert session.players() is None

        session.hear(Meaning("", NewGame(("Leo", "Ana"))))
        over_one = session.hear(Meaning("", NewGame((name, "Ana"))))
        assert over_one.say == f"{name} is a word that I act on. Start again with a nickname."
        assert not over_one.asking
        session.hear(Meaning("", Plain("yes")))
        assert session.players() == ("Leo", "Ana")
