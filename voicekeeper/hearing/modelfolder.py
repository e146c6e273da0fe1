"""A model folder with a grammar of its own: links to the stock model, and another graph/Gr.fst."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import kaldifst

from voicekeeper.faults import ModelFault
from voicekeeper.models import mend

# What some models have beside, and what would be taken instead of the grammar: a
# graph of one piece, and language models that hear it all again.
_NOT_OURS = ("graph/HCLG.fst", "rescore", "rnnlm")
# Kaldi's own dither goes on from one utterance to the next, so that no take would be heard
# the same again; recogniser.py adds the like.
_FEATURES = {"--dither=": "--dither=0"}


def lay_out(model: Path, made: Path, fst: kaldifst.StdVectorFst, conf: Mapping[str, str],
            instead: Mapping[str, Path] | None = None) -> None:
    """Fills the folder `made` with links to what is in `model`, and writes the grammar.

    `conf` are options of conf/model.conf as they are to be, by their beginnings:
    "--beam=" to "--beam=13.0"; `instead` are files taken in place of the model's
    own, by their paths within it. Raises OSError, ModelFault.
    """
    instead = instead or {}
    for part in sorted(model.rglob("*")):
        within = part.relative_to(model)
        to = made / within
        if any(within.is_relative_to(other) for other in _NOT_OURS):
            continue
        if part.is_dir():
            to.mkdir(exist_ok=True)
        elif within == Path("graph/Gr.fst"):
            fst.write(str(to))
        elif within == Path("conf/model.conf"):
            to.write_text(_with_options(_read(part, model), conf), encoding="utf-8")
        elif within.name == "mfcc.conf":
            to.write_text(_with_options(_read(part, model), _FEATURES), encoding="utf-8")
        else:
            to.symlink_to(instead.get(within.as_posix(), part).resolve())


def _read(part: Path, model: Path) -> str:
    try:
        return part.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise ModelFault(f"{part} is damaged: it is no text. {mend(model)}") from error


def word_symbols(ids: Mapping[str, int]) -> kaldifst.SymbolTable:
    """The symbol table of a grammar, from words to the stock model's ids."""
    table = kaldifst.SymbolTable("words")
    table.add_symbol("<eps>", 0)
    for word, number in sorted(ids.items(), key=lambda item: item[1]):
        table.add_symbol(word, number)
    return table


def any_words(words: Mapping[str, int], cost: float) -> kaldifst.StdVectorFst:
    """A grammar of any words in any order, each at the same cost; `words` with their ids."""
    fst = _empty(words)
    fst.set_final(0, 0.0)
    for number in sorted(words.values()):
        fst.add_arc(0, kaldifst.StdArc(number, number, cost, 0))
    return fst


def one_of(texts: Sequence[str], words: Mapping[str, int]) -> kaldifst.StdVectorFst:
    """A grammar of exactly these texts, all at no cost; their words all have ids."""
    fst = _empty({word: words[word] for text in texts for word in text.split()})
    reached: dict[tuple[str, ...], int] = {(): 0}
    for text in texts:
        said = tuple(text.split())
        for length in range(1, len(said) + 1):
            if said[:length] not in reached:
                to = reached[said[:length]] = fst.add_state()
                number = words[said[length - 1]]
                fst.add_arc(reached[said[:length - 1]], kaldifst.StdArc(number, number, 0.0, to))
        fst.set_final(reached[said], 0.0)
    kaldifst.arcsort(fst, "ilabel")
    return fst


def _empty(words: Mapping[str, int]) -> kaldifst.StdVectorFst:
    fst = kaldifst.StdVectorFst()
    fst.start = fst.add_state()
    fst.input_symbols = fst.output_symbols = word_symbols(words)
    return fst


def _with_options(text: str, conf: Mapping[str, str]) -> str:
    """A configuration with these options in place of its own, or besides."""
    kept = [line for line in text.splitlines() if not line.strip().startswith(tuple(conf))]
    return "".join(f"{line}\n" for line in (*kept, *conf.values()))
