"""Commands with ``--scheduler``: the same results as here, and what happens to workers."""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from audited import TRIAL
from fleets import Fleet, distributed, kill, stop
from programs import COMMAND, ROOT, command, last_line, run_program

LONG = pytest.mark.end_to_end
GUIDE = ROOT / "docs" / "fleet.md"

METRIC = ("--operation", "metric", "--profile", "quick", "--seed", "1")
RUN = ("certify", "deviation/naive-sum", *METRIC)
"""A run of seconds, which diverges."""

type Befalling = Callable[[subprocess.Popen[bytes]], None]


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    report = tmp_path_factory.mktemp("local")
    run_program(COMMAND, *RUN, "--report", str(report), status=1)
    return report


def same_report(one: Path, other: Path) -> bool:
    names = ("report.json", "report.html")
    return all((one / name).read_bytes() == (other / name).read_bytes() for name in names)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fleet]:
    """A scheduler with one worker that nothing befalls."""
    with closing(Fleet(tmp_path_factory.mktemp("fleet"))) as started:
        started.worker()
        yield started


@pytest.fixture
def fleet(shared: Fleet) -> Iterator[Fleet]:
    """The same, without the workers that a test has added."""
    before = [*shared.processes]
    yield shared
    for process in shared.processes[len(before) :]:
        kill(process)
    shared.processes[:] = before


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Fleet]:
    """A scheduler that has no workers yet."""
    with closing(Fleet(tmp_path)) as started:
        yield started


@pytest.mark.parametrize(
    ("befall", "told"),
    [
        (kill, "its work runs again"),
        pytest.param(stop, "", marks=LONG),
        pytest.param(lambda _: None, "", marks=LONG),
    ],
    ids=["killed", "hangs", "works"],
)
def test_two_workers_give_a_local_runs_report_also_if_one_is_killed_or_hangs(
    befall: Befalling, told: str, fleet: Fleet, expected: Path, tmp_path: Path
) -> None:
    doomed = fleet.worker()
    run = fleet.start(*RUN, "--report", str(tmp_path / "far"))
    fleet.await_work()
    befall(doomed)
    _, printed = run.communicate(timeout=1200)
    assert run.returncode == 1, printed
    assert told in printed
    assert same_report(tmp_path / "far", expected)


@LONG
def test_a_worker_with_another_pydantic_is_refused_by_name_and_others_go_on(
    own: Fleet, expected: Path, tmp_path: Path
) -> None:
    uv, other = str(Path(sys.executable).parent / "uv"), str(tmp_path / "other")
    into = ("--python", sys.executable, "--target", other)
    run_program(uv, "pip", "install", "--quiet", *into, "pydantic==2.14.2", status=0)
    own.worker(PYTHONPATH=other)
    verdict = last_line(own.run(*RUN, status=4))
    assert verdict.startswith("NO VERDICT (metric;")
    assert "can run it: tcp://127.0.0.1:" in verdict
    assert "pydantic 2.14.2, and this run has 2.14." in verdict
    own.worker()
    ended = own.run(*RUN, "--report", str(tmp_path / "far"), status=1)
    (line,) = (line for line in ended.stderr.splitlines() if "its answers are left out" in line)
    assert line.startswith("harbor-conformance: worker tcp://127.0.0.1:")
    assert "has pydantic 2.14.2, and this run has 2.14." in line
    assert same_report(tmp_path / "far", expected)


def test_a_worker_whose_candidate_is_another_is_refused_by_name(own: Fleet, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def metric(case):\n    return {'mean': 0}\n")
    own.worker()  # in this folder
    here = tmp_path / "here"
    here.mkdir()
    (here / "mine.py").write_text("def metric(case):\n    return {'mean': 1}\n")
    ended = own.run("certify", "mine:", *METRIC, cwd=here, status=4)
    assert "has the candidate " in ended.stderr
    assert last_line(ended).startswith("NO VERDICT (metric;")


@LONG
def test_a_run_whose_scheduler_is_gone_ends_with_what_is_known(own: Fleet) -> None:
    own.worker()
    run = own.start("certify", "reference", "--seed", "1")
    own.await_work()
    kill(own.scheduler)
    printed, _ = run.communicate(timeout=600)
    assert run.returncode == 4
    verdict = printed.splitlines()[-1]
    assert verdict.startswith("NO VERDICT (verifier, ")
    assert f"the scheduler {own.address} is gone" in verdict


@LONG
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_a_client_that_is_interrupted_or_killed_leaves_workers_for_the_next(
    number: signal.Signals, fleet: Fleet, expected: Path, tmp_path: Path
) -> None:
    fleet.worker()
    run = fleet.start(*RUN)
    fleet.await_work()
    run.send_signal(number)
    run.communicate(timeout=120)
    fleet.run(*RUN, "--report", str(tmp_path / "far"), status=1)
    assert same_report(tmp_path / "far", expected)


@LONG
def test_a_worker_with_a_nanny_is_refused_with_what_to_do(own: Fleet) -> None:
    own.start_worker(own.address, "--host", "127.0.0.1", "--nthreads", "1", "--no-dashboard")
    ended = own.run(*RUN, status=4)
    assert "has a nanny that forbids it processes: start it with --no-nanny" in ended.stderr


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fleet]:
    """Two workers with the user's own cache: environments take long to build."""
    cache = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    with closing(Fleet(tmp_path_factory.mktemp("built"), cache=cache)) as started:
        started.worker()
        started.worker()
        yield started


