"""Prints what buttons tell, a line each: `button_reader.py KIND DEVICE MODE ...`.

Ends with its standard input (evdev) or with Quit (keyboard). A line of its input,
"forget", has the last press forgotten. A fault is printed too. Run by the button
tests inside umockdev or on a pty.

In the environment GRABBED may name nodes that another program has grabbed: umockdev
lets everybody grab.
"""

import errno
import os
import queue
import sys
import threading
from typing import Any

import evdev

from voicekeeper.button.buttons import Buttons, ButtonSettings
from voicekeeper.button.events import ButtonEvent, Pressed, Quit
from voicekeeper.faults import ButtonFault


def main(words: list[str]) -> int:
    settings = [
        ButtonSettings(kind, device or None, mode)  # type: ignore[arg-type]
        for kind, device, mode in zip(words[::3], words[1::3], words[2::3], strict=True)
    ]
    events: queue.SimpleQueue[ButtonEvent] = queue.SimpleQueue()

    pressed: list[Pressed] = []

    def until_input_ends() -> None:
        for _ in sys.stdin:
            buttons.forget(pressed[-1])
            print("forgotten", flush=True)
        events.put(Quit())

    try:
        with Buttons(settings, events.put) as buttons:
            print("Ready", flush=True)
            if all(one.kind == "evdev" for one in settings):
                threading.Thread(target=until_input_ends, daemon=True).start()
            while (event := events.get()) != Quit():
                if isinstance(event, Pressed):
                    pressed.append(event)
                print(event, flush=True)
            print(event, flush=True)
    except ButtonFault as fault:
        print(f"ButtonFault: {fault}", flush=True)
        return 1
    return 0


def grab(device: Any) -> None:
    """As the kernel answers where there is another grab."""
    if device.path in os.environ.get("GRABBED", "").split():
        raise OSError(errno.EBUSY, "Device or resource busy")


evdev.InputDevice.grab = grab  # type: ignore[assignment,method-assign]
sys.exit(main(sys.argv[1:]))
