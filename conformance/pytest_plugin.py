"""Runs the suite under pytest: ``pytest -p conformance.pytest_plugin --pyargs conformance.suite``.

In this repository ``pytest`` alone does, for every built-in candidate.
"""

import os
import secrets
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from conformance import show
from conformance.checks import Check
from conformance.examination import explore
from conformance.implementations import (
    BUILT_IN,
    HARBOR,
    Candidate,
    CandidateError,
    Harbor,
    ToolchainError,
    UnknownCandidateError,
    UntrustedOracleError,
    open_candidate,
    open_harbor,
)
from conformance.model import OPERATIONS, CheckResult
from conformance.plan import EXAMPLES, RECORDED, Profile, Step, take

_SEED = "conformance_seed"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of ``certify`` under names that no other plugin has."""
    group = parser.getgroup("harbor-conformance")
    group.addoption(
        "--candidate",
        action="append",
        help="candidate to examine: a built-in name, broken/NAME or module:attribute; "
        "repeatable; all built-in ones by default, and harbor itself for whole jobs",
    )
    group.addoption(
        "--conformance-profile",
        choices=list(Profile),
        default=Profile.DEFAULT,
        help="how many questions are asked (default: %(default)s)",
    )
    group.addoption(
        "--conformance-seed", type=int, help="ask the questions of an earlier run again"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Settle the seed, which all workers of one run share."""
    if config.option.conformance_seed is None:
        shared = getattr(config, "workerinput", {}).get(_SEED)
        config.option.conformance_seed = secrets.randbits(32) if shared is None else shared


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:  # noqa: ANN401 - xdist's, which has no types
    """Hand the seed to a worker of pytest-xdist."""
    node.workerinput[_SEED] = node.config.option.conformance_seed


def pytest_report_header(config: pytest.Config) -> str:
    """Name the seed, with which the same questions are asked again."""
    options = config.option
    return (
        f"harbor-conformance: profile {options.conformance_profile}, "
        f"--conformance-seed {options.conformance_seed}"
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run each check once for every candidate that is asked its operation."""
    if "conduct" in metafunc.fixturenames:
        check: Check = metafunc.function.check
        names = [n for n in _candidates(metafunc.config) if _is_asked(n, check.operation)]
        metafunc.parametrize("candidate", names, indirect=True, scope="session")
    elif "conduct_recorded" in metafunc.fixturenames:
        names = _candidates(metafunc.config)
        metafunc.parametrize("candidate", names, indirect=True, scope="session")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave out recorded cases of operations that a candidate is not asked."""
    items[:] = [item for item in items if _is_asked(*_recorded(item))]


def _candidates(config: pytest.Config) -> list[str]:
    return config.option.candidate or [*BUILT_IN, HARBOR]


def _is_asked(candidate: str, operation: str) -> bool:
    """Return whether a candidate is asked an operation: whole jobs are for harbor alone.

    harbor's answers to the other operations need no second process to be believed.
    """
    return (operation in OPERATIONS) != (candidate == HARBOR)


def _recorded(item: pytest.Item) -> tuple[str, str]:
    """Return the candidate and the operation of a test of recorded cases; any for another."""
    if "conduct_recorded" not in getattr(item, "fixturenames", ()):
        return "", OPERATIONS[0]
    parameters: dict[str, str] = item.callspec.params  # type: ignore[attr-defined] # parametrised
    return parameters["candidate"], parameters["clause"].partition(".")[0]


@pytest.fixture(scope="session")
def harbor() -> Iterator[Harbor]:
    """The installed harbor, checked before the first question and after the last."""
    try:
        opened = open_harbor()
    except UntrustedOracleError as error:
        pytest.exit(f"the oracle cannot be trusted: {error}", returncode=4)
    yield opened
    try:
        opened.verify()
    finally:
        opened.close()


@pytest.fixture(scope="session")
def candidate(request: pytest.FixtureRequest) -> Iterator[Candidate]:
    """The candidate under examination."""
    try:
        opened = open_candidate(request.param)
    except ToolchainError as error:
        # A skip is not a pass, and where CI is to have every language it is a failure.
        (pytest.fail if os.environ.get("CI") else pytest.skip)(f"not run: {error}")
    except (CandidateError, UnknownCandidateError) as error:
        pytest.fail(f"the candidate could not be run: {error}", pytrace=False)
    yield opened
    opened.close()


@pytest.fixture
def conduct(
    harbor: Harbor, candidate: Candidate, pytestconfig: pytest.Config
) -> Callable[[Check], None]:
    """Run a check, and fail with the smallest case where it does not pass."""
    options = pytestconfig.option

    def run(check: Check) -> None:
        result = explore(
            check,
            harbor,
            candidate,
            seed=options.conformance_seed,
            examples=EXAMPLES[options.conformance_profile],
        )
        judge(result, candidate)

    return run


@pytest.fixture
def conduct_recorded(harbor: Harbor, candidate: Candidate) -> Callable[[str], None]:
    """Ask the recorded cases of a clause, and fail with the smallest that diverges."""

    def run(clause: str) -> None:
        judge(take(Step(clause, RECORDED), harbor, candidate, seed=0, examples=0), candidate)

    return run


def judge(result: CheckResult, candidate: Candidate) -> None:
    """Fail the test unless the check ran and found no divergence.

    The built-in candidates claim exact agreement, so theirs fails on less as well.
    """
    exact = candidate.name in {*BUILT_IN, HARBOR}
    found = result.divergence or (result.inexact if exact else None)
    if result.passed and found is None:
        return
    if found is None:
        pytest.fail(result.problem or "no case was asked", pytrace=False)
    lines = [
        f"{found.clause}: {show.printable(found.difference)}",
        f"asked      {show.case(found.case)}",
        f"harbor     {show.answer(found.harbor)}",
        f"candidate  {show.answer(found.candidate)}",
    ]
    pytest.fail("\n".join(lines), pytrace=False)
