"""The result of verifying a certificate, as a view and as JSON."""

from collections.abc import Sequence
from dataclasses import asdict

from conformance.attestation.certificate import results_of
from conformance.attestation.verifying import AGAIN, Status, VerificationRow, refused
from conformance.certification.report import Run
from conformance.operations.clause import Level
from conformance.protocol.show import safe
from conformance.protocol.values import HARBOR_VERSION
from conformance.report import rendering
from conformance.report.view import Block, Facts, View

MOST = 12
"""How many refusals are printed; JSON has all."""


def headline(run: Run | None, rows: Sequence[VerificationRow]) -> str:
    """Return a line that says whether a certificate holds, and its content."""
    wrong = refused(rows)
    if wrong or run is None:
        more = f"; and {len(wrong) - 1:,} more" if len(wrong) > 1 else ""
        return f"REFUSED: {wrong[0].subject}: {wrong[0].detail}{more}" if wrong else "REFUSED"
    return f"VERIFIED, {_how(rows)}: {_says(run)}"


def view(told: str, rows: Sequence[VerificationRow]) -> View:
    """Return a line for each checked field, and the headline."""
    left_out = refused(rows)[MOST:]
    kept = (row for row in rows if row not in left_out)
    lines = [(row.subject, f"{row.status:<11}  {row.detail}") for row in kept]
    blocks: list[Block] = [Facts(lines)]
    blocks += [f"… and {len(left_out):,} more; --json has all of them"] if left_out else []
    return View(told, blocks, tone="error" if refused(rows) else "same")


def to_json(told: str, run: Run | None, rows: Sequence[VerificationRow], code: int) -> str:
    """Return the same as JSON; ``result`` is null where a certificate is refused."""
    verified = run is not None and not refused(rows)
    return rendering.json_text(
        {
            "verify": 1,
            "verified": verified,
            "result": results_of(run)[0] if run is not None and verified else None,
            "verdict": safe(told),
            "exit_code": code,
            "rows": [asdict(row) for row in rows],
        }
    )


def _how(rows: Sequence[VerificationRow]) -> str:
    repeated = any(row.subject == AGAIN and row.status is Status.HOLDS for row in rows)
    elsewhere = any(row.status is Status.ELSEWHERE for row in rows)
    how = "repeated with the same results" if repeated else "not repeated"
    return f"{how}, made in other surroundings" if elsewhere else how


def _says(run: Run) -> str:
    others = len(run.scope.not_claimed)
    operations = ", ".join(run.scope.claimed) + (f"; {others} not claimed" if others else "")
    result, tests = results_of(run)
    passed, warned, failed = map(len, tests.values())
    level = "" if run.level is Level.EXTREME else f" at level {run.level}"
    release = run.provenance.harbor
    oracle = "" if release == HARBOR_VERSION else f" against harbor {release}"
    return (
        f"{run.candidate.name} {result}{level}{oracle} ({operations}): "
        f"{passed} clauses passed, {warned} warned, {failed} failed; {run.agreement}; "
        f"{run.cases:,} cases, profile {run.profile}, seed {run.seed}"
    )
