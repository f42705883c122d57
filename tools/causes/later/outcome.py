"""More mistakes in `outcome`, written without the catalogue."""

from typing import Any

from candidates.reference.outcome import Outcome, SummaryOf, count_of, member_of, object_of
from tools.causes.wrong.making import candidate


# source: public code that summarizes a harbor job: n_total = stats.get("n_total_trials", 0)
# differs: n_total_trials 2, n_completed_trials 1: total 1, not 2, and resolved 0
@candidate("outcome")
def total_is_in_the_stats(case: Any) -> Any:
    """n_total_trials is read in the stats instead of at the top of the file."""

    def summary(result: Any) -> Any:
        def member(members: Any, name: str) -> Any:
            if name != "n_total_trials":
                return member_of(members, name)
            return member_of(object_of(member_of(result, "stats")), name)

        return SummaryOf(member=member)(result)

    return Outcome(summary=summary)(case)


# source: public code that checks harbor jobs: "n_errored_trials", "n_errors" and "n_exceptions" are
#   collected from all objects of result.json
# differs: n_errored_trials 0 and a group of n_errors 1: "failed", not "completed"
@candidate("outcome")
def errors_of_groups_fail_the_job(case: Any) -> Any:
    """The status is failed if a group has n_errors, even without errored trials."""

    def summary(result: Any) -> Any:
        found: Any = SummaryOf()(result)
        stats = object_of(member_of(result, "stats"))
        groups: Any = object_of(member_of(stats, "evals")).values()
        return found | ({"status": "failed"} if any(one.get("n_errors") for one in groups) else {})

    return Outcome(summary=summary)(case)


# source: another reading of facts/reason-code.md: harbor_result_partial is the code of a job of
#   which not all trials have completed
# differs: n_total_trials 2, n_completed_trials 1: harbor_result_partial, not null
@candidate("outcome")
def unfinished_job_is_partial(case: Any) -> Any:
    """The reason code is harbor_result_partial where fewer trials completed than the total."""

    def summary(result: Any) -> Any:
        found: Any = SummaryOf()(result)
        done = count_of(member_of(object_of(member_of(result, "stats")), "n_completed_trials"))
        partial = done < count_of(member_of(result, "n_total_trials"))
        return found | ({"reason_code": "harbor_result_partial"} if partial else {})

    return Outcome(summary=summary)(case)
