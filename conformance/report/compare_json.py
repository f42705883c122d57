"""Runs against one another, as JSON."""

import json
from collections.abc import Sequence
from dataclasses import asdict

from conformance.protocol.shapes import Json
from conformance.regression.regression import Named, Regression


def to_text(reports: Sequence[Named], regressions: Sequence[Regression]) -> str:
    """Return the reports by the names that they were given, and each comparison."""
    document: dict[str, Json] = {
        "compare": 1,
        "worse": any(one.worse for one in regressions),
        "reports": [_report(one) for one in reports],
        "comparisons": [_comparison(one) for one in regressions],
    }
    return json.dumps(document, indent=2) + "\n"


def _report(named: Named) -> Json:
    report = named.report
    return {
        "name": named.name,
        "candidate": report.candidate.model_dump(),
        "verdict": report.verdict,
        "exit_code": report.exit_code,
        "claimed": list(report.scope.claimed),
        "clauses": len(report.clauses),
        "cases": report.cases,
        "divergences": report.divergences,
        "profile": report.profile,
        "seed": report.seed,
    }


def _comparison(one: Regression) -> Json:
    return {
        "before": one.before.name,
        "after": one.after.name,
        "worse": bool(one.worse),
        "verdict": one.verdict,
        "changes": [asdict(change) for change in one.changes],
    }
