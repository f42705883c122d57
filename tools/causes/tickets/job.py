"""Ports of `job` with one mistake each."""

from typing import Any

from candidates.reference.job import Cost, Job, Stats, cancelled, errored
from tools.causes.wrong.making import candidate

Json = Any


# source: reportportal/reportportal issue #380: after a retry a launch has -1 tests
# differs: n_total_trials 1 and two trials: n_pending_trials -1, not 0
@candidate("job")
def pending_trials_may_be_negative(case: Json) -> Json:
    """n_pending_trials is less than 0 where more trials ended than were planned."""

    def pending(one: Json) -> Json:
        return one["n_total_trials"] - len(one["trials"])

    return Job(stats=Stats(n_pending_trials=pending))(case)


# source: BerriAI/litellm issue #39618: token counts of None should be taken as zero, which turns
#   an unknown cost into a cost of zero
# differs: no trial with usage: cost_usd 0.0, not null
@candidate("job")
def an_unknown_cost_is_zero(case: Json) -> Json:
    """cost_usd is 0.0 where no trial knows its cost; the token counts are null as they should."""

    def cost(one: Json) -> Json:
        known = Cost()(one)
        return 0.0 if known is None else known

    return Job(stats=Stats(cost_usd=cost))(case)


# source: flux-framework/flux-core PR #4479: cancelled jobs are added to the failed ones, which
#   have them already
# differs: one trial with CancelledError: n_errored_trials 2, not 1
@candidate("job")
def cancelled_trials_are_errored_twice(case: Json) -> Json:
    """n_errored_trials is increased by n_cancelled_trials, so these count twice."""

    def both(one: Json) -> int:
        return errored(one) + cancelled(one)

    return Job(stats=Stats(n_errored_trials=both))(case)
