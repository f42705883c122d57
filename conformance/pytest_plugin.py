"""Runs the suite under pytest: ``pytest -p conformance.pytest_plugin --pyargs conformance.suite``.

In this repository ``pytest`` alone does, for every built-in candidate.
"""

import os
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from conformance.certification.plan import EXAMPLES, Profile, Step, take
from conformance.examination.examination import explore
from conformance.examination.findings import RECORDED, CheckResult
from conformance.implementations.ports import PORTS
from conformance.implementations.start import (
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
    refuse_moved,
)
from conformance.operations import EVERY_OPERATION, OPERATIONS
from conformance.operations.catalogue import CATALOGUE, checks
from conformance.operations.check import Check
from conformance.protocol import show

_SEED = "conformance_seed"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of ``certify`` under names that no other plugin has."""
    group = parser.getgroup("harbor-conformance")
    group.addoption(
        "--candidate",
        action="append",
        help="candidate to examine: a built-in name, deviation/NAME or module:attribute; "
        "repeatable; all built-in ones by default, and harbor itself for whole jobs",
    )
    group.addoption(
        "--conformance-profile",
        choices=list(Profile),
        help="how many questions are asked (default: default, and quick of the built-in ports, "
        "which follow the reference)",
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
    profiles = {str(_profile(config, name)): None for name in _candidates(config)}
    return (
        f"harbor-conformance: profile {' and '.join(profiles)}, "
        f"--conformance-seed {options.conformance_seed}"
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run each check, and each requirement's recorded cases, for every candidate asked it."""
    asked: list[tuple[str, str, object]] = []
    if "conduct" in metafunc.fixturenames:
        asked = [(check.id, check.operation, check) for check in checks(EVERY_OPERATION)]
        argument = "check"
    elif "conduct_recorded" in metafunc.fixturenames:
        asked = [(r.id, r.operation, r.id) for r in CATALOGUE.values()]
        argument = "requirement"
    if asked:
        candidates = _candidates(metafunc.config)
        pairs = [(name, of) for of in asked for name in candidates if _is_asked(name, of[1])]
        metafunc.parametrize(
            (argument, "candidate"),
            [pytest.param(value, name, id=f"{id_}-{name}") for name, (id_, _, value) in pairs],
            indirect=["candidate"],
            scope="session",
        )


def _profile(config: pytest.Config, candidate: str) -> Profile:
    """Return how much a candidate is asked."""
    chosen: Profile | None = config.option.conformance_profile
    return chosen or (Profile.QUICK if candidate in PORTS else Profile.DEFAULT)


def _candidates(config: pytest.Config) -> list[str]:
    return config.option.candidate or [*BUILT_IN, HARBOR]


def _is_asked(candidate: str, operation: str) -> bool:
    """Return whether a candidate is asked an operation: whole jobs are for harbor alone.

    harbor's answers to the other operations need no second process to be believed.
    """
    return (operation in OPERATIONS) != (candidate == HARBOR)


@pytest.fixture(scope="session")
def harbor() -> Iterator[Harbor]:
    """The installed harbor, checked before the first question and after the last."""
    with _trusted():
        opened = open_harbor()
    yield opened
    try:
        opened.verify()
    finally:
        opened.close()


@contextmanager
def _trusted() -> Iterator[None]:
    """End the session where the oracle cannot be believed: nothing that follows would count."""
    try:
        yield
    except UntrustedOracleError as error:
        pytest.exit(f"the oracle cannot be trusted: {error}", returncode=4)


@pytest.fixture(scope="session")
def believed(harbor: Harbor) -> Callable[[str], Harbor]:
    """harbor, once its answers to an operation were held against the recorded ones."""
    operations: set[str] = set()

    def of(operation: str) -> Harbor:
        if operation not in operations:
            with _trusted():
                refuse_moved(harbor, operation)
            operations.add(operation)
        return harbor

    return of


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
    believed: Callable[[str], Harbor], candidate: Candidate, pytestconfig: pytest.Config
) -> Callable[[Check], None]:
    """Run a check, and fail with the smallest case where it does not pass."""
    options = pytestconfig.option

    def run(check: Check) -> None:
        result = explore(
            check,
            believed(check.operation),
            candidate,
            seed=options.conformance_seed,
            examples=EXAMPLES[_profile(pytestconfig, candidate.name)],
        )
        judge(result, candidate)

    return run


@pytest.fixture
def conduct_recorded(
    believed: Callable[[str], Harbor], candidate: Candidate
) -> Callable[[str], None]:
    """Ask the recorded cases of a clause, and fail with the smallest that diverges."""

    def run(clause: str) -> None:
        step = Step(clause, RECORDED)
        result = take(step, believed(step.operation), candidate, seed=0, examples=0)
        judge(result, candidate)

    return run


def judge(result: CheckResult, candidate: Candidate) -> None:
    """Fail the test unless the check ran and found no divergence.

    The built-in candidates claim exact agreement, so theirs fails on less as well.
    """
    exact = candidate.name in {*BUILT_IN, HARBOR}
    finding = result.divergence or (result.inexact if exact else None)
    if result.passed and finding is None:
        return
    if finding is None:
        pytest.fail(result.problem or "no case was asked", pytrace=False)
    lines = [
        f"{finding.requirement}: {show.printable(finding.difference)}",
        f"asked      {show.case(finding.case)}",
        f"harbor     {show.answer(finding.harbor)}",
        f"candidate  {show.answer(finding.candidate)}",
    ]
    pytest.fail("\n".join(lines), pytrace=False)
