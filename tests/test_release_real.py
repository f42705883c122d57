"""Releases of harbor as the oracle, each in its environment; run by ``tox -e gate``."""

import json
import os
import re
import sys
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from certified import ONE_OPERATION
from fuzzed import FOLDER, fuzz, report
from programs import COMMAND, ROOT, command, last_line, run_program
from worded import contradicted

from candidates.deviations.releases import MODELLED, between, deviations_of
from conformance.examination import corpus
from conformance.examination.corpus import OF_RELEASES
from conformance.gate.explanations import explanations
from conformance.gate.symptoms import Touches, symptoms
from conformance.implementations.released_harbor import (
    AbsentRelease,
    Release,
    opened_harbor,
    served_releases,
)
from conformance.protocol.values import HARBOR_VERSION, Answer, Case

pytestmark = pytest.mark.skipif(
    "HARBOR_CONFORMANCE_GATE" not in os.environ, reason="needs a package index: tox -e gate"
)

MODEL = "deviation/numbers-by-isinstance+finite-by-isfinite"
QUICK = ("--profile", "quick", "--seed", "1")


certify = partial(command, "certify", *QUICK)


@pytest.mark.parametrize("release", [one for one in MODELLED if one != HARBOR_VERSION])
def test_the_model_of_a_release_is_exact_on_generated_cases(release: str) -> None:
    names = "+".join(row.name for row in deviations_of(release))
    model = f"deviation/{names}" if names else "reference"
    completed = certify(model, "--release", release, "--exact", status=0)
    assert f"agrees exactly with harbor {release}" in completed.stdout


@pytest.mark.parametrize("release", ["0.15.0", "0.25.0", "0.26.0"])
def test_the_reference_lacks_what_a_release_has_and_with_that_declared_is_exact(
    release: str, tmp_path: Path
) -> None:
    rows = [row for name in OF_RELEASES for row in between(release, HARBOR_VERSION, name)]
    lacks = {row.name for row in rows}
    completed = certify("reference", "--release", release, status=1)
    assert {*re.findall(r"without-[\w.-]+", completed.stdout)} == lacks
    assert completed.stdout.startswith(f"{len(lacks)} causes explain ")
    assert "unexplained" not in completed.stdout
    file = tmp_path / "expected.toml"
    entry = '[[deviation]]\nname = "{}"\ncause = "c"\nsource = "s"\n'
    file.write_text("\n".join(map(entry.format, sorted(lacks))), encoding="utf-8")
    certify("reference", "--release", release, "--expected", str(file), "--exact", status=0)


def test_neighbouring_releases_that_answer_one_input_alike_have_one_answer() -> None:
    words = ("ask", "verifier", "--reward-json", '{"reward": "1"}', "--release", "0.20.0..0.24.0")
    completed = run_program(COMMAND, *words, "--release", "0.1.0", "--candidate", "reference")
    lines = completed.stdout.splitlines()
    assert [line.split("(")[0] for line in lines if line.startswith("reference")] == [
        "reference  the same, exactly as harbor 0.20.0 to 0.22.0",
        "reference  DIVERGES ",
    ]
    assert completed.stderr.splitlines()[-1].startswith("--release 0.1.0: ")
    assert completed.returncode == 1


@pytest.mark.parametrize("release", sorted({one.release for one in explanations()}))
def test_both_releases_run_what_shows_a_change_and_what_it_leaves_alone(release: str) -> None:
    told = [one for one in explanations() if one.release == release]
    wanted = {id_ for one in told for id_ in (*one.shows, *one.leaves)}
    cases = {one.id: one.case for one in corpus.load("run") if one.id in wanted}
    before = MODELLED[MODELLED.index(release) - 1]
    with served_releases([before, release]) as found:
        given = [answers_of(found[name], [*cases.values()]) for name in (before, release)]
    moved = {
        id_
        for (id_, case), one, other in zip(cases.items(), *given, strict=True)
        if any(place.touches is not Touches.TEXT for place in symptoms(case, one, other))
    }
    assert moved == {id_ for one in told for id_ in one.shows} & cases.keys()
    answers = dict(zip(cases, zip(cases.values(), *given, strict=True), strict=True))
    for one in told:
        shown = [answers[id_] for id_ in one.shows if id_ in answers]
        assert not shown or [*contradicted(one.means, shown)] == [], one.means


def answers_of(release: Release | AbsentRelease | None, cases: list[Case]) -> list[Answer]:
    assert not isinstance(release, AbsentRelease)
    with closing(opened_harbor(release)) as harbor:
        return [harbor.answer(case) for case in cases]


@pytest.mark.parametrize(("candidate", "status"), [("reference", 1), (MODEL, 0)])
def test_a_session_of_pytest_compares_with_a_release(candidate: str, status: int) -> None:
    words = ("conformance/suite", "--candidate", candidate, "-k", "verifier.json-text-integer")
    argv = [sys.executable, "-m", "pytest", "-n", "0", *words, "--conformance-release", "0.25.0"]
    completed = run_program(*argv, status=status)
    assert f"harbor 0.25.0 {'in' if status else 'on'} " in completed.stdout


def without_an_index(folder: Path) -> dict[str, str]:
    index = {"UV_DEFAULT_INDEX": "http://127.0.0.1:9/simple", "UV_CACHE_DIR": str(folder / "uv")}
    return {**os.environ, **index}


def test_a_certificate_of_a_release_is_repeated_by_that_release(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(ONE_OPERATION)
    words = ("--env", f"PYTHONPATH={ROOT}", "--release", "0.25.0", "--report", "report", *QUICK)
    assert run_program(COMMAND, "certify", "mine:", *words, cwd=tmp_path).returncode == 0
    again = ("verify", "report", "--again")
    completed = run_program(COMMAND, *again, cwd=tmp_path, status=0)
    assert "mine: PASSED against harbor 0.25.0 (pass_at_k" in last_line(completed)
    assert re.search(r"^environment +holds +\d+ packages$", completed.stdout, re.MULTILINE)
    elsewhere = without_an_index(tmp_path) | {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    absent = run_program(COMMAND, *again, cwd=tmp_path, env=elsewhere)
    assert (absent.returncode, absent.stdout) == (4, "")
    assert len(absent.stderr.splitlines()) == 1


def test_what_differs_in_a_release_is_a_change(tmp_path: Path) -> None:
    more = ("--release", "0.14.0", "--cases", "60", "--seed", "0", "--operation", "run")
    completed = fuzz(tmp_path, *more, candidate="harbor", clause="run.configuration", status=1)
    (name,) = report(tmp_path)["runs"]
    assert name == "harbor and harbor 0.14.0"
    assert "harbor diverges from harbor 0.14.0 in 1 " in last_line(completed)
    asked = json.loads((tmp_path / FOLDER / "fuzz.json").read_text())
    assert asked["the candidates"] == "harbor --release 0.14.0"
    assert "packages, sha256 " in asked["harbor 0.14.0"]


def test_a_candidate_is_fuzzed_against_each_release_that_can_be_had(tmp_path: Path) -> None:
    more = ("--release=0.22.0", "--release=0.23.0", "--release=0.99.0", "--cases=60", "--seed=0")
    completed = fuzz(
        tmp_path, *more, candidate="reference", clause="verifier.json-text-integer", status=1
    )
    assert completed.stderr.splitlines()[0].startswith("--release 0.99.0: there is no version")
    found = {name for name, run in report(tmp_path)["runs"].items() if run["findings"]}
    assert found == {"reference and harbor 0.23.0"}
