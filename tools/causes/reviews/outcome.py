"""Mistakes in `outcome`."""

from typing import Any

from candidates.reference.outcome import Outcome, SummaryOf, member_of
from tools.causes.wrong.making import candidate

Json = Any


# source: modelscope/evalscope, pull request 1672: averages of averages in the place of one mean
# differs: metrics of mean 1 and 1 in one group, 0 in another: score 0.5, not 2/3
@candidate("outcome")
def score_is_the_mean_of_the_groups_means(case: Json) -> Json:
    """Each evals group is averaged first, so that groups instead of values weigh the same."""

    def score(samples: Json, mean: Json) -> Json:
        groups = [[value for metric in group for value in metric] for group in samples]
        return mean([mean(values) for values in groups if values])

    return Outcome(summary=SummaryOf(score=score))(case)


# source: a stricter check for partial results: `errored == 0 and completed == total`
# differs: n_total_trials 2, n_completed_trials 1, no error: "failed", not "completed"
@candidate("outcome")
def partial_result_is_failed(case: Json) -> Json:
    """The status is failed too where fewer trials than planned are completed."""

    def status(counts: Json) -> str:
        done = counts.errored == 0 and counts.completed >= counts.trials
        return "completed" if done else "failed"

    return Outcome(summary=SummaryOf(status=status))(case)


# source: the wrong conversion: `int(score * total)` for `round(score * total)`
# differs: one mean of 0.5, n_total_trials 3: resolved 1, not 2
@candidate("outcome")
def resolved_is_cut_off(case: Json) -> Json:
    """The resolved trials are cut off to a whole number instead of rounded."""
    return Outcome(summary=SummaryOf(nearest=int))(case)


# source: Human-Agent-Society/CORAL, pull request 122: names of fields that harbor 0.13 moved
# differs: n_errored_trials 1: "completed", not "failed"
@candidate("outcome")
def errors_are_read_from_the_legacy_field(case: Json) -> Json:
    """The errored trials are read from n_errors, which the stats no longer have."""

    def member(members: Json, name: str) -> Json:
        if name == "n_errored_trials":
            return members.get("n_errors", 0)
        return member_of(members, name)

    return Outcome(summary=SummaryOf(member=member))(case)


# source: aec-bench: rewards are rounded to 4 decimals, which a leaderboard's table asks for
# differs: one mean of 0.66666: score 0.6667, not 0.66666
@candidate("outcome")
def printed_score_has_four_decimals(case: Json) -> Json:
    """The score of the line is rounded to four decimals, after the resolved trials are known."""

    def summary(result: Json) -> Json:
        read = SummaryOf()(result)
        return {**read, "score": round(read["score"], 4)}

    return Outcome(summary=summary)(case)


# source: a lookup that fits one reward only: `if "mean" in metric` without the else branch
# differs: metrics [{"correctness": 1, "speed": 0.5}]: score 0.0, not 0.75
@candidate("outcome")
def metrics_without_a_mean_are_left_out(case: Json) -> Json:
    """A metric without the name mean adds nothing to the score."""

    def values(metric: Json) -> Json:
        return [metric["mean"]] if "mean" in metric else []

    return Outcome(summary=SummaryOf(values=values))(case)
