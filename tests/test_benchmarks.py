"""The benchmarks can be started: what they measure has not moved away from them."""

import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent.parent / "benchmarks"


@pytest.mark.parametrize("name", sorted(file.stem for file in FOLDER.glob("*.py")))
def test_a_benchmark_finds_what_it_measures(name: str) -> None:
    started = subprocess.run(
        [sys.executable, "-c", f"import {name}"],
        cwd=FOLDER,
        capture_output=True,
        text=True,
        check=False,
    )
    assert started.returncode == 0, started.stderr
