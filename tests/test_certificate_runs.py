"""Which runs earn a certificate, with which result, and what the others are called."""

from dataclasses import replace

import pytest

from conformance.attestation.descriptors import (
    Corpus,
    Digest,
    Files,
    Suite,
    SuiteNotes,
)
from conformance.attestation.files import digest_of
from conformance.attestation.holding import contradictions
from conformance.attestation.issuing import Basis, statement_of, why_none
from conformance.attestation.reading import parsed
from conformance.attestation.run_notes import Asked
from conformance.attestation.statement import Statement
from conformance.attestation.writing import to_text
from conformance.certification import plan
from conformance.certification.certified_run import CertifiedRun
from conformance.certification.scope import Scope
from conformance.certification.verdict import INTERRUPTED
from conformance.examination.findings import CheckResult
from conformance.implementations.start import Provenance
from conformance.ledger.ledger import DeclaredDeviation, Ledger

OPERATION = "pass_at_k"
STEPS = tuple(plan.steps((OPERATION,)))
RESULTS = tuple(
    CheckResult(step.clause, step.check, seed=0, cases=2, seconds=0.1, answered=2) for step in STEPS
)
WHOLE = CertifiedRun(
    candidate="mine:",
    candidate_version="1 \ud800",
    candidate_options=(),
    faults_tried=(),
    scope=Scope((OPERATION,), not_claimed=("metric",)),
    profile="quick",
    seed=2**64,
    provenance=Provenance("0.13.1", "0" * 64, 1, "CPython 3.12.1", "2.14.3", "2.50.4"),
    steps=STEPS,
    results=RESULTS,
    cut_off="",
)
FIRST = RESULTS[0]
LEDGER = Ledger(deviations=(DeclaredDeviation("pass-at-k-reciprocal", "a cause", "a source"),))


def with_first(**changed: object) -> CertifiedRun:
    """Return a run whose first result is another."""
    return replace(WHOLE, results=(replace(FIRST, **changed), *RESULTS[1:]))


def issued(run: CertifiedRun) -> Statement:
    """Return the certificate of a run, written and read back."""
    assert why_none(run) == ""
    files = {"mine.py": "0" * 64}
    digest = Digest(sha256=digest_of(files))
    suite = Suite(digest=digest, annotations=SuiteNotes(files=files, version="1"))
    corpus = Corpus(digest=digest, annotations=Files(files=files))
    asked = Asked(
        candidate="mine:",
        command=None,
        python=None,
        env=(),
        timeout=10.0,
        ledger=None,
        subject=(),
    )
    ledger = {"own.toml": "0" * 64} if run.ledger.expects else {}
    statement = statement_of(run, asked, Basis(files, ledger, suite, corpus), "{}\n")
    read_back = parsed(to_text(statement))
    assert read_back == statement
    assert list(contradictions(statement)) == []
    return statement


def test_a_whole_run_without_a_divergence_passed() -> None:
    statement = issued(WHOLE)
    clauses = {step.clause for step in STEPS}
    assert statement.predicate.result == "PASSED"
    assert set(statement.predicate.passed) == clauses
    assert statement.run.seed == str(2**64)
    assert statement.run.version == "1 \\ud800"


def test_the_same_run_gives_the_same_bytes_in_whatever_order_its_results_came() -> None:
    other = replace(WHOLE, results=tuple(reversed(RESULTS)))
    assert to_text(issued(other)) == to_text(issued(WHOLE))


def test_clauses_with_declared_deviations_warn() -> None:
    run = replace(
        with_first(declared=1, applied=frozenset({"pass-at-k-reciprocal"})), ledger=LEDGER
    )
    statement = issued(run)
    assert statement.predicate.result == "WARNED"
    assert statement.predicate.warned == (FIRST.clause,)
    assert statement.ledger is not None
    assert statement.ledger.annotations.deviations == ("pass-at-k-reciprocal",)


def test_a_deviation_that_is_declared_and_never_seen_fails_the_run() -> None:
    statement = issued(replace(WHOLE, ledger=LEDGER))
    assert statement.predicate.result == "FAILED"
    assert statement.predicate.failed == ()
    assert statement.run.stale == ("pass-at-k-reciprocal: declared, but never seen",)


@pytest.mark.parametrize(
    ("run", "what"),
    [
        (
            replace(WHOLE, results=RESULTS[:3], cut_off=INTERRUPTED),
            "INTERRUPTED: interrupted, 3 of ",
        ),
        (replace(WHOLE, results=RESULTS[1:]), "NO VERDICT: "),
        (replace(WHOLE, results=()), "EMPTY: not a single case was asked"),
        (with_first(cases=0, answered=0), "NO VERDICT: "),
        (with_first(problem="too few examples"), "NO VERDICT: "),
        (with_first(not_asked="given up"), "NO VERDICT: "),
        (with_first(faults=("it flooded",)), "NO VERDICT: exit status 3"),
        (
            replace(with_first(problem="too few examples"), ledger=LEDGER),
            "INCOMPLETE: ",
        ),
        (replace(WHOLE, results=RESULTS[1:], ledger=Ledger(gone=("gone",))), "INCOMPLETE: "),
        (
            replace(WHOLE, scope=Scope((OPERATION,), restrictions=("--clause leaves out 2",))),
            "PARTIAL: --clause leaves out 2",
        ),
        (
            replace(WHOLE, scope=Scope((OPERATION,), not_asked=("metric", "job"))),
            "FILTERED: announced and not asked: metric, job",
        ),
        (
            replace(WHOLE, steps=STEPS[1:], results=RESULTS[1:]),
            "FILTERED: not every check of the claimed operations was planned",
        ),
    ],
)
def test_a_run_that_is_not_whole_earns_none_and_is_called_what_it_is(
    run: CertifiedRun, what: str
) -> None:
    assert why_none(run).startswith(what)


def test_a_run_that_must_be_exact_fails_where_it_is_only_equal() -> None:
    statement = issued(WHOLE)
    run = statement.run
    equal = run.operations[OPERATION].model_copy(update={"agreement": "equal"})
    notes = {"agreement": "equal", "exact": True, "operations": {OPERATION: equal}}
    assert _contradicted(statement, notes) == [
        f"{OPERATION}: it is equal, and no clause of it failed"
    ]


def test_a_run_that_diverges_has_a_clause_that_failed() -> None:
    statement = issued(WHOLE)
    divergent = statement.run.operations[OPERATION].model_copy(update={"agreement": "divergent"})
    notes = {"agreement": "divergent", "operations": {OPERATION: divergent}}
    assert _contradicted(statement, notes) == [
        f"{OPERATION}: it is divergent, and no clause of it failed"
    ]


def _contradicted(statement: Statement, notes: dict[str, object]) -> list[str]:
    """Return how a certificate with another run contradicts itself."""
    configuration = tuple(
        one.model_copy(update={"annotations": one.annotations.model_copy(update=notes)})
        if one.name == "run"
        else one
        for one in statement.predicate.configuration
    )
    predicate = statement.predicate.model_copy(update={"configuration": configuration})
    return list(contradictions(statement.model_copy(update={"predicate": predicate})))
