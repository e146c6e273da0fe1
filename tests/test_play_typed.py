"""`play --typed`: a line in, a line out."""

from __future__ import annotations

import io
import json
import os
import pty
import select
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from voicekeeper.commands.common import Options
from voicekeeper.commands.parts import players_problem
from voicekeeper.commands.play_typed import run_typed
from voicekeeper.config import Config
from voicekeeper.faults import DataFault
from voicekeeper.skyjo.ledger import FILE_NAME, Ledger

SPEECH = Path(__file__).parents[2] / "shared" / "speech" / "synthetic"


def typed(folder: Path, *lines: str | bytes, players: tuple[str, ...] | None = ("Ana", "Marco"),
          resume: str | None = None) -> list[dict[str, Any]]:
    """The JSON lines for these lines of input."""
    raw = b"".join(line if isinstance(line, bytes) else f"{line}\n".encode() for line in lines)
    output = io.StringIO()
    status = run_typed(Options(Config(), folder, "en"), players, resume, True,
                       io.BytesIO(raw), output)
    assert status == 0
    return [json.loads(line) for line in output.getvalue().splitlines()]


def test_one_line_for_each_and_one_for_the_start(tmp_path: Path) -> None:
    start, entry, empty, junk, key = typed(tmp_path, "Ana -3", "", "lovely weather", "!next")
    assert start["heard"] is None
    assert start["intent"] is None
    assert start["asking"] is False
    assert start["game"]["players"] == ["Ana", "Marco"]
    assert entry == {
        "heard": "Ana -3",
        "intent": {"type": "entry", "entries": [{"player": "Ana", "points": -3}]},
        "say": "Ana minus three. Marco is missing.",
        "asking": False,
        "game": {
            "players": ["Ana", "Marco"], "round": 1, "entered": {"Ana": -3}, "closer": None,
            "missing": ["Marco"], "totals": {"Ana": 0, "Marco": 0}, "starter": None,
            "over": False, "winners": [],
        },
    }
    assert (empty["heard"], empty["say"], empty["intent"]) == ("", "", None)
    assert junk["say"] == "I didn't catch that. The players are Ana and Marco."
    assert (key["heard"], key["intent"], key["say"]) == ("!next", None, "Marco.")


def test_only_a_newline_ends_a_line(tmp_path: Path) -> None:
    lines = typed(tmp_path, b"Ana five\r\n", "Marco\u2028six\x0b\x0c\x85".encode() + b"\n",
                  b"\xff\xfe bad\n", b"\r\n", b"who is missing")
    assert [line["heard"] for line in lines[1:]] == [
        "Ana five", "Marco\u2028six\x0b\x0c\x85", "\ufffd\ufffd bad", "", "who is missing",
    ]
    assert lines[1]["game"]["entered"] == {"Ana": 5}
    assert lines[3]["intent"] is None
    assert lines[5]["intent"] == {"type": "ask", "about": "missing"}


def test_it_goes_on_where_the_last_reply_left_it(tmp_path: Path) -> None:
    typed(tmp_path, "Ana five", "Ana six")
    start, answer = typed(tmp_path, "yes", players=None)
    assert start["game"]["entered"] == {"Ana": 5}
    assert start["say"] == "Round one. Marco is missing."
    assert start["asking"] is False
    assert answer["game"]["entered"] == {"Ana": 5}


def test_without_a_game_it_asks_who_plays(tmp_path: Path) -> None:
    start, named = typed(tmp_path, "Ana, Marco and Leo", players=None)
    assert (start["say"], start["asking"], start["game"]) == ("Who plays?", True, None)
    assert named["game"]["players"] == ["Ana", "Marco", "Leo"]


def test_new_players_put_the_unfinished_game_aside(tmp_path: Path) -> None:
    typed(tmp_path, "Ana five")
    with Ledger.open(tmp_path / FILE_NAME) as ledger:
        first = ledger.games()[0].id
    assert typed(tmp_path, players=("Leo", "Nina"))[0]["game"]["players"] == ["Leo", "Nina"]
    assert typed(tmp_path, players=None)[0]["game"]["players"] == ["Leo", "Nina"]
    assert typed(tmp_path, players=None, resume=first)[0]["game"]["entered"] == {"Ana": 5}
    assert typed(tmp_path, players=None)[0]["game"]["entered"] == {"Ana": 5}


@pytest.mark.parametrize("content", [b"", b"no games " * 1000])
def test_where_a_damaged_file_went_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes,
) -> None:
    (tmp_path / FILE_NAME).write_bytes(content)
    assert typed(tmp_path)[0]["say"].startswith("The games file was damaged.")
    assert "It is kept as games.damaged-1.sqlite3," in capsys.readouterr().err
    assert (tmp_path / "games.damaged-1.sqlite3").read_bytes() == content
    typed(tmp_path)
    assert "damaged" not in capsys.readouterr().err


def test_an_unknown_game_is_a_fault(tmp_path: Path) -> None:
    with pytest.raises(DataFault, match="There is no game nonsense"):
        typed(tmp_path, players=None, resume="nonsense")


