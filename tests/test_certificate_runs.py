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

from conformance.attestation.certificate import Basis, Parts, certificate_of, parts_of
from conformance.attestation.issuing import why_none
from conformance.attestation.surroundings import surroundings
from conformance.attestation.verifying import refused, rows_of
from conformance.certification import report_file
from conformance.certification.plan import NOTHING_EXPECTED
from conformance.certification.reporting import Established
from conformance.certification.verdict import INTERRUPTED
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


@pytest.mark.parametrize(
    ("run", "result", "warned", "failed"),
    [
        (WHOLE, "PASSED", (), ()),
        (requested(SEEN, declared=EXPECTED), "WARNED", (FIRST.clause,), ()),
        (requested(WHOLE, declared=EXPECTED), "FAILED", (), ()),
        (found(Kind.SPELLING), "PASSED", (), ()),
        (requested(found(Kind.SPELLING), exact=True), "FAILED", (), (FIRST.clause,)),
        (found(Kind.NUMBER), "FAILED", (), (FIRST.clause,)),
    ],
    ids=["whole", "declared", "never seen", "equal", "exact", "diverges"],
)
def test_the_result_and_the_lists_of_clauses_follow_from_the_run(
    run: Established, result: str, warned: tuple[str, ...], failed: tuple[str, ...]
) -> None:
    parts = parts_of(issued(run))
    tests = {step.clause: "passed" for step in STEPS}
    tests |= dict.fromkeys(warned, "warned") | dict.fromkeys(failed, "failed")
    assert parts["run"] == {"result": result, **tests}
    declared = run.planned.request.declared.expects
    assert list(parts.get("expected", ())) == ["own.toml"] * declared


@pytest.mark.parametrize(
    ("run", "what"),
    [
        (replace(WHOLE, results=RESULTS[:3], cut_off=INTERRUPTED),
         "NO VERDICT (pass_at_k; 1 operation not claimed): interrupted, 3 of "),
        (replace(WHOLE, results=RESULTS[1:]), "NO VERDICT"),
        (replace(WHOLE, results=()), "NO VERDICT"),
        (with_first(cases=0, answered=0), "NO VERDICT"),
        (with_first(problem="too few examples"), "NO VERDICT"),
        (with_first(not_asked="given up"), "NOT CONFORMANT"),
        (with_first(faults=("it flooded",)), "NOT CONFORMANT"),
        (requested(with_first(problem="too few examples"), declared=EXPECTED), "INCOMPLETE: "),
        (requested(replace(WHOLE, results=RESULTS[1:]), declared=GONE), "INCOMPLETE: "),
        (scoped(WHOLE, restrictions=("--clause leaves out 2",)), "PARTIAL: --clause leaves out 2"),
        (scoped(WHOLE, not_asked=("metric", "job")),
         "PARTIAL: announced and not run: metric, job"),
        (replace(WHOLE, planned=replace(PLANNED, steps=STEPS[1:]), results=RESULTS[1:]),
         "INCOMPLETE: "),
    ],
)  # fmt: skip
def test_a_run_that_is_not_whole_earns_none_and_is_called_so(run: Established, what: str) -> None:
    assert why_none(run.run(), run.planned.request.declared).startswith(what)


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
