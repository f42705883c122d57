"""Runs the suite under pytest: ``pytest -p conformance.pytest_plugin --pyargs conformance.suite``.

Each test is a clause, put to one candidate by the code that ``certify`` runs; the session ends with
certify's verdict line and exit status. In this repository ``pytest`` alone runs every built-in
candidate.
"""

import os
import secrets
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from conformance.certification.certifying import Request, RunPlan, plan_of
from conformance.certification.plan import Profile, Step
from conformance.certification.run import believed, probe, take_all
from conformance.certification.verdict import ExitCode
from conformance.cli.errors import UsageError, expected, reason
from conformance.cli.options import (
    DEFAULT_TIMEOUT,
    asked_for,
    expected_of,
    operations_asked,
    options_naming,
)
from conformance.cli.project import Project, project
from conformance.examination.findings import CheckResult, Finding
from conformance.executor.workers import Workers
from conformance.implementations.ports import PORTS
from conformance.implementations.start import (
    BUILT_IN,
    HARBOR,
    OF_HARBOR_ALONE,
    ToolchainError,
)
from conformance.operations import OPERATIONS
from conformance.operations.catalogue import CATALOGUE
from conformance.protocol import show
from conformance.pytest_fleet import Ahead, ahead_of
from conformance.pytest_verdict import Part, SessionVerdict

_SEED = "conformance_seed"
_REQUESTS = pytest.StashKey[dict[str, Request]]()
_EXAMINED = pytest.StashKey[dict[str, "Examined"]]()
_AHEAD = pytest.StashKey[Ahead | None]()
_PART = pytest.StashKey[Part]()


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
        help="how many cases are generated (default: default, and quick for the built-in ports, "
        "which follow the reference)",
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
        config.stash[_AHEAD] = ahead_of(config)
    except expected() as error:
        code, why = reason(error)
        pytest.exit(f"harbor-conformance: {why}", returncode=code)
    config.stash[_EXAMINED] = {}
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
    """Have a scheduler's workers begin with everything that the tests will want one by one."""
    config = session.config
    ahead = config.stash[_AHEAD]
    if ahead is None or config.option.collectonly:
        return
    wanted: dict[str, list[str]] = {}
    for item in session.items:
        if "examine" in getattr(item, "fixturenames", ()):
            name, clause = item.callspec.params["examine"]  # type: ignore[attr-defined]
            wanted.setdefault(name, []).append(clause)
    for name, clauses in wanted.items():
        examined = _examined(config, name)
        if examined.planned is not None:
            ahead.ask(examined.planned.settings, [s for c in clauses for s in examined.steps(c)])


def pytest_unconfigure(config: pytest.Config) -> None:
    """Cancel what the workers of a scheduler still run."""
    ahead = config.stash.get(_AHEAD, None)
    if ahead is not None:
        ahead.close()


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
        _end(examined, part)

    return run


def _end(examined: "Examined", part: Part) -> None:
    """End a test as its part of the run has it: passed, failed or skipped, with the reason."""
    if part.why:
        (pytest.fail if part.code else pytest.skip)(show.printable(f"not run: {part.why}"))
    if part.clause not in examined.clauses:
        pytest.skip(examined.why_none(part.clause))
    if lines := list(examined.complaints(part.results)):
        pytest.fail("\n".join(map(show.printable, lines)), pytrace=False)


class Examined:
    """A candidate of the session in this process: what it is asked, or why it cannot be."""

    def __init__(self, request: Request, ahead: Ahead | None, *, named: bool) -> None:
        """Take a first look at the candidate; ``named`` says whether somebody asked for it."""
        self.request, self._ahead = request, ahead
        self.planned: RunPlan | None = None
        self._refused: Part | None = None
        try:
            tried = probe(request.spec, request.wanted)
            self.planned = plan_of(request, tried)
        except expected() as error:
            code, why = reason(error)
            # A skip is not a pass, and where CI is to have every language it is a failure.
            away = isinstance(error, ToolchainError) and not (named or os.environ.get("CI"))
            self._refused = Part(
                request.spec.name, "", code=ExitCode.CONFORMANT if away else code, why=why
            )

    @property
    def clauses(self) -> set[str]:
        """The clauses that the candidate is asked."""
        return set() if self.planned is None else {step.clause for step in self.planned.steps}

    def steps(self, clause: str) -> list[Step]:
        """Return what a clause's test runs."""
        return [s for s in (self.planned.steps if self.planned else ()) if s.clause == clause]

    def part(self, clause: str) -> Part:
        """Return what putting a clause to the candidate finds out."""
        name = self.request.spec.name
        if self._refused is not None or self.planned is None:
            assert self._refused is not None  # noqa: S101 - there is a plan or a reason
            return replace(self._refused, clause=clause)
        try:
            results = self._results(self.planned, self.steps(clause))
        except expected() as error:
            code, why = reason(error)
            self._refused = Part(name, clause, code=code, why=why)
            return self._refused
        lean = tuple(replace(result, observations=()) for result in results)
        return Part(name, clause, self.planned.tried, lean)

    def _results(self, planned: RunPlan, steps: Sequence[Step]) -> Sequence[CheckResult]:
        if not steps:
            return ()
        if self._ahead is not None:
            return [self._ahead.result(self.request.spec.name, step) for step in steps]
        believed({step.operation for step in steps})
        return take_all(planned.settings, steps, "")

    def why_none(self, clause: str) -> str:
        """Return why the candidate is asked nothing of a clause."""
        operation = CATALOGUE[clause].operation
        if self.planned is not None and operation in self.planned.scope.not_claimed:
            return f"{operation} is not claimed by {self.request.spec.name}"
        return "the expected deviations leave nothing of it to ask"

    def complaints(self, results: Sequence[CheckResult]) -> Iterator[str]:
        """Yield what is wrong by results, as certify judges them; nothing where they pass."""
        assert self.planned is not None  # noqa: S101 - there are results
        commands = self.planned.commands
        for result in results:
            finding = result.divergence or (result.inexact if self.request.exact else None)
            if finding is not None:
                yield from _told(finding, commands.repeat(finding.clause, finding.case))
            why = [*result.stale, *result.faults, result.problem or result.not_asked]
            yield from filter(None, why)
            if not (result.cases or finding or any(why)):
                yield "no case was asked"


