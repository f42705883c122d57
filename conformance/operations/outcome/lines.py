"""What a line says, checks whose cases must be both read and refused, and what clauses rest on.

No wheel has this stage. The code block of §5 decides; where its rules in words, or another section,
say something else, that is an erratum.
"""

import json
from typing import NamedTuple

from conformance.operations.clause import Examination, Section
from conformance.protocol.values import Answer, Case, Result

RULES = (Section("spec/000", "§5"),)
SUMS = (*RULES, Section("spec/000", "§6"))

READ = "the file is read"
MALFORMED = "the file is malformed"
BOTH = {READ: 0.1, MALFORMED: 0.1}
"""A rule about what is read and what is not must be put to both kinds."""


class Summary(NamedTuple):
    """What the line says of a file that was read."""

    resolved: int
    score: float
    status: str
    total: int


def summary(answer: Answer) -> Summary | None:
    """Return what the line says; None where the file is missing or malformed."""
    if not isinstance(answer, Result) or not isinstance(answer.value, dict):
        return None
    members = json.loads(str(answer.value["line"]).partition("=")[2])
    return Summary(**members) if members.pop("reason_code") is None else None


def agree_on_reading(examination: Examination, case: Case) -> None:
    """Ask the case, and note whether the file could be read."""
    read = summary(examination.agree(case)) is not None
    examination.observe(READ, happened=read)
    examination.observe(MALFORMED, happened=not read)


def line(score: str, resolved: int, total: float, status: str = "completed") -> Result:
    """Return the answer of a file that was read."""
    return Result(
        {
            "line": f'BASE_BENCHMARK_RESULT={{"reason_code": null, "resolved": {resolved}, '
            f'"score": {score}, "status": "{status}", "total": {total}}}'
        }
    )
