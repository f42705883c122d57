"""Runs the suite under pytest: ``pytest -p conformance.pytest_plugin --pyargs conformance.suite``.

Each test is a clause, put to one candidate by the code that ``certify`` runs; the session ends with
certify's verdict line and exit status. In this repository ``pytest`` alone runs every built-in
candidate.
"""

import secrets
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import BrokenExecutor
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from conformance.certification.plan import Profile
from conformance.certification.request import Request
from conformance.certification.verdict import ExitCode
from conformance.cli.app import loaded
from conformance.cli.certify import CertifyCommand
from conformance.cli.errors import UsageError, complaint
from conformance.cli.project import project
from conformance.cli.work import workers_of
from conformance.executor.workers import Workers
from conformance.implementations.start import (
    BUILT_IN,
    HARBOR,
    OF_HARBOR_ALONE,
)
from conformance.operations.catalogue import CATALOGUE
from conformance.operations.clause import Level
from conformance.pytest_plugin.clause import ClausePart, Examined
from conformance.pytest_plugin.verdict import SessionVerdict

_SEED = "conformance_seed"
_REQUESTS = pytest.StashKey[dict[str, Request]]()
_EXAMINED = pytest.StashKey[dict[str, Examined]]()
_SELECTED = pytest.StashKey[dict[str, list[str]]]()
_WORKERS = pytest.StashKey[Workers]()
_STACK = pytest.StashKey[ExitStack]()
_PART = pytest.StashKey[ClausePart]()


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
        "--expected",
        dest="conformance_expected",
        type=Path,
        help="the divergences that the one candidate declares, as TOML",
    )
    group.addoption(
        "--conformance-profile",
        choices=list(Profile),
        help="how many cases are generated (default: default, and quick for the built-in "
        "candidates)",
    )
    group.addoption(
        "--conformance-level",
        choices=list(Level),
        help="require the clauses of this level and those more common; others that fail are "
        "xfailed (default: extreme)",
    )
    group.addoption(
        "--scheduler",
        dest="conformance_scheduler",
        metavar="ADDRESS",
        help="have the workers of this scheduler of Dask's run the clauses, as certify does",
    )
    group.addoption(
        "--conformance-seed", type=int, help="generate the cases of an earlier run again"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Settle the candidates, and the seed, which all processes of one session share."""
    if config.option.conformance_seed is None:
        shared = getattr(config, "workerinput", {}).get(_SEED)
        config.option.conformance_seed = secrets.randbits(32) if shared is None else shared
    try:
        config.stash[_REQUESTS] = requests = _requests(config)
        config.stash[_WORKERS] = _workers(config)
    except Exception as error:
        ending = complaint(error)
        if ending is None:
            raise
        pytest.exit(ending[1], returncode=ending[0])
    config.stash[_EXAMINED], config.stash[_SELECTED] = {}, {}
    config.stash[_STACK] = ExitStack()
    if not hasattr(config, "workerinput"):
        tests = {_id(clause, name): (name, clause) for name, clause in _tests(requests)}
        config.pluginmanager.register(SessionVerdict(requests, tests))


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:  # noqa: ANN401 - xdist's, which has no types
    """Hand the seed to a worker of pytest-xdist."""
    node.workerinput[_SEED] = node.config.option.conformance_seed


def pytest_report_header(config: pytest.Config) -> str:
    """Name the seed, with which the same cases are generated again."""
    profiles = {str(request.profile): None for request in config.stash[_REQUESTS].values()}
    seed = config.option.conformance_seed
    return f"harbor-conformance: profile {' and '.join(profiles)}, --conformance-seed {seed}"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Make a test of each clause and candidate; whether the candidate claims it shows later."""
    if "examine" in metafunc.fixturenames:
        metafunc.parametrize(
            "examine",
            [
                pytest.param((name, clause), id=_id(clause, name))
                for name, clause in _tests(metafunc.config.stash[_REQUESTS])
            ],
            indirect=True,
        )


def pytest_collection_finish(session: pytest.Session) -> None:
    """Note what was selected; a scheduler's workers begin with all of it."""
    config = session.config
    workers, wanted = config.stash[_WORKERS], config.stash[_SELECTED]
    for item in session.items:
        if "examine" in getattr(item, "fixturenames", ()):
            name, clause = item.callspec.params["examine"]  # type: ignore[attr-defined]
            wanted.setdefault(name, []).append(clause)
    if workers.scheduler is None or config.option.collectonly:
        return
    try:
        for name, clauses in wanted.items():
            _examined(config, name).begin(clauses, workers, config.stash[_STACK])
    except BrokenExecutor as error:
        pytest.exit(f"no verdict: {error}", returncode=ExitCode.ORACLE)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Cancel what the workers of a scheduler still run."""
    if (stack := config.stash.get(_STACK, None)) is not None:
        stack.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Keep what a test found out in its report, for the process that judges the session."""
    report = yield
    if call.when == "call" and (part := item.stash.get(_PART, None)) is not None:
        part.write(report)
    return report


@pytest.fixture
def examine(request: pytest.FixtureRequest) -> Callable[[], None]:
    """Put a clause to a candidate; fail with the smallest case where it does not pass."""
    name, clause = request.param

    def run() -> None:
        examined = _examined(request.config, name)
        request.node.stash[_PART] = part = examined.part(clause)
        examined.end(part)

    return run


def _examined(config: pytest.Config, name: str) -> Examined:
    """Return a candidate of the session, which is looked at once in each process."""
    known = config.stash[_EXAMINED]
    if name not in known:
        named = bool(config.option.candidate) or name not in {*BUILT_IN, HARBOR}
        selected = config.stash[_SELECTED].get(name, ())
        known[name] = Examined(config.stash[_REQUESTS][name], selected, named=named)
    return known[name]


def _workers(config: pytest.Config) -> Workers:
    """Return the workers of the scheduler, where one is named, or none; raises UsageError."""
    workers = workers_of(1, config.option.conformance_scheduler)
    parallel = hasattr(config, "workerinput") or getattr(config.option, "numprocesses", None)
    if workers.scheduler is not None and parallel:
        raise UsageError("--scheduler goes without -n")
    return workers


def _tests(requests: dict[str, Request]) -> Iterator[tuple[str, str]]:
    """Yield each candidate and clause that makes a test."""
    for name, request in requests.items():
        for id_, clause in CATALOGUE.items():
            if clause.operation in request.wanted:
                yield name, id_


def _id(clause: str, candidate: str) -> str:
    """Return what stands in a test's brackets: plain ASCII, which pytest leaves as it is."""
    return f"{clause}-{quote(candidate, safe=' !#$&()*+,-./:;<=>?@^_`{|}~' + chr(34) + chr(39))}"


def _requests(config: pytest.Config) -> dict[str, Request]:
    """Return what is asked of each candidate, by name, as certify's own options have it.

    Without ``--candidate`` and ``--command`` that is the candidate of the project's table, or else
    every built-in one. Whole jobs are for harbor alone, whose answers to the other operations need
    no second process to be believed. Raises what a command line is refused for.
    """
    options = config.option
    names: list[str] = options.candidate or []
    given = [[name] for name in names]
    if options.conformance_command:
        given.append(["--command", options.conformance_command])
    table = project()
    if not given and table is not None and table.has_candidate:
        if table.folder != Path.cwd():
            raise UsageError(f"run pytest in {table.folder}, whose table names the candidate")
        given = [[]]
    given = given or [[name] for name in (*BUILT_IN, HARBOR)]
    if options.conformance_expected and len(given) != 1:
        raise UsageError("--expected goes with one --candidate, or with --command")
    found = [_request(config, words) for words in given]
    return {request.spec.name: request for request in found}


def _request(config: pytest.Config, words: list[str]) -> Request:
    """Return what certify would ask of a candidate; built-in ones claim to agree exactly."""
    options = config.option
    (name,) = words if len(words) == 1 else [""]
    built_in = name in {*BUILT_IN, HARBOR}
    profile = options.conformance_profile or (Profile.QUICK if built_in else None)
    words = [*words, "--seed", str(options.conformance_seed)]
    words += ["--expected", str(options.conformance_expected)] * bool(options.conformance_expected)
    words += ["--profile", str(profile)] * bool(profile)
    level = options.conformance_level
    words += ["--level", str(level)] * bool(level)
    words += ["--exact"] * built_in
    given = loaded("certify").make_context("certify", words).params
    request = CertifyCommand(**given).request(Workers(1))
    if request.declared.gone:
        whose = request.spec.name
        raise UsageError(
            f"the expected deviations of {whose} are stale: {request.declared.gone[0]}"
        )
    return replace(request, wanted=OF_HARBOR_ALONE) if name == HARBOR else request
