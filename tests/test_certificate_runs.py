"""Which runs earn a certificate, with which result, and what the others are called."""

from dataclasses import replace
from pathlib import Path

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

from conformance.attestation.certificate import Asked, Basis, Certificate, parsed, to_text
from conformance.attestation.issuing import certificate_of, why_none
from conformance.attestation.verifying import Here, refused, rows_of
from conformance.certification import report_file
from conformance.certification.plan import NOTHING_EXPECTED
from conformance.certification.reporting import Established
from conformance.certification.verdict import INTERRUPTED
from conformance.diagnosis.expected.deviations import ExpectedDeviations
from conformance.implementations.process.command import Command
from conformance.implementations.released_harbor import Release
from conformance.implementations.start import CandidateSpec
from conformance.protocol.differences import Kind
from oracle.wheels import WHEELS

GONE = ExpectedDeviations(gone=("gone",))

ASKED = Asked(
    candidate="mine:", command=None, python=None, env=(), timeout=10.0, expected=None, subject=()
)
OTHER = replace(
    WHOLE, provenance=replace(WHOLE.provenance, harbor="0.25.0", wheel_digest=WHEELS["0.25.0"])
)
"""A run against another release."""


def issued(established: Established, oracle: Release | None = None) -> Certificate:
    """Return the certificate of a run, written and read back."""
    run = established.run()
    report = report_file.to_text(run)
    assert report_file.parse(report.encode(), "a report").model_dump() == run.model_dump()
    assert why_none(run, established.planned.request.declared) == ""
    files = {"mine.py": "0" * 64}
    declared = {"own.toml": "0" * 64} if established.planned.request.declared.expects else {}
    basis = Basis(candidate=files, expected=declared, suite=files, corpus=files)
    certificate = certificate_of(run, ASKED, basis, report, oracle)
    assert parsed(to_text(certificate)) == certificate
    return certificate


def test_the_same_run_gives_the_same_bytes_in_any_order_of_its_results() -> None:
    other = replace(WHOLE, results=tuple(reversed(RESULTS)))
    assert to_text(issued(other)) == to_text(issued(WHOLE))
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
    certificate = issued(run)
    others = {step.clause for step in STEPS} - {*warned, *failed}
    assert (certificate.result, {*certificate.passed}) == (result, others)
    assert (certificate.warned, certificate.failed) == (warned, failed)
    declared = run.planned.request.declared.expects
    assert list(certificate.files.expected) == ["own.toml"] * declared


@pytest.mark.parametrize(
    ("run", "what"),
    [
        (replace(WHOLE, results=RESULTS[:3], cut_off=INTERRUPTED),
         "INTERRUPTED: interrupted, 3 of "),
        (replace(WHOLE, results=RESULTS[1:]), "NO VERDICT: "),
        (replace(WHOLE, results=()), "EMPTY: not a single case was run"),
        (with_first(cases=0, answered=0), "NO VERDICT: "),
        (with_first(problem="too few examples"), "NO VERDICT: "),
        (with_first(not_asked="given up"), "NO VERDICT: "),
        (with_first(faults=("it flooded",)), "NO VERDICT: exit status 3"),
        (requested(with_first(problem="too few examples"), declared=EXPECTED), "INCOMPLETE: "),
        (requested(replace(WHOLE, results=RESULTS[1:]), declared=GONE), "INCOMPLETE: "),
        (scoped(WHOLE, restrictions=("--clause leaves out 2",)), "PARTIAL: --clause leaves out 2"),
        (scoped(WHOLE, not_asked=("metric", "job")),
         "FILTERED: announced and not run: metric, job"),
        (replace(WHOLE, planned=replace(PLANNED, steps=STEPS[1:]), results=RESULTS[1:]),
         "FILTERED: not every check of the claimed operations was planned"),
    ],
)  # fmt: skip
def test_a_run_that_is_not_whole_earns_none_and_is_called_so(run: Established, what: str) -> None:
    assert why_none(run.run(), run.planned.request.declared).startswith(what)


def of_another_release() -> Certificate:
    pins = (("harbor", "0.25.0"), ("pydantic", "2.14.3"))
    return issued(OTHER, Release("0.25.0", Command(()), OTHER.provenance, pins=pins))


def test_a_certificate_names_the_release_that_answered_and_its_packages() -> None:
    certificate = of_another_release()
    assert '"uri": "pkg:pypi/harbor@0.25.0"' in to_text(certificate)
    assert certificate.harbor == WHEELS["0.25.0"]
    assert certificate.environment == {"harbor": "0.25.0", "pydantic": "2.14.3"}
    assert not [name for name in certificate.surroundings if name.startswith("pydantic")]
    assert '"uri": "pkg:pypi/harbor@0.13.1"' in to_text(issued(WHOLE))
    assert issued(WHOLE).environment == {}


def test_a_run_against_a_release_is_whole_with_the_operations_that_are_recorded_of_it() -> None:
    def why(run: Established) -> str:
        return why_none(run.run(), NOTHING_EXPECTED)

    assert why(scoped(OTHER, not_asked=("outcome", "leaderboard"))) == ""
    not_run = scoped(OTHER, not_asked=("outcome", "job"))
    assert why(not_run) == "FILTERED: announced and not run: job"
    unknown = replace(OTHER.provenance, harbor="9.9.9", pinned=False)
    wheel = "the wheel of harbor 9.9.9 is not known to this project"
    assert why(replace(OTHER, provenance=unknown)) == f"UNKNOWN: {wheel}"
    assert f"{wheel}, taken as found" in replace(OTHER, provenance=unknown).run().notes


@pytest.mark.parametrize(
    ("changed", "detail"),
    [
        ({}, ""),
        ({"harbor": WHEELS["0.24.0"]}, "the certificate has the digest of another wheel"),
        ({"release": "9.9.9"}, "the wheel of harbor 9.9.9 is not known to this project"),
    ],
)
def test_a_wheel_that_was_not_published_is_refused_before_anything_is_installed(
    changed: dict[str, str], detail: str, tmp_path: Path
) -> None:
    certificate = of_another_release().model_copy(update=changed)
    spec = CandidateSpec("mine:")
    here = Here(lambda: spec, lambda: (None, NOTHING_EXPECTED), tmp_path / "report.json")
    rows, _ = rows_of(certificate, here)
    told = [one.detail for one in refused(rows) if one.subject == "harbor"]
    assert told == [detail] * bool(detail)
