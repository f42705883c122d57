"""Programs as a user runs them, to their end."""

import subprocess
import sys
from pathlib import Path
from typing import Any

BIN = Path(sys.executable).parent
COMMAND = str(BIN / "harbor-conformance")


def run_program(*words: str, **given: Any) -> subprocess.CompletedProcess[str]:  # noqa: ANN401 - as subprocess.run has them
    """Return how a program ended, and what it printed."""
    return subprocess.run(words, check=False, capture_output=True, text=True, **given)


def command(*words: str, **given: Any) -> subprocess.CompletedProcess[str]:  # noqa: ANN401 - as above
    """Return how our command ended, and what it printed."""
    return run_program(COMMAND, *words, **given)
