"""What became of a certificate, for a terminal and as JSON."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict

from conformance.attestation.statement import Statement
from conformance.attestation.verifying import AGAIN, Row, Status, refused
from conformance.certification.report import Run
from conformance.protocol import show
from conformance.protocol.shapes import Json

MOST = 12
"""Refusals printed at most; JSON has all of them."""


def headline(statement: Statement | None, run: Run | None, rows: Sequence[Row]) -> str:
    """Return in one line whether a certificate holds, and what it says."""
    wrong = refused(rows)
    if wrong or statement is None or run is None:
        more = f"; and {len(wrong) - 1:,} more" if len(wrong) > 1 else ""
        first = f"{wrong[0].subject}: {show.printable(wrong[0].detail)}" if wrong else "no rows"
        return f"REFUSED: {first}{more}"
    return f"VERIFIED, {_how(rows)}: {_says(statement, run)}"


def to_text(told: str, rows: Sequence[Row]) -> str:
    """Return a line a member that was looked at, and the headline."""
    return "\n".join([*_lines(rows), told]) + "\n"


def to_json(told: str, statement: Statement | None, rows: Sequence[Row], code: int) -> str:
    """Return the same as JSON; ``result`` is null where a certificate is refused."""
    verified = statement is not None and not refused(rows)
    document: dict[str, Json] = {
        "verify": 1,
        "verified": verified,
        "result": statement.predicate.result if statement is not None and verified else None,
        "verdict": told,
        "exit_code": code,
        "rows": [{name: str(value) for name, value in asdict(row).items()} for row in rows],
    }
    return json.dumps(document, indent=2) + "\n"


def _lines(rows: Sequence[Row]) -> Iterator[str]:
    shown = [*refused(rows)[:MOST], *(row for row in rows if row.status is not Status.REFUSED)]
    for row in (row for row in rows if row in shown):
        yield f"{row.subject:<12}  {row.status:<11}  {show.printable(row.detail)}"
    if left_out := len(rows) - len(shown):
        yield f"… and {left_out:,} more; --json has all of them"


def _how(rows: Sequence[Row]) -> str:
    repeated = any(row.subject == AGAIN and row.status is Status.HOLDS for row in rows)
    elsewhere = any(row.status is Status.ELSEWHERE for row in rows)
    how = "repeated with the same results" if repeated else "not repeated"
    return f"{how}, made in other surroundings" if elsewhere else how


def _says(statement: Statement, run: Run) -> str:
    predicate = statement.predicate
    operations = ", ".join(run.scope.claimed)
    others = len(run.scope.not_claimed)
    rest = f"; {others} not claimed" if others else ""
    tests = (predicate.passed, predicate.warned, predicate.failed)
    passed, warned, failed = map(len, tests)
    return (
        f"{show.printable(statement.asked.name)} {predicate.result} ({operations}{rest}): "
        f"{passed} clauses passed, {warned} warned, {failed} failed; {run.agreement}; "
        f"{run.cases:,} cases, profile {run.profile}, seed {run.seed}"
    )
