"""The report as JSON, in the form that ``docs/report.md`` describes.

It holds no times and no paths: the same seed gives the same text.
"""

import json
from dataclasses import asdict

from conformance import __version__
from conformance.certification.certified_run import CertifiedRun
from conformance.certification.verdict import Summary
from conformance.certification.verdict_line import verdict_line
from conformance.diagnosis.diagnosis import Cause
from conformance.examination.findings import Finding
from conformance.ledger.ledger import Ledger
from conformance.operations import messages
from conformance.operations.catalogue import CATALOGUE
from conformance.protocol import show
from conformance.protocol.shapes import Json
from conformance.protocol.values import Answer, Fault, Misshapen

REPORT_VERSION = 1


def to_text(run: CertifiedRun) -> str:
    """Return the report of a run."""
    return json.dumps(_report(run), indent=2) + "\n"


def _report(run: CertifiedRun) -> dict[str, Json]:
    total = run.total
    return {
        "report": REPORT_VERSION,
        "suite": __version__,
        "conformant": run.conformant,
        "agreement": total.agreement.name.lower(),
        "complete": total.complete,
        "verdict": verdict_line(run),
        "exit_code": int(run.code),
        "candidate": {
            "name": run.candidate,
            "version": run.candidate_version,
        },
        "scope": {
            "claimed": list(run.scope.claimed),
            "not_claimed": list(run.scope.not_claimed),
            "not_asked": list(run.scope.not_asked),
            "restrictions": list(run.scope.restrictions),
        },
        "profile": run.profile,
        "seed": run.seed,
        "cases": total.cases,
        "divergences": total.divergences,
        "operations": {op: _operation(run, op) for op in run.operations},
        "declared": _declared(run.ledger),
        "stale": list(run.stale),
        "causes": [_cause(run, cause) for cause in run.diagnosis.causes],
        "nearly": [_cause(run, cause) for cause in run.diagnosis.nearly],
        "unexplained": {
            "cases": run.diagnosis.cases_unexplained,
            "clauses": list(run.diagnosis.clauses_unexplained),
        },
        "findings": [_finding(run, finding) for finding in run.findings()],
        "inexact": [_finding(run, finding) for finding in run.inexact()],
        "faults": list(run.faults),
        "notes": list(run.notes()),
        "provenance": asdict(run.provenance),
    }


def _operation(run: CertifiedRun, operation: str) -> Json:
    clauses = run.clauses(operation)
    return {
        **_counts(run.of_operation(operation)),
        "clauses": {clause: _counts(run.of_clause(clause)) for clause in clauses},
    }


def _counts(summary: Summary) -> dict[str, Json]:
    return {
        "passed": summary.passed,
        "agreement": summary.agreement.name.lower(),
        "complete": summary.complete,
        "cases": summary.cases,
        "divergences": summary.divergences,
        "not_asked": summary.not_asked,
    }


def _declared(ledger: Ledger) -> list[Json]:
    entries: list[Json] = [
        {"entry": entry.title, "cause": entry.cause, "source": entry.source}
        for entry in ledger.expected
    ]
    return entries + [
        {"entry": f"case of {one.clause}", "cause": one.cause, "source": one.source}
        for one in ledger.pinned
    ]


def _cause(run: CertifiedRun, cause: Cause) -> Json:
    return {
        "deviations": list(cause.deviations),
        "habit": cause.habit,
        "clauses": list(cause.clauses),
        "explained": cause.explained,
        "cases": cause.cases,
        "contradicted": cause.contradicted,
        "alike": list(cause.alike),
        "finding": _finding(run, cause.finding),
    }


def _finding(run: CertifiedRun, finding: Finding) -> Json:
    clause = CATALOGUE[finding.clause]
    return {
        "clause": finding.clause,
        "sentence": clause.sentence,
        "sources": [str(source) for source in clause.sources],
        "kind": finding.kind.words,
        "difference": finding.difference,
        "operation": finding.case.operation,
        "input": messages.input_to_json(finding.case),
        "asked": show.case(finding.case),
        "harbor": _answer(finding, finding.oracle_answer),
        "expected": _answer(finding, finding.expected),
        "candidate": _answer(finding, finding.candidate),
        "repeat": run.repeat(finding),
    }


def _answer(finding: Finding, answer: Answer) -> Json:
    if isinstance(answer, Fault | Misshapen):
        return {"fault": answer.reason}
    json_answer = messages.answer_to_json(finding.case.operation, answer)
    # An error's message holds paths of this machine and is not compared.
    return {name: member for name, member in json_answer.items() if name != "message"}
