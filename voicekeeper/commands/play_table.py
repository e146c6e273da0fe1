"""`voicekeeper play` with sound: the table's parts put together and started."""

from __future__ import annotations

import os
import queue
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from voicekeeper import models
from voicekeeper.announcer import Announcer
from voicekeeper.box.unit import POWER_OFF_STATUS
from voicekeeper.button.buttons import Buttons
from voicekeeper.button.events import Quit
from voicekeeper.commands.common import Options
from voicekeeper.commands.hints import typable
from voicekeeper.commands.parts import (
    begin,
    copied,
    make_ears,
    make_session,
    spoken_names,
)
from voicekeeper.deadlines import Deadlines
from voicekeeper.faults import Fault
from voicekeeper.hearing.spoken import NameLearner
from voicekeeper.keeping import TakeKeeper
from voicekeeper.memory import stay_as_it_is, stay_small
from voicekeeper.session import LAPSE_SECONDS
from voicekeeper.skyjo.ledger import FILE_NAME, Ledger
from voicekeeper.sound.microphone import Microphone
from voicekeeper.sound.soundprocess import SOUND
from voicekeeper.sound.soundserver import RESTART, server_state
from voicekeeper.sound.speaker import Speaker
from voicekeeper.table import Table, TableEvent
from voicekeeper.telling import Teller
from voicekeeper.turntimes import TimesFile, TurnTimes
from voicekeeper.voice.clips import Clips
from voicekeeper.voice.mouth import Mouth
from voicekeeper.voice.piper import Voice
from voicekeeper.voice.replies import Replies


def missing_parts(options: Options) -> list[str]:
    """What a table needs and is not there, a sentence each with what to do about it."""
    if server_state() == "silent":
        # PortAudio would wait for it without end, and nobody could stop that.
        return [f"The sound server does not answer. {RESTART}"]
    config = options.config
    sentences = []
    checks: tuple[Callable[[], object], ...] = (
        lambda: SOUND.find("microphone", config.microphone.device),
        lambda: SOUND.find("speaker", config.speaker.device),
        lambda: Buttons.check(config.button),
    )
    for check in checks:
        try:
            check()
        except Fault as fault:
            sentences.append(str(fault))
    return sentences


def run_table(options: Options, players: Sequence[str] | None, resume: str | None,
              keep_audio: Path | None = None, rematch: str | None = None,
              times: Path | None = None) -> int:
    """Play at the table until somebody quits; the exit status.

    `keep_audio`: the folder where takes go; `times`: the file for the turns' times.

    Raises the faults of whatever part does not work.
    """
    stay_small()
    config = options.config
    # Signals put events into it as well, which no other queue allows.
    events: queue.SimpleQueue[TableEvent] = queue.SimpleQueue()
    replies = Replies.load(options.language, deterministic=config.voice.deterministic)
    with ExitStack() as stack:
        terminal = stack.enter_context(closing(Teller()))

        def tell(line: str) -> None:
            terminal(typable(line))

        timed = stack.enter_context(_written(times, tell))
        pool = stack.enter_context(ThreadPoolExecutor(1, thread_name_prefix="load"))
        # The voice and the ears take a second each to load: side by side.
        mouth = Mouth(lambda: Clips(Voice.load(config.voice, options.language),
                                    options.data / "clips"))
        stack.callback(mouth.close)
        mouth_opening = pool.submit(mouth.open)
        ledger = stack.enter_context(Ledger.open(options.data / FILE_NAME, writer=True))
        session = make_session(options, ledger, replies)
        if ledger.notice is not None:
            tell(ledger.notice)  # aloud it is said without the file's new name
        if ledger.backup is not None:
            tell(copied(ledger.backup))
        welcome = begin(session, players, resume, rematch)
        model = models.find(options.language, config.hearing.model)
        names = spoken_names(options)
        learner = NameLearner(names, model, options.language, options.data / "grammars")
        speaker = stack.enter_context(Speaker(config.speaker, events.put))
        microphone = stack.enter_context(Microphone(config.microphone, events.put))
        ears = make_ears(options, spoken_as=names)
        stack.callback(ears.close)
        unheard = ears.attend(session.players() or (), session.past_players())
        mouth_opening.result()
        mouth.pace(session.manner.pace)
        buttons = stack.enter_context(Buttons(config.button, events.put))
        announcer = Announcer(speaker, mouth, events.put, tell, config.chimes,
                              config.voice.volume)
        table = Table(session, ears, microphone, announcer, buttons, events, tell,
                      deadlines=Deadlines(LAPSE_SECONDS, config.prompt_after), names=learner,
                      keeper=None if keep_audio is None else TakeKeeper(keep_audio, tell),
                      timed=timed)
        # As the system and a closed terminal end it: nothing is left behind.
        for ending in (signal.SIGTERM, signal.SIGHUP):
            # Who has it ignored, as nohup does, means it.
            if signal.getsignal(ending) != signal.SIG_IGN:
                signal.signal(ending, lambda *_: events.put(Quit()))
        stay_as_it_is()
        tell("Ready")
        mouth.warm(replies.fixed())
        shut_down = table.run(welcome, unheard)
    # From a terminal only the program ends; the service has the machine switched off.
    return POWER_OFF_STATUS if shut_down and "INVOCATION_ID" in os.environ else 0


@contextmanager
def _written(times: Path | None, tell: Callable[[str], None]
             ) -> Iterator[Callable[[TurnTimes], None]]:
    """A function that writes a turn's times, where somebody wants them."""
    if times is None:
        yield lambda _: None
        return
    with closing(TimesFile(times, tell)) as file:
        yield file.write
