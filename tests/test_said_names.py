"""Names as their players like them said: in what is spoken, not in what is written."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from table import at_table

from voicekeeper.cli import main
from voicekeeper.dialog.reply import Reply, say
from voicekeeper.faults import DataFault
from voicekeeper.skyjo.ledger import FILE_NAME as GAMES
from voicekeeper.skyjo.ledger import Ledger
from voicekeeper.voice.replies import Replies
from voicekeeper.voice.saidnames import FILE_NAME, SaidNames


def test_only_what_is_spoken_changes() -> None:
    replies = Replies.load("en", deterministic=True)
    replies.say_names({"Zoe": "zoh ee"})
    reply = Reply((say("total", player="Zoe", points=3), say("missing", players=("Ana", "Zoe"))))
    assert replies.text(reply) == "Zoe has three. Ana and Zoe are missing."
    assert replies.spoken(reply) == ("Zoh ee has three.", "Ana and zoh ee are missing.")


def test_it_is_kept_with_the_player(tmp_path: Path) -> None:
    names = SaidNames(tmp_path / "data" / FILE_NAME)
    names.keep("Zoë", "zoh ee")
    again = SaidNames(tmp_path / "data" / FILE_NAME)
    assert again["ZOE\u0308"] == "zoh ee"  # after NFC and case folding
    again.keep("zoë", None)
    assert dict(SaidNames(tmp_path / "data" / FILE_NAME)) == {}


@pytest.mark.parametrize("text", ["", "[", "[]", "null", '{"zoe": 3}', '{"zoe": " "}'])
def test_what_makes_no_sense_is_as_if_never_said(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE_NAME).write_text(text)
    assert dict(SaidNames(tmp_path / FILE_NAME)) == {}


def test_what_cannot_be_written_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(DataFault, match="cannot be written"):
        SaidNames(tmp_path / "file" / FILE_NAME).keep("Zoe", "zoh ee")


def test_the_command_and_forgetting(tmp_path: Path) -> None:
    def run(*words: str) -> str:
        done = CliRunner().invoke(main, [*words, "--data", str(tmp_path)])
        assert done.exit_code == 0, done.output
        return done.output

    with at_table(tmp_path, ("Ana", "Zoe")):
        pass
    assert "said as zoh ee" in run("names", "say", "Zoe", "zoh", "ee")
    with at_table(tmp_path) as table:
        table.line("Zoe five")
        assert table.said.startswith("Zoh ee five.")
        # What is kept, and shown elsewhere, has the name as it is written.
        assert table.last.view.said.startswith("Zoe five.")
    assert "as it is written" in run("names", "forget", "Zoe")
    run("names", "say", "Zoe", "zoh ee")
    run("forget", "Zoe", "--yes")
    assert dict(SaidNames(tmp_path / FILE_NAME)) == {}
    with Ledger.open(tmp_path / GAMES) as ledger:
        assert "Zoe" not in {name for game in ledger.games() for name in game.players}


def test_variants_are_the_same_when_a_game_is_replayed() -> None:
    """They change within a game, and are equal for an equal game and turn."""
    def talk(game: str) -> list[str]:
        replies = Replies.load("en")
        said = []
        for number in range(12):
            replies.begin_turn(game, number)
            said.append(replies.text(Reply((say("declined"),))))
        return said

    assert talk("one") == talk("one")
    assert len(set(talk("one"))) > 1
    assert all("nothing changed" in sentence for sentence in talk("two"))
