#!/usr/bin/env python3
"""Writes grammars/LANGUAGE/misread_names.txt: common first names that the model misreads.

Run it in the program's environment after changing first_names.txt, or for
another speech model:

    .venv/bin/python scripts/misread_names.py en
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from voicekeeper import models
from voicekeeper.hearing.aliasing import AliasVocabulary
from voicekeeper.hearing.language import first_names
from voicekeeper.hearing.wellknown import MISREAD
from voicekeeper.resources import grammars

HEAD = """\
# Common first names that the speech model pronounces as hardly anybody says them.
# They get other words beside their own. Made by scripts/misread_names.py.
"""


def main(language: str) -> None:
    with TemporaryDirectory() as folder:
        words = AliasVocabulary(models.find(language, None), language, Path(folder) / "lexicon.npz")
        misread = [name for name in first_names(language) if words.misreads(name)]
    (grammars(language) / MISREAD).write_text(HEAD + "".join(f"{name}\n" for name in misread),
                                              encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
