"""`voicekeeper doctor`: each part in a line, with what to do about a fault."""

from __future__ import annotations

import json
from dataclasses import asdict

import click

from voicekeeper import checkup
from voicekeeper.commands.common import FAULT, Options, common_options


@click.command()
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@common_options
def doctor(options: Options, as_json: bool) -> int:
    """Check every part and say what to do about what is wrong.

    Exit status 1 if any part is not ok.
    """
    well = True
    for finding in checkup.findings(options.config, options.data, options.language):
        if as_json:
            line = json.dumps(asdict(finding), ensure_ascii=False)
        else:
            mark = "ok   " if finding.ok else "FAULT"
            line = f"{mark} {finding.part}: {finding.found}"
            if finding.do:
                line += f" -> {finding.do}"
        click.echo(line)
        well = well and finding.ok
    return 0 if well else FAULT
