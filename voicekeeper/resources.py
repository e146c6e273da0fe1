"""Where the program's own files are: in the checkout, or in the installed package."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def checkout() -> Path | None:
    """The top of the source checkout, or None when installed as a wheel."""
    top = _PACKAGE.parent
    return top if (top / "pyproject.toml").is_file() and (top / "grammars").is_dir() else None


def grammars(language: str) -> Path:
    """The folder of a language: skyjo.jsgf, replies.yaml, first_names.txt."""
    return _top() / "grammars" / language


def catalogue() -> Path:
    """The list of models and voices: name, size, sha256, how to get it."""
    return _top() / "models" / "catalogue.yaml"


def demo() -> Path:
    """The folder of the demo: script.yaml and its recordings."""
    return _top() / "demo"


def _top() -> Path:
    # The wheel carries grammars/ and models/ inside the package (pyproject.toml).
    return checkout() or _PACKAGE
