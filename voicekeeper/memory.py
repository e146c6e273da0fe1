"""Memory that is given back to the system, where the program runs on glibc.

Sound is arrays of ever different lengths, made and dropped in many threads. glibc
keeps what is freed in an arena for each of them, in pieces that hardly fit again: in 450
turns a table grew from 113 to 178 MB, and the voice by 100 MB.
"""

from __future__ import annotations

import ctypes
import gc
from functools import cache

_MMAP_THRESHOLD, _ARENA_MAX = -3, -8  # glibc's M_MMAP_THRESHOLD and M_ARENA_MAX
_ARENAS = 2
_SOUND = 32 * 1024  # bytes; a phrase is larger, and so is what the speaker is given at a time
_LIGHTLY = 50  # times between two thorough ones


@cache
def _glibc() -> ctypes.CDLL | None:
    """The C library, where it is glibc."""
    try:
        library = ctypes.CDLL(None)
        library.malloc_trim, library.mallopt  # noqa: B018 - other libraries have neither
    except (OSError, AttributeError, TypeError):
        return None
    return library


def give_back() -> None:
    """Give back what is free now; takes 2 to 5 ms."""
    if (library := _glibc()) is not None:
        library.malloc_trim(0)


def stay_as_it_is() -> None:
    """What there is now stays: it is looked through no more for what is garbage."""
    gc.collect()
    gc.freeze()


class Tidying:
    """Collects garbage and gives back what is free, at moments when nobody waits.

    Python by itself lets garbage grow to a quarter of all there is, and where that lay
    stays taken.
    """

    def __init__(self) -> None:
        self._left = _LIGHTLY

    def now(self) -> None:
        """Takes 2 to 5 ms after `stay_as_it_is`; every so often 30 more, for what was to stay."""
        self._left -= 1
        if self._left:
            gc.collect()
        else:
            self._left = _LIGHTLY
            gc.unfreeze()
            stay_as_it_is()
        give_back()


def give_back_at_once(size: int) -> None:
    """From now on blocks of so many bytes and more go back as soon as they are freed."""
    if (library := _glibc()) is not None:
        library.mallopt(_MMAP_THRESHOLD, size)


def stay_small() -> None:
    """Have all threads share a few arenas, and sound given back as soon as it is freed.

    To be called before there are many threads.
    """
    if (library := _glibc()) is not None:
        library.mallopt(_ARENA_MAX, _ARENAS)
    give_back_at_once(_SOUND)
