"""Two acoustic networks as one."""

from __future__ import annotations

import shutil
import struct
from pathlib import Path

import pytest
from hearing import TABLE, recording, settings

from voicekeeper.hearing.acoustics import NETWORK
from voicekeeper.hearing.compiler import Listening, Tuning, compile_grammar
from voicekeeper.hearing.ears import HearingSettings
from voicekeeper.hearing.ensemble import averaged
from voicekeeper.hearing.recogniser import Recogniser
from voicekeeper.hearing.spoken import players_of
from voicekeeper.sound.files import read_take

HERE: HearingSettings = settings()
STOCK = (HERE.model / NETWORK).read_bytes()
SENTENCES = range(4)


def silenced(network: bytes) -> bytes:
    """A network that says the same of any sound: its last layer is nought."""
    content = bytearray(network)
    layer = network.index(b"<ComponentName> output.affine ")
    for kind, sizes in ((b"<LinearParams> FM ", 2), (b"<BiasParams> FV ", 1)):
        at = network.index(kind, layer) + len(kind)
        count = 4
        for _ in range(sizes):
            count *= struct.unpack_from("<i", network, at + 1)[0]
            at += 5
        content[at:at + count] = bytes(count)
    return bytes(content)


def heard(network: bytes, folder: Path) -> list[str]:
    """What is heard of the demo's first sentences with a network of its own."""
    players = players_of(TABLE, {}, HERE.model, "en", HERE.cache)
    listening = Listening("en", players, Tuning(adapted=False))
    shutil.copytree(compile_grammar(listening, HERE.model, HERE.cache), folder, symlinks=True)
    (folder / NETWORK).unlink()
    (folder / NETWORK).write_bytes(network)
    with Recogniser() as recogniser:
        recogniser.load(folder)
        texts = []
        for number in SENTENCES:
            recogniser.accept(read_take(recording(number)).samples)
            texts.append(recogniser.finish().text)
    return texts


@pytest.mark.parametrize("knows", ["first", "second"])
def test_where_one_network_knows_nothing_the_other_decides(tmp_path: Path, knows: str) -> None:
    pair = (STOCK, silenced(STOCK)) if knows == "first" else (silenced(STOCK), STOCK)
    assert heard(averaged(*pair), tmp_path / "pair") == heard(STOCK, tmp_path / "alone")


@pytest.mark.parametrize("other", [
    b"", b"RIFF", STOCK[:1000],
    STOCK.replace(b"tdnnf7.", b"tdnnf70."),
    averaged(STOCK, STOCK),
])
def test_networks_of_two_layouts_are_refused(other: bytes) -> None:
    with pytest.raises(ValueError, match=r"layout|no model"):
        averaged(STOCK, other)
