"""Faults: what went wrong with a part, in one sentence that says what to do.

What people say or write wrongly is not a fault but a value with a sentence.
"""

from __future__ import annotations


class Fault(Exception):
    """Something that keeps a part from working; str() is one plain sentence for the user."""


class ConfigFault(Fault):
    """A configuration file with a wrong key or value."""


class LanguageFault(Fault):
    """A language that is not there, or one of its files with a mistake."""


class DataFault(Fault):
    """The data folder or the ledger cannot be used."""


class DiskFull(DataFault):
    """There is no room left where the games are written down."""


class ModelFault(Fault):
    """The speech model is missing, damaged or of a kind that cannot take a grammar."""


class RecogniserFault(Fault):
    """The recogniser's process died or could not start."""


class SoundFault(Fault):
    """A microphone, a speaker or a sound file that cannot be used."""


class VoiceFault(Fault):
    """The voice is missing or failed to speak."""


class ButtonFault(Fault):
    """A button that is not there or can't be used."""


class ButtonMissing(ButtonFault):
    """A button that is not plugged in; it may come."""


class BenchFault(Fault):
    """What is being measured does not do what it should: there is nothing to measure."""
