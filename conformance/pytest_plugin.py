"""Runs the suite under pytest: ``pytest -p conformance.pytest_plugin --pyargs conformance.suite``.

In this repository ``pytest`` alone does, for every built-in candidate.
"""

import os
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from conformance.certification.plan import EXAMPLES, FAMILY, Profile, Step
from conformance.certification.run import Settings
from conformance.cli.errors import UsageError
from conformance.cli.session import Asked, candidates, test_of
from conformance.examination.findings import CheckResult
from conformance.fleet.ahead import Ahead
from conformance.implementations.ports import PORTS
from conformance.implementations.start import (
    Candidate,
    CandidateError,
    Harbor,
    ToolchainError,
    UnknownCandidateError,
    UntrustedOracleError,
    open_harbor,
    refuse_moved,
    start,
)
from conformance.ledger.ledger import LedgerError
from conformance.operations import EVERY_OPERATION
from conformance.operations.catalogue import CATALOGUE, checks
from conformance.operations.clause import Check
from conformance.pytest_fleet import ahead_of, result_of, wanted
from conformance.pytest_judging import judge
from conformance.pytest_never_seen import NeverSeen, applied

_SEED = "conformance_seed"
_ASKED = pytest.StashKey[dict[str, Asked]]()
_AHEAD = pytest.StashKey[Ahead | None]()


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
        "--command",
        dest="conformance_command",
        help="examine this command, as certify does, instead of the built-in candidates",
    )
    group.addoption(
        "--ledger",
        dest="conformance_ledger",
        type=Path,
        help="the divergences that the one candidate declares, as TOML",
    )
    group.addoption(
        "--conformance-profile",
        choices=list(Profile),
        help="how many questions are asked (default: default, and quick of the built-in ports, "
        "which follow the reference)",
    )
    group.addoption(
        "--scheduler",
        dest="conformance_scheduler",
        metavar="ADDRESS",
        help="have the workers of this scheduler of Dask's ask the questions, as certify does",
    )
    group.addoption(
        "--conformance-seed", type=int, help="ask the questions of an earlier run again"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Settle who is asked, and the seed, which all workers of one run share."""
    config.stash[_ASKED] = asked = _asked(config)
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(NeverSeen(asked))
    if config.option.conformance_seed is None:
        shared = getattr(config, "workerinput", {}).get(_SEED)
        config.option.conformance_seed = secrets.randbits(32) if shared is None else shared
    config.stash[_AHEAD] = ahead_of(config)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Have a fleet asked at once what the tests will want one by one."""
    config = session.config
    ahead = config.stash[_AHEAD]
    if ahead is None or config.option.collectonly:
        return
    for name, tests in wanted(session.items).items():
        steps = [step for step in config.stash[_ASKED][name].steps if test_of(step) in tests]
        ahead.ask(_settings(config, name), steps)


def pytest_unconfigure(config: pytest.Config) -> None:
    """End what a fleet is still asked."""
    ahead = config.stash.get(_AHEAD, None)
    if ahead is not None:
        ahead.close()


def _settings(config: pytest.Config, candidate: str) -> Settings:
    one = config.stash[_ASKED][candidate]
    profile = _profile(config, candidate)
    amount = EXAMPLES[profile], one.ledger, FAMILY[profile]
    return Settings(one.spec, config.option.conformance_seed, *amount)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:  # noqa: ANN401 - xdist's, which has no types
    """Hand the seed to a worker of pytest-xdist."""
    node.workerinput[_SEED] = node.config.option.conformance_seed


def pytest_report_header(config: pytest.Config) -> str:
    """Name the seed, with which the same questions are asked again."""
    options = config.option
    profiles = {str(_profile(config, name)): None for name in config.stash[_ASKED]}
    return (
        f"harbor-conformance: profile {' and '.join(profiles)}, "
        f"--conformance-seed {options.conformance_seed}"
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run each check, and each clause's recorded cases, for every candidate asked it."""
    values: dict[str, object] = {}
    if "conduct" in metafunc.fixturenames:
        values = {check.id: check for check in checks(EVERY_OPERATION)}
        argument = "check"
    elif "conduct_recorded" in metafunc.fixturenames:
        values = {id_: id_ for id_ in CATALOGUE}
        argument = "clause"
    if values:
        session = metafunc.config.stash[_ASKED]
        tests = {name: {test_of(step) for step in one.steps} for name, one in session.items()}
        pairs = [(id_, name) for id_ in values for name in session if id_ in tests[name]]
        metafunc.parametrize(
            (argument, "candidate"),
            [pytest.param(values[id_], name, id=f"{id_}-{name}") for id_, name in pairs],
            indirect=["candidate"],
            scope="session",
        )


def _profile(config: pytest.Config, candidate: str) -> Profile:
    """Return how much a candidate is asked."""
    chosen: Profile | None = config.option.conformance_profile
    return chosen or (Profile.QUICK if candidate in PORTS else Profile.DEFAULT)


def _asked(config: pytest.Config) -> dict[str, Asked]:
    """Return the candidates by name; ends the session where the options make no sense."""
    options = config.option
    try:
        return candidates(
            options.candidate, options.conformance_command, options.conformance_ledger
        )
    except (UsageError, LedgerError) as error:
        raise pytest.UsageError(f"harbor-conformance: {error}") from error


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
        session = request.config.stash[_ASKED][request.param]
        opened = start(session.spec)
    except ToolchainError as error:
        # A skip is not a pass, and where CI is to have every language it is a failure.
        (pytest.fail if os.environ.get("CI") else pytest.skip)(f"not run: {error}")
    except (CandidateError, UnknownCandidateError) as error:
        pytest.fail(f"the candidate could not be run: {error}", pytrace=False)
    yield opened
    opened.close()
    session.predictions.abandon()


@pytest.fixture
def conduct(
    believed: Callable[[str], Harbor], candidate: Candidate, request: pytest.FixtureRequest
) -> Callable[[Check], None]:
    """Run a check, and fail with the smallest case where it does not pass."""

    def run(check: Check) -> None:
        step = Step(check.clause, check.name)
        judge(_taken(step, believed, candidate, request), candidate)

    return run


@pytest.fixture
def conduct_recorded(
    believed: Callable[[str], Harbor], candidate: Candidate, request: pytest.FixtureRequest
) -> Callable[[str], None]:
    """Ask what is declared and recorded of a clause; fail with the smallest that diverges."""
    session = request.config.stash[_ASKED][candidate.name]

    def run(clause: str) -> None:
        for step in session.of_test(clause):
            result = _taken(step, believed, candidate, request)
            judge(result, candidate)

    return run


def _taken(
    step: Step,
    believed: Callable[[str], Harbor],
    candidate: Candidate,
    request: pytest.FixtureRequest,
) -> CheckResult:
    config = request.config
    session = config.stash[_ASKED][candidate.name]
    ahead = config.stash[_AHEAD]
    if ahead is not None:
        result = result_of(ahead, candidate.name, step)
        session.expect.applied |= result.applied
    else:
        terms = _settings(config, candidate.name).terms(session.expect)
        result = step.take(believed(step.operation), candidate, terms)
    request.node.user_properties.append(applied(candidate.name, session))
    return result
