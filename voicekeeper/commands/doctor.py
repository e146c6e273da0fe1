"""`voicekeeper doctor`: each part in a line, with what to do about a fault."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, replace

import click

from voicekeeper.checkup.finding import Finding, as_finding
from voicekeeper.checkup.parts import findings
from voicekeeper.commands.common import FAULT, Options, common_options
from voicekeeper.commands.hints import typable
from voicekeeper.faults import Fault

_SPOKEN_WITH = {"program", "model", "voice", "hearing", "microphone", "speaker", "button"}
_RANGE, _WIDTH = 60.0, 40  # dB that the level meter shows, and its length in letters


@click.command()
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@click.option("--speak", is_flag=True,
              help="Then say one sentence: button, microphone, hearing and voice in use.")
@common_options
def doctor(options: Options, as_json: bool, speak: bool) -> int:
    """Check every part and say what to do about what is wrong.

    Exit status 1 if any part is not ok.
    """
    faulty: set[str] = set()
    well: set[str] = set()
    for finding in findings(options.config, options.data, options.language):
        _show(finding.naming(options.config.source), as_json)
        (well if finding.ok else faulty).add(finding.part)
    # Of several buttons one that works is enough.
    if speak and (missing := _SPOKEN_WITH & faulty - well):
        _tell(f"The spoken check comes once that is mended: {', '.join(sorted(missing))}.")
    elif speak:
        for finding in _spoken(options):
            _show(finding.naming(options.config.source), as_json)
            if not finding.ok:
                faulty.add(finding.part)
    return FAULT if faulty else 0


def _show(finding: Finding, as_json: bool) -> None:
    finding = replace(finding, found=typable(finding.found), do=typable(finding.do))
    if as_json:
        line = json.dumps(asdict(finding), ensure_ascii=False)
    else:
        mark = "ok   " if finding.ok else "FAULT"
        line = f"{mark} {finding.part}: {finding.found}"
        if finding.do:
            line += f" -> {finding.do}"
    click.echo(line)


def _spoken(options: Options) -> Iterator[Finding]:
    """The spoken check-up's findings; the level of what is said is shown as it comes."""
    from voicekeeper.checkup.holders import tables
    from voicekeeper.commands.parts import make_ears
    from voicekeeper.spokencheck import SpokenCheck
    from voicekeeper.voice.piper import Voice

    try:
        ears = make_ears(options)
        voice = Voice.load(options.config.voice, options.language)
    except Fault as fault:
        yield as_finding("spoken check", fault)
        return
    running = tables()
    if running and any(button.kind == "evdev" for button in options.config.button):
        yield Finding("spoken check", False, f"the table runs (process {running[0]}) and has the "
                      "button", "End it first (the service: `sudo systemctl stop voicekeeper`).")
        return
    meter = _Meter()
    with closing(ears):
        check = SpokenCheck(options.config, ears, voice, _tell, meter.show)
        for finding in check.findings():
            meter.end()
            yield finding


def _tell(line: str) -> None:
    click.echo(typable(line), err=True)


class _Meter:
    """A line of the terminal that shows how loud it is, while somebody speaks."""

    def __init__(self) -> None:
        self._shown = False
        self._terminal = sys.stderr.isatty()

    def show(self, decibels: float) -> None:
        """The level now, dB of full scale."""
        if self._terminal:
            marks = round(max(0.0, 1 + decibels / _RANGE) * _WIDTH)
            bar = ("#" * marks).ljust(_WIDTH, ".")
            click.echo(f"\rlevel [{bar}] {max(decibels, -99):4.0f} dB", err=True, nl=False)
            self._shown = True

    def end(self) -> None:
        """What comes next has a line of its own."""
        if self._shown:
            click.echo(err=True)
            self._shown = False