def _told(finding: Finding, repeat: str) -> Iterator[str]:
    yield f"{finding.clause}: {show.printable(finding.difference)}"
    yield f"asked      {show.case(finding.case)}"
    yield f"expected   {show.answer(finding.expected)}"
    if finding.is_deviation:
        yield f"harbor     {show.answer(finding.oracle_answer)}"
    yield f"candidate  {show.answer(finding.candidate)}"
    yield f"repeat     {repeat}"


def _examined(config: pytest.Config, name: str) -> Examined:
    """Return a candidate of the session, which is looked at once in each process."""
    known = config.stash[_EXAMINED]
    if name not in known:
        options = config.option
        named = bool(options.candidate) or name not in {*BUILT_IN, HARBOR}
        known[name] = Examined(config.stash[_REQUESTS][name], config.stash[_AHEAD], named=named)
    return known[name]


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
    """Return what is asked of each candidate, by name; raises UsageError and ExpectedFileError."""
    options = config.option
    line, file = options.conformance_command, options.conformance_expected
    names: list[str] = options.candidate or []
    table = project()
    if not (names or line) and table is not None and table.has_candidate:
        return _of_table(config, table)
    names = names or ([] if line else [*BUILT_IN, HARBOR])
    if file is not None and len(names) + bool(line) != 1:
        raise UsageError("--expected goes with one --candidate, or with --command")
    keys: dict[str, Any] = {} if table is None else table.of_any_candidate
    found = [_request(config, Chosen(name=name, expected=file, **keys)) for name in names]
    if line:
        found.append(_request(config, Chosen(line=line, expected=file, **keys)))
    return {request.spec.name: request for request in found}


@dataclass(frozen=True, slots=True)
class Chosen:
    """A candidate of the session, as options or the project's table describe it."""

    name: str | None = None
    line: str | None = None
    env: list[str] | None = None
    timeout: float = DEFAULT_TIMEOUT
    python: str | None = None
    allow_harbor: bool = False
    expected: Path | None = None
    operations: list[str] | None = None
    profile: str | None = None
    exact: bool = False


def _of_table(config: pytest.Config, table: Project) -> dict[str, Request]:
    """Return what ``[tool.harbor-conformance]`` asks of the project's candidate."""
    if table.folder != Path.cwd():
        raise UsageError(f"run pytest in {table.folder}, whose pyproject.toml names the candidate")
    keys: dict[str, Any] = {
        _FIELDS.get(key, key.replace("-", "_")): value for key, value in table.keys.items()
    }
    expected = config.option.conformance_expected or keys.pop("expected", None)
    keys["expected"] = None if expected is None else Path(expected)
    request = _request(config, Chosen(**keys))
    return {request.spec.name: request}


_FIELDS = {"candidate": "name", "command": "line"}


def _request(config: pytest.Config, chosen: Chosen) -> Request:
    """Return what certify would ask of a candidate.

    Whole jobs are for harbor alone, whose answers to the other operations need no second
    process to be believed. The built-in candidates claim to agree exactly.
    """
    name, file = chosen.name, chosen.expected
    whom = (name, chosen.line, chosen.env, chosen.timeout, chosen.python)
    spec = asked_for(*whom, allow_harbor=chosen.allow_harbor)
    declared = expected_of(spec, file)
    if declared.gone:
        raise UsageError(f"the expected deviations of {spec.name} are stale: {declared.gone[0]}")
    usual = Profile.QUICK if name in PORTS else Profile.DEFAULT
    wanted = OF_HARBOR_ALONE if name == HARBOR else OPERATIONS
    return Request(
        spec=spec,
        seed=config.option.conformance_seed,
        workers=Workers(1),
        profile=Profile(config.option.conformance_profile or chosen.profile or usual),
        wanted=operations_asked(chosen.operations, None) or wanted,
        declared=declared,
        exact=chosen.exact or name in {*BUILT_IN, HARBOR},
        candidate_options=options_naming(*whom, allow_harbor=chosen.allow_harbor),
        certify_options=() if file is None else ("--expected", str(file)),
    )
