"""One candidate against several releases: here models of releases, in place of their wheels."""

from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from gated_pairs import in_place_of
from recorded import recorded

from candidates.deviations.releases import between
from conformance.certification.certifying import certify
from conformance.certification.plan import Profile
from conformance.certification.releases import ReleaseRow, certify_each
from conformance.certification.request import Request, plan_of
from conformance.certification.run import Tried
from conformance.diagnosis.expected.deviations import ExpectedDeviations, PinnedCase
from conformance.executor.workers import Workers
from conformance.implementations.released_harbor import AbsentRelease, Release
from conformance.implementations.start import CandidateSpec
from conformance.protocol.values import HARBOR_VERSION
from conformance.report import rendering, several_runs

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


CLAUSES = ("trial_result.config", "trial_result.utf8")
REQUEST = Request(
    CandidateSpec("reference"), 1, Workers(2), Profile.QUICK, ("trial_result",), CLAUSES
)


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
    rows = certify_each(REQUEST, oracles, silent, lambda: nullcontext(told.append))
    return Matrix({row.release: row for row in rows}, told, releases)


@pytest.mark.slow
@pytest.mark.parametrize("release", ["0.15.0", "0.16.0"])
def test_a_row_names_what_the_candidate_lacks_as_a_run_against_that_release_does(
    release: str, matrix: Matrix
) -> None:
    lacks = {row.name for row in between(release, HARBOR_VERSION, "trial_result")}
    row = matrix.rows[release]
    assert row.run is not None
    assert {one.name for one in row.run.causes} == lacks
    assert row.run.unexplained.clauses == ()
    request = replace(REQUEST, oracle=matrix.releases[release])
    assert {cause.name for cause in certify(request, silent).causes} == lacks


def test_a_missing_release_costs_its_own_row(matrix: Matrix) -> None:
    assert matrix.rows["9.9.9"].run is None
    lines = rendering.text(
        several_runs.by_release("reference", [*matrix.rows.values()])
    ).splitlines()
    assert "9.9.9   not run" in lines
    assert next(one for one in lines if one.endswith(" not here")).startswith("9.9.9 ")
    assert next(one for one in lines if one.startswith("0.16.0 ")).endswith(" unknown")


def test_a_summary_in_one_line_then_each_cause_with_its_releases_and_progress_names_how_many(
    matrix: Matrix,
) -> None:
    counts = [f"{n} of 2 releases answered the cases" for n in range(3)]
    assert [one for one in matrix.told if "answered" in one] == counts
    assert "looking for causes: harbor 0.16.0, 2 of 4 done" in matrix.told
    view = several_runs.by_release("reference", [*matrix.rows.values()])
    line = "reference agrees with 0.13.1; differs from 0.15.0 to 0.16.0, 9.9.9: 5 causes: "
    assert view.headline.startswith(line)
    text = rendering.text(view, 99)
    assert "0.15.0 to 0.16.0  without-trial-config-of-0.15.0: not so: reads openshift" in text


@pytest.mark.parametrize("operations", ["metric", "leaderboard", "job leaderboard"])
def test_the_command_that_repeats_a_run_names_what_a_release_does_not_get_by_default(
    operations: str, tmp_path: Path
) -> None:
    claimed, release = tuple(operations.split()), model(tmp_path, "0.16.0")
    request = Request(CandidateSpec("mine"), 1, Workers(1), wanted=claimed, oracle=release)
    words = plan_of(request, Tried("", claimed, ())).again().split()
    named = [word for before, word in pairwise(words) if before == "--operation"]
    assert named == ([] if operations == "metric" else [*claimed])


@pytest.mark.slow
def test_a_pinned_case_holds_or_is_stale_in_a_row_as_in_its_run(matrix: Matrix) -> None:
    clause, (release, oracle) = "trial_result.utf8", [*matrix.releases.items()][-1]
    cases = [one for one in recorded("trial_result") if one.clause == clause]
    moved = [one for one in cases if release in one.since]
    pinned = [
        PinnedCase(clause, "c", "s", one.case, one.answer_of(known), one.answer)
        for one, known in zip(moved, (release, HARBOR_VERSION), strict=False)
    ]
    declared = ExpectedDeviations(pinned=(*pinned,))
    request = replace(REQUEST, clauses=(clause,), declared=declared)
    rows = certify_each(request, {HARBOR_VERSION: None, release: oracle}, silent, silent)
    stale = [one.run.stale for one in rows if one.run]
    assert stale == [certify(replace(request, oracle=one), silent).stale for one in (None, oracle)]
    assert [[one.split(": ")[1] for one in of] for of in stale] == [
        ["pinned, but no longer diverging"] * 2,
        ["harbor's answer is not as pinned"],
    ]