def test_play_goes_on_after_the_end(tmp_path: Path) -> None:
    lines = typed(tmp_path, "Ana five and closed, Marco seventy",
                  "Ana five and closed, Marco thirty", "Marco one", "rematch", "Marco one")
    over = lines[2]["game"]
    assert (over["over"], over["winners"], over["entered"], over["missing"], over["round"]) == (
        True, ["Ana"], {}, [], 2)
    assert lines[3]["game"] == over
    assert lines[5]["game"]["entered"] == {"Marco": 1}


def test_a_sound_file_that_cannot_be_read(tmp_path: Path) -> None:
    lines = typed(tmp_path, "Ana ninety", "@no such file.wav", "yes")
    assert lines[2]["intent"] is None
    assert lines[2]["say"] == "I can't read that sound file."
    assert lines[2]["asking"] is True
    assert lines[3]["game"]["entered"] == {"Ana": 90}


@pytest.mark.skipif(not SPEECH.is_dir(), reason="needs the shared recordings")
def test_a_sound_file_is_heard_as_if_spoken(tmp_path: Path) -> None:
    manifest = [json.loads(line) for line in (SPEECH / "manifest.jsonl").open()]
    said = next(m for m in manifest if m["intent"]["type"] == "entry"
                and len(m["intent"]["entries"]) == 2)
    _, heard = typed(tmp_path, f"@{SPEECH / said['audio']}", players=tuple(said["players"]))
    assert heard["intent"] == said["intent"]
    assert heard["heard"]


def test_a_terminal_shows_the_dialogue(tmp_path: Path) -> None:
    output = io.StringIO()
    run_typed(Options(Config(), tmp_path, "en"), ("Ana", "Marco"), stdin=io.BytesIO(b"Ana -3\n"),
              stdout=output)
    assert output.getvalue().splitlines() == [
        "New game. Ana and Marco, good luck.",
        "   Round 1 | Ana 0 ... | Marco 0 ...",
        "> Ana -3",
        "Ana minus three. Marco is missing.",
        "   Round 1 | Ana 0 -3 | Marco 0 ...",
    ]


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (("Ana",), "Skyjo is for two to eight players, not one."),
        (("Ana", "ANA"), "The name ANA is there twice."),
        (("Ana", ""), "A player needs a name."),
        (("Ana", "Marco"), None),
    ],
)
def test_players_are_checked(names: tuple[str, ...], sentence: str | None) -> None:
    assert players_problem(names) == sentence


class Typist:
    """Somebody at a terminal, with the program running in it."""

    def __init__(self, folder: Path) -> None:
        self._hands, theirs = pty.openpty()
        self.seen = ""
        self.program = subprocess.Popen(
            [sys.executable, "-m", "voicekeeper", "play", "--typed", "--players", "Ana,Marco",
             "--data", str(folder)],
            stdin=theirs, stdout=theirs, env={**os.environ, "TERM": "dumb"},
            # A shell lets what it starts in the background ignore Ctrl-C, and so would this.
            preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
        )
        os.close(theirs)

    def reads(self, text: str | None = None) -> None:
        """Reads on until a text has come, or (None) all has."""
        while text is None or text not in self.seen:
            try:
                read = os.read(self._hands, 4096)
            except OSError:  # how a terminal ends on Linux
                read = b""
            if not read:
                assert text is None, f"{text!r} never came: {self.seen!r}"
                os.close(self._hands)
                return
            self.seen += read.decode()

    def types(self, keys: str) -> None:
        self.seen = ""
        os.write(self._hands, keys.encode())

    def interrupts(self) -> None:
        """Presses Ctrl-C, and again while nothing comes of it.

        The line editor misses the one that comes after it has shown its prompt and before
        it waits for keys.
        """
        answered: list[int] = []
        while not answered:
            self.program.send_signal(signal.SIGINT)
            answered, _, _ = select.select([self._hands], [], [], 5.0)


@pytest.mark.parametrize("ending", ["quit\n", "Exit\n", "bye\n", "\x04"])
def test_somebody_at_a_terminal_can_quit(tmp_path: Path, ending: str) -> None:
    typist = Typist(tmp_path)
    typist.reads("quit (or Ctrl-D) to end")
    typist.reads("> ")
    typist.types("Ana five\n")
    typist.reads("Marco is missing.")
    typist.reads("> ")
    typist.types(ending)
    typist.reads()
    assert typist.program.wait() == 0


def test_an_interrupt_leaves_on_a_line_of_its_own(tmp_path: Path) -> None:
    typist = Typist(tmp_path)
    typist.reads("\n> ")
    typist.interrupts()
    typist.reads()
    assert typist.program.wait() == 0
    assert typist.seen.endswith("\r\n")


@pytest.mark.parametrize("ending", ["quit", " Exit ", "bye"])
def test_quit_ends_a_pipe_of_text(tmp_path: Path, ending: str) -> None:
    output = io.StringIO()
    lines = io.BytesIO(f"Ana five\n{ending}\nMarco six\n".encode())
    assert run_typed(Options(Config(), tmp_path, "en"), ("Ana", "Marco"), None, False,
                     lines, output) == 0
    assert "Ana five." in output.getvalue()
    assert "Marco six" not in output.getvalue()


def test_quit_is_a_mere_word_where_json_is_asked_for(tmp_path: Path) -> None:
    *_, last = typed(tmp_path, "quit", "Ana five")
    assert last["game"]["entered"] == {"Ana": 5}
