"""The report as JSON, in the form that ``docs/report.md`` describes.

It holds no times and no paths: the same seed gives the same text.
"""

import json
from dataclasses import asdict

from conformance import __version__
from conformance.certification.certificate import Certificate
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


def to_text(certificate: Certificate) -> str:
    """Return the report of a run."""
    return json.dumps(_report(certificate), indent=2) + "\n"


def _report(certificate: Certificate) -> dict[str, Json]:
    total = certificate.total
    return {
        "report": REPORT_VERSION,
        "suite": __version__,
        "conformant": certificate.conformant,
        "agreement": total.agreement.name.lower(),
        "complete": total.complete,
        "verdict": verdict_line(certificate),
        "exit_code": int(certificate.code),
        "candidate": {
            "name": certificate.candidate,
            "version": certificate.candidate_version,
        },
        "scope": {
            "claimed": list(certificate.scope.claimed),
            "not_claimed": list(certificate.scope.not_claimed),
            "not_asked": list(certificate.scope.not_asked),
            "restrictions": list(certificate.scope.restrictions),
        },
        "profile": certificate.profile,
        "seed": certificate.seed,
        "cases": total.cases,
        "divergences": total.divergences,
        "operations": {op: _operation(certificate, op) for op in certificate.operations},
        "declared": _declared(certificate.ledger),
        "stale": list(certificate.stale),
        "causes": [_cause(certificate, cause) for cause in certificate.diagnosis.causes],
        "nearly": [_cause(certificate, cause) for cause in certificate.diagnosis.nearly],
        "unexplained": {
            "cases": certificate.diagnosis.cases_unexplained,
            "clauses": list(certificate.diagnosis.clauses_unexplained),
        },
        "findings": [_finding(certificate, finding) for finding in certificate.findings()],
        "inexact": [_finding(certificate, finding) for finding in certificate.inexact()],
        "faults": list(certificate.faults),
        "notes": list(certificate.notes()),
        "provenance": asdict(certificate.provenance),
    }


def _operation(certificate: Certificate, operation: str) -> Json:
    clauses = certificate.clauses(operation)
    return {
        **_counts(certificate.of_operation(operation)),
        "clauses": {clause: _counts(certificate.of_clause(clause)) for clause in clauses},
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
        {"entry": f"case of {one.requirement}", "cause": one.cause, "source": one.source}
        for one in ledger.pinned
    ]


def _cause(certificate: Certificate, cause: Cause) -> Json:
    return {
        "deviations": list(cause.deviations),
        "habit": cause.habit,
        "clauses": list(cause.clauses),
        "explained": cause.explained,
        "cases": cause.cases,
        "contradicted": cause.contradicted,
        "alike": list(cause.alike),
        "finding": _finding(certificate, cause.finding),
    }


def _finding(certificate: Certificate, finding: Finding) -> Json:
    requirement = CATALOGUE[finding.requirement]
    return {
        "clause": finding.requirement,
        "sentence": requirement.sentence,
        "sources": [str(source) for source in requirement.sources],
        "kind": finding.kind.words,
        "difference": finding.difference,
        "operation": finding.case.operation,
        "input": messages.input_to_json(finding.case),
        "asked": show.case(finding.case),
        "harbor": _answer(finding, finding.of_harbor),
        "expected": _answer(finding, finding.harbor),
        "candidate": _answer(finding, finding.candidate),
        "repeat": certificate.repeat(finding),
    }


def _answer(finding: Finding, answer: Answer) -> Json:
    if isinstance(answer, Fault | Misshapen):
        return {"fault": answer.reason}
    json_answer = messages.answer_to_json(finding.case.operation, answer)
    # An error's message holds paths of this machine and is not compared.
    return {name: member for name, member in json_answer.items() if name != "message"}
