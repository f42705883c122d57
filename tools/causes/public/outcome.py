"""Mistakes in `outcome` that people make."""

import math
from typing import Any

from candidates.reference.outcome import Outcome, SummaryOf, member_of, product_of, total_of
from tools.causes.wrong.making import candidate


# source: another reading of "completed": a job with trials still pending is not completed
# differs: n_total_trials 3, n_completed_trials 2, no errors: "failed", not "completed"
@candidate("outcome")
def unfinished_job_is_failed(case: Any) -> Any:
    """The status is completed only if no trial errored and all planned trials have completed."""

    def status(counts: Any) -> str:
        good = counts.errored == 0 and counts.completed >= counts.trials
        return "completed" if good else "failed"

    return Outcome(summary=SummaryOf(status=status))(case)


# source: a habit: data.get("stats") or {}, eval_stats.get("metrics") or [] (JavaScript:
#   data.stats ?? {})
# differs: {"n_total_trials": 2, "stats": null}: reason_code null and total 2, not
#   harbor_result_malformed
@candidate("outcome")
def null_members_count_as_absent(case: Any) -> Any:
    """A member that is null counts as absent instead of making the file malformed."""

    def member(members: Any, name: str) -> Any:
        if members.get(name) is None:
            return member_of({}, name)
        return members[name]

    return Outcome(summary=SummaryOf(member=member))(case)


# source: another reading of spec/000 section 5: "resolved = round(score * total)" with the
#   printed total
# differs: no n_total_trials, n_completed_trials 4, mean 0.5: resolved 2, not 0
@candidate("outcome")
def resolved_of_the_printed_total(case: Any) -> Any:
    """The resolved trials are the score times the total that is printed, its fallback included."""

    def product(score: float, counts: Any) -> float:
        return product_of(score, counts._replace(trials=total_of(counts)))

    return Outcome(summary=SummaryOf(product=product))(case)


# source: JavaScript's Math.round; cf. Go's math.Round, SQL's ROUND, a spreadsheet's ROUND
# differs: mean 0.5 of 1 trial (or of 5): resolved 1 (3), not 0 (2)
@candidate("outcome")
def half_rounds_up(case: Any) -> Any:
    """Halves round up instead of to the even number."""

    def nearest(value: float) -> int:
        below = math.floor(value)
        return below + (value - below >= 1 / 2)

    return Outcome(summary=SummaryOf(nearest=nearest))(case)
