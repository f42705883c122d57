"""The oracle is believed only where its live answers are the recorded ones, in every run."""

import os
import sys
from pathlib import Path

import pytest
from programs import run_program

pytestmark = pytest.mark.end_to_end

ROUNDS = """
import oracle.metric

real = oracle.metric.MetricAdapter.__call__


def rounded(adapter, case):
    return {name: round(value, 2) for name, value in real(adapter, case).items()}


oracle.metric.MetricAdapter.__call__ = rounded
"""

NARROWED = ("--clause", "metric.sum-of-nothing")
CERTIFY = ("-c", "from conformance.cli import main; main()", "certify", "reference")
PYTEST = ("-m", "pytest", "-q", "-p", "conformance.pytest_plugin", "--pyargs", "conformance.suite")


@pytest.fixture
def altered(tmp_path: Path) -> dict[str, str]:
    """The environment of an oracle whose metrics are rounded, though no code of harbor's is."""
    (tmp_path / "sitecustomize.py").write_text(ROUNDS)
    return {**os.environ, "PYTHONPATH": str(tmp_path)}


@pytest.mark.parametrize("narrowed", [(), NARROWED], ids=["whole", "narrowed"])
def test_certify_ends_with_the_case_that_moved_and_the_versions(
    narrowed: tuple[str, ...], altered: dict[str, str]
) -> None:
    words = ("--profile", "quick", *(narrowed or ("--operation", "metric")))
    ended = run_program(sys.executable, *CERTIFY, *words, env=altered, status=4)
    assert "CONFORMANT" not in ended.stdout
    (line,) = (line for line in ended.stderr.splitlines() if "cannot be trusted" in line)
    for said in ("is recorded as", "metric.", "pydantic-core", "CPython 3."):
        assert said in line


def test_pytest_ends_with_the_exit_status_of_an_oracle_that_is_not_believed(
    altered: dict[str, str],
) -> None:
    words = ("--candidate", "reference", "-k", "metric.sum-of-nothing", "-p", "no:cacheprovider")
    ended = run_program(sys.executable, *PYTEST, *words, env=altered, status=4)
    assert "cannot be trusted" in ended.stdout
