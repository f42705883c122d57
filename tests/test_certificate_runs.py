"""Which runs earn a certificate, with which result, and what the others are called."""

from dataclasses import replace

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

from conformance.attestation.certificate import Asked, Basis, Certificate
from conformance.attestation.issuing import certificate_of, why_none
from conformance.attestation.statement import parsed, to_text
from conformance.certification import report_file
from conformance.certification.reporting import Established
from conformance.certification.verdict import INTERRUPTED
from conformance.diagnosis.expected.deviations import ExpectedDeviations
from conformance.protocol.differences import Kind

GONE = ExpectedDeviations(gone=("gone",))


def issued(established: Established) -> Certificate:
    """Return the certificate of a run, written and read back."""
    run = established.run()
    report = report_file.to_text(run)
    assert report_file.parse(report.encode(), "a report").model_dump() == run.model_dump()
    assert why_none(run, established.planned.request.declared) == ""
    files = {"mine.py": "0" * 64}
    asked = Asked(
        candidate="mine:",
        command=None,
        python=None,
        env=(),
        timeout=10.0,
        expected=None,
        subject=(),
    )
    declared = {"own.toml": "0" * 64} if established.planned.request.declared.expects else {}
    basis = Basis(candidate=files, expected=declared, suite=files, corpus=files)
    certificate = certificate_of(run, asked, basis, report)
    assert parsed(to_text(certificate)) == certificate
    return certificate


def test_the_same_run_gives_the_same_bytes_in_any_order_of_its_results() -> None:
    other = replace(WHOLE, results=tuple(reversed(RESULTS)))
    assert to_text(issued(other)) == to_text(issued(WHOLE))


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


def test_a_deviation_that_is_declared_and_never_seen_is_stale() -> None:
    stale = requested(WHOLE, declared=EXPECTED).run().stale
    assert stale == ("pass-at-k-reciprocal: declared, but never seen",)


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
def test_a_run_that_is_not_whole_earns_none_and_is_called_what_it_is(
    run: Established, what: str
) -> None:
    assert why_none(run.run(), run.planned.request.declared).startswith(what)
