"""What a new table is heard by is made in another process, where nothing is held up by it."""

from __future__ import annotations

import os
import signal
import threading
from dataclasses import replace
from pathlib import Path

from hearing import TABLE, recording, settings

from voicekeeper.hearing.compiler import Listening, compile_grammar, is_compiled
from voicekeeper.hearing.ears import Ears
from voicekeeper.hearing.language import Players
from voicekeeper.hearing.making import make_apart
from voicekeeper.hearing.transducer import Transducer
from voicekeeper.processes import running
from voicekeeper.sound.files import read_take

MAKING = "voicekeeper.hearing.making"
LISTENING = Listening("en", Players(("Ana", "Marco")))


def grammar(cache: Path) -> bytes:
    """The recogniser's grammar, from a cache where it has to be already."""
    assert is_compiled(LISTENING, settings().model, cache)
    folder = compile_grammar(LISTENING, settings().model, cache)
    return (folder / "graph" / "Gr.fst").read_bytes()


def test_what_is_made_there_is_what_is_made_here(tmp_path: Path) -> None:
    make_apart(LISTENING, settings().model, tmp_path / "there")
    assert Transducer.is_kept("en", LISTENING.rule, LISTENING.players, tmp_path / "there")
    compile_grammar(LISTENING, settings().model, tmp_path / "here")
    assert grammar(tmp_path / "there") == grammar(tmp_path / "here")


def test_a_frozen_one_is_given_up_and_it_is_made_here(tmp_path: Path) -> None:
    ears = Ears(replace(settings(), cache=tmp_path, apart=True))
    frozen = threading.Event()

    def freeze() -> None:
        while not frozen.is_set():
            process = running(MAKING, os.getpid())
            if process is not None:
                os.kill(process, signal.SIGSTOP)
                frozen.set()

    freezer = threading.Thread(target=freeze)
    freezer.start()
    ears.attend(TABLE)
    freezer.join()
    assert ears.hear(read_take(recording(0)).samples).intent is not None
    ears.close()
    assert running(MAKING, os.getpid()) is None


def test_a_table_hears_by_it(tmp_path: Path) -> None:
    ears = Ears(replace(settings(), cache=tmp_path, apart=True))
    ears.attend(TABLE)
    assert ears.hear(read_take(recording(0)).samples).intent is not None
    ears.close()


def test_where_it_cannot_be_kept_it_is_made_here_for_this_time(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where a folder should be")
    ears = Ears(replace(settings(), cache=tmp_path / "cache", apart=True))
    ears.attend(TABLE)
    assert ears.hear(read_take(recording(0)).samples).intent is not None
    ears.close()
