"""Prints what buttons tell, a line each: `button_reader.py KIND DEVICE MODE ...`.

Ends with its standard input (evdev) or with Quit (keyboard). A fault is
printed too. Run by the button tests inside umockdev or on a pty.
"""

import queue
import sys
import threading

from voicekeeper.button.buttons import Buttons, ButtonSettings
from voicekeeper.button.events import ButtonEvent, Quit
from voicekeeper.faults import ButtonFault


def main(words: list[str]) -> int:
    settings = [
        ButtonSettings(kind, device or None, mode)  # type: ignore[arg-type]
        for kind, device, mode in zip(words[::3], words[1::3], words[2::3], strict=True)
    ]
    events: queue.SimpleQueue[ButtonEvent] = queue.SimpleQueue()

    def until_input_ends() -> None:
        sys.stdin.read()
        events.put(Quit())

    try:
        with Buttons(settings, events.put):
            print("Ready", flush=True)
            if all(one.kind == "evdev" for one in settings):
                threading.Thread(target=until_input_ends, daemon=True).start()
            while (event := events.get()) != Quit():
                print(event, flush=True)
            print(event, flush=True)
    except ButtonFault as fault:
        print(f"ButtonFault: {fault}", flush=True)
        return 1
    return 0


sys.exit(main(sys.argv[1:]))