@pytest.fixture
def jobs(job: Path, tmp_path: Path) -> Path:
    """A folder of three jobs, one with another reward and one that cannot be read."""
    for name in ("other", "unreadable"):
        shutil.copytree(job, tmp_path / name)
    (tmp_path / "other" / TRIAL / "verifier" / "reward.txt").write_text("0.75")
    (tmp_path / "unreadable" / "result.json").write_text("{")
    return tmp_path


@LONG
@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("audit", "{jobs}"), 1),
        (("gate", "0.18.0", "--clause", "run.configuration"), 1),
        (("survey", "harbor-rewardkit", "--fresh"), 0),
    ],
    ids=["audit", "gate", "survey"],
)
def test_other_commands_print_what_they_print_here(
    words: tuple[str, ...], code: int, built: Fleet, jobs: Path
) -> None:
    filled = [word.format(jobs=jobs) for word in (*words, "--json")]
    ended, expected = built.run(*filled), command(*filled)
    assert expected.returncode == code, expected.stderr
    assert json.loads(ended.stdout) == json.loads(expected.stdout), ended.stderr
    assert ended.returncode == code


@LONG
def test_fuzzing_finds_the_same(built: Fleet, tmp_path: Path) -> None:
    clause = ("--clause", "metric.compensated-sum", "--seed", "1", "--cases", "400")
    found = []
    for run in (built.run, command):
        run("fuzz", "deviation/naive-sum", *clause, "--fresh", cwd=tmp_path, status=1)
        (whole,) = json.loads((tmp_path / "fuzz" / "report.json").read_text())["runs"].values()
        found.append([cause["deviations"] for cause in whole["causes"]])
    assert found == [[["naive-sum"]]] * 2


@LONG
def test_tls_has_certificates_on_both_sides(tmp_path: Path) -> None:
    """The certificate authority is one of our own."""
    made = distributed.Security.temporary()
    texts = {"ca": made.tls_ca_file, "cert": made.tls_client_cert, "key": made.tls_client_key}
    files = {name: str(tmp_path / f"{name}.pem") for name in texts}
    for name, text in texts.items():
        Path(files[name]).write_text(text)
    tls = ("--protocol", "tls", "--tls-ca-file", files["ca"], "--tls-cert", files["cert"])
    with closing(Fleet(tmp_path, *tls, "--tls-key", files["key"])) as started:
        assert started.address.startswith("tls://127.0.0.1:")
        started.worker()
        refused = started.run("certify", "reference", *METRIC, status=4)
        assert refused.stdout.splitlines()[-1].startswith("NO VERDICT (metric;")
        started.environment |= {
            "DASK_DISTRIBUTED__COMM__TLS__CA_FILE": files["ca"],
            "DASK_DISTRIBUTED__COMM__TLS__CLIENT__CERT": files["cert"],
            "DASK_DISTRIBUTED__COMM__TLS__CLIENT__KEY": files["key"],
        }
        started.run("certify", "reference", *METRIC, status=0)


@LONG
def test_the_docs_are_followed_to_the_letter(tmp_path: Path) -> None:
    text = GUIDE.read_text(encoding="utf-8")
    scheduler, worker, line = re.findall(r"```sh\n(.*)\n```", text)
    with closing(Fleet(tmp_path, words=shlex.split(scheduler)[1:])) as started:
        assert started.address == shlex.split(worker)[2]
        started.start_worker(*shlex.split(worker)[2:])
        words = shlex.split(line)
        assert words[-2:] == ["--scheduler", started.address]
        ended = started.run(*words[1:-2], status=0)
        assert ended.stdout.splitlines()[-1].startswith("CONFORMANT (verifier, multi_step,")
