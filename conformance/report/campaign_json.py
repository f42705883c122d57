"""A campaign as JSON, in the form that ``docs/campaign.md`` describes."""

import json
from pathlib import Path

from conformance.campaign.folder import Folder
from conformance.campaign.identity import party_to_json
from conformance.campaign.knowledge import Found
from conformance.campaign.outcome import Outcome
from conformance.campaign.records import answer_to_json
from conformance.diagnosis.diagnosis import Cause
from conformance.operations import messages
from conformance.operations.catalogue import CATALOGUE
from conformance.protocol import show
from conformance.protocol.shapes import Json
from conformance.report.campaign_finding import repeat

REPORT_VERSION = 1


def to_text(outcome: Outcome) -> str:
    """Return the report of a campaign."""
    return json.dumps(_report(outcome), indent=2) + "\n"


def _report(outcome: Outcome) -> dict[str, Json]:
    identity = outcome.identity
    return {
        "campaign": REPORT_VERSION,
        "verdict": outcome.verdict,
        "exit_code": int(outcome.code),
        "ended": {"how": outcome.ended.how.value, "why": outcome.ended.why},
        "rule": outcome.limits.rule,
        "candidates": [party_to_json(party) for party in identity.parties],
        "operations": list(identity.operations),
        "clauses": list(identity.clauses),
        "versions": dict(identity.versions),
        "seed": identity.seed,
        "seeds": {
            "first": outcome.rounds[0] if outcome.rounds else None,
            "last": outcome.rounds[-1] if outcome.rounds else None,
            "count": len(outcome.rounds),
        },
        "examples": identity.examples,
        "cases": outcome.amount.cases,
        "seconds": round(outcome.amount.seconds, 3),
        "rate": round(outcome.rate, 1),
        "quiet": outcome.amount.quiet,
        "asked": [
            {"candidate": name, "operation": operation, "cases": cases}
            for (name, operation), cases in sorted(outcome.cases.items())
        ],
        "reach": [
            {
                "seconds": round(one.seconds, 3),
                "cases": one.cases,
                "lines": one.lines,
                "kinds": one.kinds,
            }
            for one in outcome.reach
        ],
        "new_behaviours": [
            {
                "behaviours": list(one.new.behaviours),
                "clause": one.clause,
                "seed": one.seed,
                "asked": show.case(one.new.case),
            }
            for one in outcome.shown
        ],
        "findings": [_finding(outcome, found) for found in outcome.findings],
        "causes": [
            _cause(name, cause)
            for name, diagnosis in outcome.diagnoses.items()
            for cause in diagnosis.causes
        ],
        "proposals": _proposals(outcome),
        "database": {
            "name": outcome.sharing.name,
            "lost": outcome.sharing.lost,
            "unshared": outcome.sharing.unshared,
        },
        "notes": list(outcome.notes()),
    }


def _finding(outcome: Outcome, found: Found) -> Json:
    finding = found.finding
    operation = finding.case.operation
    return {
        "candidate": found.candidate,
        "change": outcome.party(found.candidate).is_release,
        "clause": finding.clause,
        "sentence": CATALOGUE[finding.clause].sentence,
        "kind": finding.kind.words,
        "difference": finding.difference,
        "seed": found.seed,
        "operation": operation,
        "input": messages.input_to_json(finding.case),
        "asked": show.case(finding.case),
        "harbor": answer_to_json(operation, finding.oracle_answer),
        "expected": answer_to_json(operation, finding.expected),
        "answer": answer_to_json(operation, finding.candidate),
        "repeat": repeat(outcome, found),
    }


def _cause(name: str, cause: Cause) -> Json:
    return {
        "candidate": name,
        "deviations": list(cause.deviations),
        "habit": cause.habit,
        "clauses": list(cause.clauses),
        "explained": cause.explained,
        "cases": cause.cases,
    }


def _proposals(outcome: Outcome) -> list[Json]:
    folder = Folder(Path(outcome.folder)).proposals
    return [
        {
            "clause": one.clause,
            "name": one.name,
            "note": one.note,
            "file": str(one.file(folder)),
            "command": one.command(folder),
        }
        for one in outcome.proposals
    ]
