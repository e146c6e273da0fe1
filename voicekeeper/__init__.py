"""voicekeeper: an offline, voice-controlled scorekeeper for the card game Skyjo."""

# Kept free of imports but what Python has loaded anyway: the recogniser's own process
# starts through this package and must not load what the rest of the program needs.
import os as _os

__version__ = "0.1.0"

# The library that runs voice and speech detector (onnxruntime) would tell its maker's servers
# of each start, from version 1.29 on. It looks at this when it loads, so this comes before all
# else; processes that are started inherit it. Nothing here goes to the network.
_os.environ["ORT_DISABLE_TELEMETRY"] = "1"
