"""A model folder with a grammar of its own: links to the stock model, and another graph/Gr.fst."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import kaldifst


def lay_out(model: Path, made: Path, fst: kaldifst.StdVectorFst, conf: Mapping[str, str]) -> None:
    """Fills the folder `made` with links to what is in `model`, and writes the grammar.

    `conf` replaces options of conf/model.conf: "--beam=" to "--beam=13.0".
    Raises OSError.
    """
    for part in sorted(model.rglob("*")):
        to = made / part.relative_to(model)
        if part.is_dir():
            to.mkdir(exist_ok=True)
        elif part.relative_to(model) == Path("graph/Gr.fst"):
            fst.write(str(to))
        elif part.relative_to(model) == Path("conf/model.conf"):
            lines = part.read_text().splitlines(keepends=True)
            to.write_text("".join(_conf_line(line, conf) for line in lines))
        else:
            to.symlink_to(part.resolve())


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


def _conf_line(line: str, conf: Mapping[str, str]) -> str:
    return next((new + "\n" for old, new in conf.items() if line.startswith(old)), line)
