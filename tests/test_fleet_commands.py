"""Every command that takes a scheduler prints what it prints without one; and TLS."""

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from fleets import COMMAND, Fleet
from released_jobs import FAILING, leaving

from conformance.implementations.installed_harbor import write_jobs
from conformance.protocol.scenario import Scenario

distributed = pytest.importorskip(
    "distributed", reason="pip install -c constraints.txt -e '.[fleet]'"
)

pytestmark = pytest.mark.end_to_end

DOCS = Path(__file__).parent.parent / "docs"
GUIDE = "fleet.md"
METRIC = ("--operation", "metric", "--profile", "quick", "--seed", "1")

JOB: Scenario = {
    "tasks": [
        {"name": "one", "attempts": [[leaving("1")], [leaving("0")]]},
        {"name": "two", "attempts": [[leaving(None, '{"reward": 0.5}')], [FAILING]]},
    ],
    "job": {"n_attempts": 2, "n_concurrent_trials": 1},
}


@pytest.fixture(scope="module")
def fleet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fleet]:
    """Two workers with the cache of whoever runs the tests: environments take long to build."""
    cache = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    started = Fleet(tmp_path_factory.mktemp("fleet"), cache=cache)
    started.worker()
    started.worker()
    yield started
    started.end()


def here(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([COMMAND, *words], capture_output=True, text=True, check=False)


def test_an_audit_derives_the_same(fleet: Fleet, tmp_path: Path) -> None:
    jobs = write_jobs({f"job-{number}": JOB for number in range(3)}, tmp_path)
    (next(jobs["job-1"].glob("one*")) / "verifier" / "reward.txt").write_text("0.75")
    (jobs["job-2"] / "result.json").write_text("{")
    words = ("audit", str(tmp_path), "--json")
    ended, expected = fleet.run(*words), here(*words)
    assert expected.returncode == 1, expected.stderr
    assert ended.stdout == expected.stdout, ended.stderr
    assert ended.returncode == 1


def test_a_gate_sees_the_same(fleet: Fleet) -> None:
    words = ("gate", "0.18.0", "--clause", "run.configuration", "--json")
    ended, expected = fleet.run(*words), here(*words)
    assert expected.returncode == 1, expected.stderr
    assert ended.stdout == expected.stdout, ended.stderr
    assert ended.returncode == 1


def test_a_survey_shows_the_same(fleet: Fleet) -> None:
    words = ("survey", "harbor-rewardkit", "--json", "--fresh")
    ended, expected = fleet.run(*words), here(*words)
    assert expected.returncode == 0, expected.stderr
    assert json.loads(ended.stdout) == json.loads(expected.stdout), ended.stderr
    assert ended.returncode == 0


def in_pytest(*words: str) -> subprocess.CompletedProcess[str]:
    plugin = ("-p", "conformance.pytest_plugin", "-p", "no:cacheprovider", "-q")
    suite = ("--pyargs", "conformance.suite", "--conformance-profile", "quick", "-k", "metric")
    command = [sys.executable, "-m", "pytest", *plugin, *suite, "--conformance-seed", "1", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_suite_under_pytest_fails_in_the_same_tests(fleet: Fleet) -> None:
    asked = ("--candidate", "deviation/naive-sum")
    ended, expected = in_pytest(*asked, "--scheduler", fleet.address), in_pytest(*asked)
    assert expected.returncode == 1, expected.stdout
    assert failed(ended.stdout) == failed(expected.stdout)
    assert failed(ended.stdout)
    assert ended.returncode == 1


def failed(printed: str) -> set[str]:
    return {line for line in printed.splitlines() if line.startswith(("FAILED", "E "))}


def test_the_suite_under_pytest_has_one_process_beside_a_fleet() -> None:
    ended = in_pytest("--scheduler", "tcp://127.0.0.1:1", "-n", "2")
    assert ended.returncode == 2
    assert "--scheduler goes without -n" in ended.stderr


def test_a_session_whose_scheduler_is_not_there_has_no_verdict() -> None:
    ended = in_pytest("--candidate", "reference", "--scheduler", "tcp://127.0.0.1:1")
    assert ended.returncode == 4
    assert "no verdict: no scheduler at tcp://127.0.0.1:1" in ended.stdout + ended.stderr


@pytest.fixture(scope="module")
def certified(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return files of a certificate authority of our own, and of a key that it signed."""
    made = distributed.Security.temporary()
    folder = tmp_path_factory.mktemp("tls")
    texts = {"ca": made.tls_ca_file, "cert": made.tls_client_cert, "key": made.tls_client_key}
    for name, text in texts.items():
        (folder / f"{name}.pem").write_text(text)
    return {name: str(folder / f"{name}.pem") for name in texts}


def test_tls_has_certificates_on_both_sides(certified: dict[str, str], tmp_path: Path) -> None:
    files = ("--tls-ca-file", certified["ca"], "--tls-cert", certified["cert"])
    fleet = Fleet(tmp_path, "--protocol", "tls", *files, "--tls-key", certified["key"])
    try:
        assert fleet.address.startswith("tls://127.0.0.1:")
        fleet.worker()
        refused = fleet.run("certify", "reference", *METRIC)
        assert refused.returncode == 4
        assert refused.stdout.splitlines()[-1].startswith("NO VERDICT (metric;")
        fleet.environment |= {
            "DASK_DISTRIBUTED__COMM__TLS__CA_FILE": certified["ca"],
            "DASK_DISTRIBUTED__COMM__TLS__CLIENT__CERT": certified["cert"],
            "DASK_DISTRIBUTED__COMM__TLS__CLIENT__KEY": certified["key"],
        }
        ended = fleet.run("certify", "reference", *METRIC)
        assert ended.returncode == 0, ended.stdout + ended.stderr
    finally:
        fleet.end()


def test_the_docs_are_followed_to_the_letter(tmp_path: Path) -> None:
    text = (DOCS / GUIDE).read_text(encoding="utf-8")
    scheduler, worker, command = re.findall(r"```sh\n(.*)\n```", text)
    fleet = Fleet(tmp_path, words=shlex.split(scheduler)[1:])
    try:
        assert fleet.address == shlex.split(worker)[2]
        fleet.start_worker(*shlex.split(worker)[2:])
        words = shlex.split(command)
        assert words[-2:] == ["--scheduler", fleet.address]
        ended = fleet.run(*words[1:-2])
        assert ended.returncode == 0, ended.stdout + ended.stderr
        assert ended.stdout.splitlines()[-1].startswith("CONFORMANT (verifier, multi_step,")
    finally:
        fleet.end()
