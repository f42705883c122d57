"""Runs the suite under pytest: ``pytest -p conformance.pytest_plugin --pyargs conformance.suite``.

Each test is a clause, run on one candidate by the code of ``certify``; the session ends with
certify's verdict line and exit status. In this repository ``pytest`` alone runs every built-in
candidate.
"""

import secrets
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from conformance.certification.plan import Profile
from conformance.certification.request import Request
from conformance.cli.app import loaded
from conformance.cli.certify import CertifyCommand
from conformance.cli.errors import UsageError, complaint
from conformance.cli.project import project
from conformance.implementations.deviating import OF_HARBOR_ALONE
from conformance.implementations.released_harbor import served_release
from conformance.implementations.start import BUILT_IN, HARBOR
from conformance.operations.catalogue import CATALOGUE
from conformance.pytest_plugin.clause import Examined
from conformance.pytest_plugin.verdict import SessionVerdict

_SEED = "conformance_seed"
_REQUESTS = pytest.StashKey[dict[str, Request]]()
_EXAMINED = pytest.StashKey[dict[str, Examined]]()
_OPENED = pytest.StashKey[ExitStack]()

_PASSED_ON = ("seed", "expected", "profile", "level", "release")
"""Options of certify that the session has too."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of ``certify`` under names that no other plugin has."""
    add = parser.getgroup("harbor-conformance").addoption
    add(
        "--candidate",
        action="append",
        help="candidate to run: a built-in name, deviation/NAME or module:attribute; repeatable; "
        "all built-in ones by default, and harbor itself for whole jobs",
    )
    one_candidate = {
        "--command": "run this command, as certify does, instead of the built-in candidates",
        "--expected": "the expected deviations of the one candidate, as TOML",
    }
    for name, text in one_candidate.items():
        add(name, dest=f"conformance_{name[2:]}", help=text)
    settings = {
        "profile": "how many cases are generated: quick, default or deep (default: default; quick "
        "for built-in candidates)",
        "level": "require the clauses of this level and those more common: common, rare or "
        "extreme; others that fail are xfailed (default: extreme)",
        "release": "compare with this release of harbor (default: 0.13.1)",
        "seed": "generate the cases of an earlier run again",
    }
    for name, text in settings.items():
        add(f"--conformance-{name}", help=text)


def pytest_configure(config: pytest.Config) -> None:
    """Choose the candidates and the seed, which all processes of a session share."""
    if config.option.conformance_seed is None:
        shared = getattr(config, "workerinput", {}).get(_SEED)
        config.option.conformance_seed = secrets.randbits(32) if shared is None else shared
    config.stash[_OPENED] = opened = ExitStack()
    config.add_cleanup(opened.close)
    try:
        config.stash[_REQUESTS] = requests = _requests(config)
    except Exception as error:
        if (ending := complaint(error)) is None:
            raise
        pytest.exit(ending[1], returncode=ending[0])
    config.stash[_EXAMINED] = {}
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(SessionVerdict(requests, _tests(requests)))


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:  # noqa: ANN401 - xdist's, which has no types
    """Hand the seed to a worker of pytest-xdist."""
    node.workerinput[_SEED] = node.config.option.conformance_seed


def pytest_report_header(config: pytest.Config) -> str:
    """Print the seed, which generates the same cases again."""
    profiles = {str(request.profile): None for request in config.stash[_REQUESTS].values()}
    seed = config.option.conformance_seed
    return f"harbor-conformance: profile {' and '.join(profiles)}, --conformance-seed {seed}"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Make a test of each clause and candidate, whether or not the candidate claims it."""
    if "examine" in metafunc.fixturenames:
        tests = _tests(metafunc.config.stash[_REQUESTS])
        metafunc.parametrize("examine", tests.values(), ids=tests, indirect=True)


@pytest.fixture
def examine(request: pytest.FixtureRequest) -> Callable[[], None]:
    """Run a clause on a candidate; fail with the smallest case if it does not pass."""
    name, clause = request.param

    def run() -> None:
        examined = _examined(request.session, name)
        part = examined.part(clause)
        request.node.user_properties.append(part.packed())
        examined.end(part)

    return run


def _examined(session: pytest.Session, name: str) -> Examined:
    """Return a candidate, which each process starts once."""
    config = session.config
    known = config.stash[_EXAMINED]
    if name not in known:
        named = bool(config.option.candidate) or name not in {*BUILT_IN, HARBOR}
        made = [getattr(item, "callspec", None) for item in session.items]
        tests = [one.params["examine"] for one in made if one and "examine" in one.params]
        selected = [clause for candidate, clause in tests if candidate == name]
        known[name] = Examined(config.stash[_REQUESTS][name], selected, named=named)
    return known[name]


def _tests(requests: dict[str, Request]) -> dict[str, tuple[str, str]]:
    """Return the candidate and clause of each test by its id, all of a clause together."""
    return {
        _id(id_, name): (name, id_)
        for id_, clause in CATALOGUE.items()
        for name, request in requests.items()
        if clause.operation in request.wanted
    }


def _id(clause: str, candidate: str) -> str:
    """Return the text in a test's brackets, in ASCII, which pytest leaves unchanged."""
    return f"{clause}-{quote(candidate, safe=' !#$&()*+,-./:;<=>?@^_`{|}~' + chr(34) + chr(39))}"


def _requests(config: pytest.Config) -> dict[str, Request]:
    """Return the request for each candidate, by name, as certify's own options make it.

    Without ``--candidate`` and ``--command``, the candidate is that of the project's table, or else
    every built-in one. Only harbor runs whole jobs; its other answers need no second process.
    Raises the errors of a command line.
    """
    options = config.option
    given: list[list[str]] = [[name] for name in options.candidate or ()]
    if options.conformance_command:
        given.append(["--command", options.conformance_command])
    if not given and (table := project()) is not None and table.has_candidate:
        if table.file.parent != Path.cwd():
            raise UsageError(f"run pytest in {table.file.parent}, whose table names the candidate")
        given = [[]]
    given = given or [[name] for name in (*BUILT_IN, HARBOR)]
    if options.conformance_expected and len(given) != 1:
        raise UsageError("--expected goes with one --candidate, or with --command")
    found = [_request(config, words) for words in given]
    return {request.spec.name: request for request in found}


def _request(config: pytest.Config, words: list[str]) -> Request:
    """Return certify's request for a candidate; built-in ones must agree exactly."""
    line = [*words, "--jobs", "1"]
    if len(words) == 1 and words[0] in {*BUILT_IN, HARBOR}:
        line += ["--exact", "--profile", Profile.QUICK]
    for name in _PASSED_ON:
        value = config.getoption(f"conformance_{name}")
        line += [] if value is None else [f"--{name}", str(value)]
    command = CertifyCommand(**loaded("certify").make_context("certify", line).params)
    serving = served_release(config.option.conformance_release)
    oracle = config.stash[_OPENED].enter_context(serving)
    request = command.request(command.workers()).against(oracle)
    if gone := request.declared.gone:
        raise UsageError(f"the expected deviations of {request.spec.name} are stale: {gone[0]}")
    return replace(request, wanted=OF_HARBOR_ALONE) if words == [HARBOR] else request
