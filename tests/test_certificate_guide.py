"""The guide to certificates: its commands, run one after the other, print what it shows."""

import re
import shlex
from pathlib import Path

import pytest
from certified import ROOT
from programs import command, typed
from test_guides import is_printed

pytestmark = pytest.mark.end_to_end

GUIDE = (ROOT / "docs" / "certificates.md").read_text(encoding="utf-8")
COMMANDS = typed(GUIDE)


def test_the_commands_of_the_guide_print_what_it_shows(tmp_path: Path) -> None:
    (shown,) = re.findall(r"```text\n(VERIFIED.*)\n```", GUIDE)
    made, verified, again = (shlex.split(line)[1:] for line in COMMANDS)
    certified = command(*made, cwd=tmp_path)
    (line,) = re.findall(r"`(Certificate: [^`]*)`", GUIDE)
    assert certified.returncode == 0
    assert is_printed(line, certified.stderr.splitlines()[-1])
    printed = command(*verified, cwd=tmp_path).stdout.splitlines()[-1]
    assert is_printed(shown, printed), printed
    repeated = command(*again, cwd=tmp_path)
    assert repeated.returncode == 0
    assert "again         holds        the same results" in repeated.stdout
