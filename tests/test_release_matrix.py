"""One candidate against several releases: here models of releases, in place of their wheels."""

from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from gated_pairs import in_place_of
from recorded import recorded

from candidates.deviations.releases import between
from conformance.certification.certifying import certify
from conformance.certification.plan import Profile
from conformance.certification.releases import ReleaseRow, certify_each, summary
from conformance.certification.request import Request
from conformance.diagnosis.expected.deviations import ExpectedDeviations, PinnedCase
from conformance.executor.workers import Workers
from conformance.implementations.released_harbor import AbsentRelease, Release
from conformance.implementations.start import CandidateSpec
from conformance.protocol.values import HARBOR_VERSION
from conformance.report import release_view, rendering

MODEL = """
from candidates.deviations.releases import model_of

trial_result = model_of("{}")["trial_result"]
"""


def model(folder: Path, release: str) -> Release:
    """Return a process that answers as a release does, in place of its wheel."""
    return in_place_of(release, folder / release, MODEL.format(release))


def silent(_: int = 0) -> AbstractContextManager[Any]:
    """Return what says nothing of results."""
    return nullcontext(lambda _: None)


def of_trial_result(candidate: str) -> Request:
    clauses = ("trial_result.config", "trial_result.utf8")
    spec = CandidateSpec(candidate)
    return Request(spec, 1, Workers(2), Profile.QUICK, ("trial_result",), clauses)


@dataclass
class Matrix:
    """The rows of one candidate, what was told meanwhile, and the releases."""

    rows: Mapping[str, ReleaseRow]
    told: list[str]
    releases: Mapping[str, Release]


@pytest.fixture(scope="module")
def matrix(tmp_path_factory: pytest.TempPathFactory) -> Matrix:
    folder, told = tmp_path_factory.mktemp("releases"), list[str]()
    releases = {name: model(folder, name) for name in ("0.15.0", "0.16.0")}
    oracles = {HARBOR_VERSION: None, **releases, "9.9.9": AbsentRelease("9.9.9", "not here")}
    request = of_trial_result("reference")
    rows = certify_each(request, oracles, silent, lambda: nullcontext(told.append))
    return Matrix({row.release: row for row in rows}, told, releases)


@pytest.mark.slow
@pytest.mark.parametrize("release", ["0.15.0", "0.16.0"])
def test_a_row_names_what_the_candidate_lacks_as_a_run_against_that_release_does(
    release: str, matrix: Matrix
) -> None:
    lacks = {row.name for row in between(release, HARBOR_VERSION, "trial_result")}
    row = matrix.rows[release]
    assert {*row.causes_in("trial_result")} == lacks
    assert row.unexplained_in("trial_result") == ""
    request = replace(of_trial_result("reference"), oracle=matrix.releases[release])
    assert {cause.name for cause in certify(request, silent).causes} == lacks


def test_a_missing_release_costs_its_own_row(matrix: Matrix) -> None:
    assert matrix.rows[HARBOR_VERSION].causes_in("trial_result") == ()
    assert matrix.rows["9.9.9"].run is None
    assert matrix.rows["9.9.9"].unexplained_in("trial_result") == "not here"
    lines = rendering.text(release_view.view("reference", [*matrix.rows.values()])).splitlines()
    assert {"9.9.9   not run", "9.9.9: not here"} <= {*lines}
    assert next(one for one in lines if one.startswith("0.16.0 ")).endswith(" unknown")
    assert lines[-1] == "reference agrees with 1 of 4 releases"


def test_each_cause_has_a_line_with_the_releases_that_show_it_and_progress_names_how_many(
    matrix: Matrix,
) -> None:
    counts = [f"{n} of 2 releases answered the cases" for n in range(3)]
    assert [one for one in matrix.told if "answered" in one] == counts
    assert "looking for causes: harbor 0.16.0, 2 of 4 done" in matrix.told
    text = rendering.text(release_view.view("reference", [*matrix.rows.values()]), 99)
    line = "trial_result: agrees with 0.13.1, differs from 0.15.0 to 0.16.0: 5 causes"
    assert line in text.splitlines()
    assert "  0.15.0 to 0.16.0  without-trial-config-of-0.15.0: not so: reads openshift" in text
    assert max(map(len, text.splitlines())) < 100


def row(release: str, *causes: str, left: str = "") -> Any:  # noqa: ANN401 - in place of a row
    """Return what a release says of the operation verifier; in others the candidate agrees."""
    found = {"verifier": (causes, left), "metric": ((), "")}
    return SimpleNamespace(
        release=release, causes_in=lambda op: found[op][0], unexplained_in=lambda op: found[op][1]
    )


def test_what_no_cause_explains_is_counted_as_none() -> None:
    rows = [
        *map(row, ("0.21.0", "0.22.0")),
        row("0.23.0", "a", left="1 clause without a known cause"),
        row("0.24.0", "a", "b"),
        row("0.25.0"),
        row("0.26.0", "b"),
    ]
    found = {one.line: one.causes for one in summary(rows, ["verifier", "metric"])}
    alike, others = "0.21.0 to 0.22.0, 0.25.0", "0.23.0 to 0.24.0, 0.26.0"
    assert found == {
        f"verifier: agrees with {alike}, differs from {others}: 2 causes": (
            ("0.23.0 to 0.24.0", "a"),
            ("0.24.0, 0.26.0", "b"),
            ("0.23.0", "1 clause without a known cause"),
        ),
        "metric: agrees with 0.21.0 to 0.26.0": (),
    }


def test_a_cause_of_two_operations_is_named_in_both(matrix: Matrix) -> None:
    run = matrix.rows["0.15.0"].run
    assert run is not None
    (cause, *_) = run.causes
    both = cause.model_copy(update={"clauses": ("metric.mean", *cause.clauses)})
    row = ReleaseRow("0.15.0", run.model_copy(update={"causes": (both,)}))
    assert row.causes_in("metric") == row.causes_in("trial_result") == (cause.name,)


@pytest.mark.slow
def test_a_pinned_case_holds_or_is_stale_in_a_row_as_in_its_run(matrix: Matrix) -> None:
    clause, (release, oracle) = "trial_result.utf8", [*matrix.releases.items()][-1]
    cases = [one for one in recorded("trial_result") if one.clause == clause]
    moved = [one for one in cases if release in one.since]
    pinned = [
        PinnedCase(clause, "c", "s", one.case, one.answer_of(known), one.answer)
        for one, known in zip(moved, (release, HARBOR_VERSION), strict=False)
    ]
    plain = replace(of_trial_result("reference"), clauses=(clause,))
    request = replace(plain, declared=ExpectedDeviations(pinned=(*pinned,)))
    rows = certify_each(request, {HARBOR_VERSION: None, release: oracle}, silent, silent)
    stale = [one.run.stale for one in rows if one.run]
    assert stale == [certify(replace(request, oracle=one), silent).stale for one in (None, oracle)]
    assert [[one.split(": ")[1] for one in of] for of in stale] == [
        ["pinned, but no longer diverging"] * 2,
        ["harbor's answer is not as pinned"],
    ]
