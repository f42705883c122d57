"""Candidates of `outcome` with one mistake each, from bug trackers."""

import math
from typing import Any

from candidates.reference.outcome import Outcome, SummaryOf, status_of, total_of
from tools.causes.wrong.making import candidate

Json = Any


# source: JRedrupp/bison issue #124: halves are rounded up, not to even
# differs: a mean of 0.5 and one trial: "resolved" is 1, not 0
@candidate("outcome")
def halves_are_rounded_up(case: Json) -> Json:
    """Resolved trials are rounded up where the product ends with .5, not to the even number."""

    def nearest(product: float) -> int:
        whole = math.floor(product)
        return whole + 1 if product - whole >= 0.5 else whole  # noqa: PLR2004

    return Outcome(summary=SummaryOf(nearest=nearest))(case)


# source: infiniflow/ragflow issue #17418: 0.29 times 100 is cut off to 28
# differs: a mean of 0.29 and 100 trials: "resolved" is 28, not 29
@candidate("outcome")
def resolved_trials_are_cut_off(case: Json) -> Json:
    """Resolved trials are the product without its fraction, cut off towards zero, not rounded."""
    return Outcome(summary=SummaryOf(nearest=int))(case)


# source: tc39/test262-harness issue #157: the exit code is zero though tests have failed
# differs: {"stats": {"n_errored_trials": 1}}: "status" is "completed", not "failed"
@candidate("outcome")
def errored_trials_do_not_fail_a_job(case: Json) -> Json:
    """The status is always completed where the file can be read, also with errored trials."""
    return Outcome(summary=SummaryOf(status=lambda _: "completed"))(case)


# source: dart-lang/test issue #1518: a run without any tests is a failed one
# differs: {}: "status" is "failed", not "completed"
@candidate("outcome")
def a_job_without_trials_has_failed(case: Json) -> Json:
    """The status is failed where the total is 0; only errored trials should decide."""

    def status(counts: Json) -> str:
        return status_of(counts) if total_of(counts) else "failed"

    return Outcome(summary=SummaryOf(status=status))(case)


# source: microsoft/durabletask-python issue #7: are failed tasks among the completed ones?
# differs: no n_total_trials, 3 completed and 1 errored trials: "total" is 3, not 4
@candidate("outcome")
def errored_trials_count_as_completed(case: Json) -> Json:
    """Where n_total_trials is 0, the total is n_completed_trials; the errored are not added."""

    def total(counts: Json) -> int:
        return int(counts.trials or counts.completed)

    return Outcome(summary=SummaryOf(total=total))(case)
