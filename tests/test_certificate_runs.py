"""Which runs earn a certificate, with which result, and what the others are called."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest
from reported import (
    EXPECTED,
    FIRST,
    PLANNED,
    RESULTS,
    SEEN,
    STEPS,
    WHOLE,
    found,
    requested,
    scoped,
    with_first,
)

from conformance.attestation.certificate import Basis, Parts, certificate_of, parts_of, why_none
from conformance.attestation.surroundings import surroundings
from conformance.attestation.verifying import refused, rows_of
from conformance.certification import INTERRUPTED, report_file
from conformance.certification.plan import NOTHING_EXPECTED
from conformance.certification.reporting import Established
from conformance.diagnosis.expected.deviations import ExpectedDeviations
from conformance.protocol.differences import Kind
from oracle.wheels import WHEELS

NOTHING: Mapping[str, str] = MappingProxyType({})
GONE = ExpectedDeviations(gone=("gone",))

OTHER = replace(
    WHOLE, provenance=replace(WHOLE.provenance, harbor="0.25.0", wheel_digest=WHEELS["0.25.0"])
)
"""A run against another release."""


PACKAGES = {"harbor": "0.25.0", "pydantic": "2.14.3"}


def issued(established: Established, packages: Mapping[str, str] = NOTHING) -> str:
    """Return the certificate of a run."""
    run = established.run()
    report = report_file.to_text(run).encode()
    assert report_file.parse(report, "a report").model_dump() == run.model_dump()
    assert why_none(run, established.planned.request.declared) == ""
    around = surroundings(established.provenance)
    return certificate_of(run, report, basis_of(established), around, packages)


def basis_of(established: Established) -> Basis:
    files = {"mine.py": "0" * 64}
    declared = {"own.toml": "0" * 64} if established.planned.request.declared.expects else {}
    return Basis(candidate=files, expected=declared, suite=files, corpus=files)


def test_the_same_run_gives_the_same_bytes_in_any_order_of_its_results() -> None:
    other = replace(WHOLE, results=tuple(reversed(RESULTS)))
    assert issued(other) == issued(WHOLE)
    # What is declared and never seen is stale.
    stale = requested(WHOLE, declared=EXPECTED).run().stale
    assert stale == ("pass-at-k-reciprocal: declared, but never seen",)


NO_VERDICT, BLUNT = "NO VERDICT", with_first(problem="too few examples")
RUNS: dict[str, tuple[Established, str, str]] = {
    # A run, the result of its certificate and of its first clause, or what it is instead.
    "whole": (WHOLE, "PASSED", "passed"),
    "declared": (requested(SEEN, declared=EXPECTED), "WARNED", "warned"),
    "never seen": (requested(WHOLE, declared=EXPECTED), "FAILED", "passed"),
    "equal": (found(Kind.SPELLING), "PASSED", "passed"),
    "exact": (requested(found(Kind.SPELLING), exact=True), "FAILED", "failed"),
    "diverges": (found(Kind.NUMBER), "FAILED", "failed"),
    "interrupted": (replace(WHOLE, results=RESULTS[:3], cut_off=INTERRUPTED),
     "NO VERDICT (pass_at_k; 1 operation not claimed): interrupted, 3 of ", ""),
    "a result is missing": (replace(WHOLE, results=RESULTS[1:]), NO_VERDICT, ""),
    "no results": (replace(WHOLE, results=()), NO_VERDICT, ""),
    "no cases": (with_first(cases=0, answered=0), NO_VERDICT, ""),
    "too few examples": (BLUNT, NO_VERDICT, ""),
    "given up": (with_first(not_asked="given up"), "NOT CONFORMANT", ""),
    "a fault": (with_first(faults=("it flooded",)), "NOT CONFORMANT", ""),
    "declared, too few": (requested(BLUNT, declared=EXPECTED), "INCOMPLETE: ", ""),
    "gone": (requested(replace(WHOLE, results=RESULTS[1:]), declared=GONE), "INCOMPLETE: ", ""),
    "narrowed": (scoped(WHOLE, restrictions=("--clause leaves out 2",)),
     "PARTIAL: --clause leaves out 2", ""),
    "not run": (scoped(WHOLE, not_asked=("metric", "job")),
     "PARTIAL: announced and not run: metric, job", ""),
    "a step is missing": (replace(WHOLE, planned=replace(PLANNED, steps=STEPS[1:]),
     results=RESULTS[1:]), "INCOMPLETE: ", ""),
}  # fmt: skip


@pytest.mark.parametrize("name", RUNS)
def test_a_run_that_is_whole_earns_a_certificate_with_its_result_and_no_other_does(
    name: str,
) -> None:
    run, result, first = RUNS[name]
    if not first:
        assert why_none(run.run(), run.planned.request.declared).startswith(result)
        return
    parts = parts_of(issued(run))
    tests = {step.clause: "passed" for step in STEPS} | {FIRST.clause: first}
    assert parts["run"] == {"result": result, **tests}
    declared = run.planned.request.declared.expects
    assert list(parts.get("expected", ())) == ["own.toml"] * declared


def of_another_release() -> Parts:
    return parts_of(issued(OTHER, PACKAGES))


def test_a_certificate_names_the_release_that_answered_and_its_packages() -> None:
    parts = of_another_release()
    wheel = {"uri": "pkg:pypi/harbor@0.25.0", "sha256": WHEELS["0.25.0"]}
    assert parts["harbor"] == wheel | PACKAGES
    assert not [name for name in parts["surroundings"] if name.startswith("pydantic")]
    installed = parts_of(issued(WHOLE))["harbor"]
    assert installed == {"uri": "pkg:pypi/harbor@0.13.1", "sha256": WHOLE.provenance.wheel_digest}


def test_a_run_against_a_release_is_whole_with_the_operations_that_are_recorded_of_it() -> None:
    def why(run: Established) -> str:
        return why_none(run.run(), NOTHING_EXPECTED)

    assert why(scoped(OTHER, not_asked=("outcome", "leaderboard"))) == ""
    not_run = scoped(OTHER, not_asked=("outcome", "job"))
    assert why(not_run) == "PARTIAL: announced and not run: job"
    unknown = replace(OTHER.provenance, harbor="9.9.9", pinned=False)
    wheel = "the wheel of harbor 9.9.9 is not known to this project"
    assert why(replace(OTHER, provenance=unknown)) == f"UNKNOWN: {wheel}"
    assert f"{wheel}, taken as found" in replace(OTHER, provenance=unknown).run().notes


@pytest.mark.parametrize(
    ("release", "wheel", "is_published"),
    [
        ("0.25.0", WHEELS["0.25.0"], True),
        ("0.25.0", WHEELS["0.24.0"], False),
        ("9.9.9", WHEELS["0.25.0"], False),
    ],
)
def test_a_wheel_that_was_not_published_is_refused_before_anything_is_installed(
    release: str, wheel: str, tmp_path: Path, *, is_published: bool
) -> None:
    other = replace(OTHER.provenance, harbor=release, wheel_digest=wheel)
    established = replace(OTHER, provenance=other)
    (tmp_path / "report.json").write_text(report_file.to_text(established.run()))
    local = basis_of(established), NOTHING_EXPECTED
    rows, _ = rows_of(issued(established, PACKAGES), tmp_path / "report.json", lambda _: local)
    assert [one.subject for one in refused(rows)] == ["harbor"] * (not is_published)
