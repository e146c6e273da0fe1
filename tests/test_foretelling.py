"""The reply that is made ready while the button is held is the one that is given, and no more."""

from __future__ import annotations

import random
from datetime import UTC, datetime
from pathlib import Path

import pytest
from table import reader
from test_dialog_conversations import Conversation, conversations

from voicekeeper.session import Session
from voicekeeper.skyjo.ledger import FILE_NAME, Ledger
from voicekeeper.skyjo.rules import Rules
from voicekeeper.voice.replies import Replies

TALKS = random.Random(1).sample(conversations(), 40)


@pytest.mark.parametrize("talk", TALKS, ids=lambda talk: talk.title)
def test_what_is_foretold_is_said(talk: Conversation, tmp_path: Path) -> None:
    """In whole conversations, with replies that vary."""
    with Ledger.open(tmp_path / FILE_NAME, writer=True) as ledger:
        rules = Rules.from_mapping(talk.rules)
        assert isinstance(rules, Rules)
        session = Session(ledger, Replies.load("en"), rules=rules,
                          clock=lambda: datetime(2026, 1, 3, 18, tzinfo=UTC))
        if talk.players:
            session.start(talk.players)
        else:
            session.welcome()
        for _, mark, text in talk.lines:
            if mark != ">" or not text.strip() or text.startswith("!"):
                continue
            meaning = reader().read(text, session.players(), session.speaking_for)
            before = session.view, session.question, ledger.books()
            session.foretell(reader().read("Ana nine and who's winning", session.players(), None))
            foretold = session.foretell(meaning)
            assert (session.view, session.question, ledger.books()) == before
            assert session.hear(meaning).sentences == foretold, text
