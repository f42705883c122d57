"""The benchmarks can be started: what they measure has not moved away from them."""

import sys

import pytest
from programs import ROOT, run_program

pytest.importorskip("psutil", reason="pip install -c constraints.txt -e '.[dev]'")

FOLDER = ROOT / "benchmarks"


def test_the_benchmarks_find_what_they_measure() -> None:
    names = sorted(file.stem for file in FOLDER.glob("*.py"))
    assert "suite" in names
    run_program(sys.executable, "-c", f"import {', '.join(names)}", cwd=FOLDER, status=0)
