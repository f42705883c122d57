"""What a gate found out, as JSON."""

import json
from collections.abc import Sequence
from dataclasses import asdict

from conformance.expected.rewriting import without_message
from conformance.gate.changes import Change
from conformance.gate.reaching import Reach
from conformance.gate.results import Accepted, Gated
from conformance.gate.run import Questions
from conformance.gate.verdict import exit_code, repeat
from conformance.operations import messages
from conformance.protocol.shapes import Json


def to_text(results: Sequence[Gated], questions: Questions) -> str:
    """Return the results as JSON, with cases and answers in the protocol's form."""
    document: dict[str, Json] = {
        "gate": 2,
        "seed": questions.seed,
        "profile": questions.profile.value,
        "exit": int(exit_code(results)),
        "pairs": [_pair(gated, questions) for gated in results],
    }
    return json.dumps(document, indent=2) + "\n"


def _pair(gated: Gated, questions: Questions) -> dict[str, Json]:
    return {
        "before": gated.pair.before,
        "after": gated.pair.after,
        "verdict": gated.verdict,
        "cases": dict(gated.cases),
        "reach": _reach(gated.reach),
        "held": _conditions(gated),
        "undriven": list(gated.undriven),
        "stale": list(gated.stale),
        "accepted": [_accepted(one) for one in gated.accepted],
        "changes": [_change(gated, change, questions) for change in gated.changes],
    }


def _reach(reach: Reach | None) -> Json:
    if reach is None:
        return None
    return {
        "lines": reach.lines,
        "reached": reach.reached,
        "declarations": reach.declarations,
        "outside": reach.outside,
        "unreached": [{**asdict(one)} for one in reach.unreached],
    }


def _conditions(gated: Gated) -> Json:
    conditions = gated.conditions
    if conditions is None:
        return None
    return {
        "python": conditions.python,
        "wheels": list(conditions.digests),
        "pinned": list(conditions.pinned),
        "equal": list(conditions.equal),
        "unequal": list(conditions.unequal),
        "relaxed": list(conditions.relaxed),
    }


def _change(gated: Gated, change: Change, questions: Questions) -> Json:
    finding = change.finding
    operation = finding.case.operation
    return {
        "touches": change.touches.name.lower(),
        "deviations": list(change.deviations),
        "description": change.description or None,
        "explained": change.explained,
        "cases": change.cases,
        "causes": list(change.causes),
        "places": list(change.places),
        "clauses": list(change.clauses),
        "clause": finding.clause,
        "op": operation,
        "input": messages.input_to_json(finding.case),
        "before": messages.answer_to_json(operation, without_message(finding.oracle_answer)),
        "after": messages.answer_to_json(operation, without_message(finding.candidate)),
        "expected": None
        if not finding.is_deviation
        else messages.answer_to_json(operation, without_message(finding.expected)),
        "repeat": repeat(gated.pair, change, questions),
    }


def _accepted(one: Accepted) -> Json:
    return {"title": one.title, "cause": one.cause, "source": one.source, "cases": one.cases}
