"""voicekeeper: an offline, voice-controlled scorekeeper for the card game Skyjo."""

# Kept free of imports: the recogniser's own process starts through this package
# and must not load what the rest of the program needs.
__version__ = "0.1.0"
