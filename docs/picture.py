"""Draws verdict.svg, the README's picture, from what a real run prints."""

import io
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

FILE = Path(__file__).with_name("verdict.svg")
COMMAND = (
    "harbor-conformance certify deviation/array-reduce-sum "
    "--clause metric.compensated-sum --profile quick --seed 1"
)
WIDTH = 118

_PLAIN = """<svg class="rich-terminal" viewBox="0 0 {width} {height}" \
xmlns="http://www.w3.org/2000/svg" role="img">
<style>
.{unique_id}-matrix {{ font-family: monospace; font-size: {char_height}px; \
line-height: {line_height}px; }}
{styles}
</style>
<defs>{lines}</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""
"""rich's own form without its fonts, which would be fetched from elsewhere."""


def drawn() -> str:
    """Return the picture of the command and what it prints here."""
    _, *words = shlex.split(COMMAND)
    program = Path(sys.executable).with_name("harbor-conformance")
    plain = {**os.environ, "NO_COLOR": "1", "COLUMNS": str(WIDTH)}
    ended = subprocess.run(  # noqa: S603 - our own command
        [str(program), *words], env=plain, capture_output=True, text=True, check=False
    )
    console = Console(record=True, width=WIDTH, file=io.StringIO(), color_system="truecolor")
    console.print(Text(f"$ {COMMAND}", style="bold"))
    # Versions differ between machines, and how many clauses there are from day to day.
    printed, _, _ = re.sub("leaves out .*", "leaves out …", ended.stdout).rpartition("; CPython ")
    console.print(Text(f"{printed}; …"))
    return console.export_svg(title="harbor-conformance", code_format=_PLAIN, unique_id="verdict")


if __name__ == "__main__":
    FILE.write_text(drawn(), encoding="utf-8")
