"""Ports of `outcome` with one mistake each."""

from typing import Any

from candidates.reference.outcome import Outcome, SummaryOf, mean_of_all, outcome
from tools.causes.wrong.making import candidate

Json = Any


# source: Yadoms/yadoms issue #571: a day's average is the mean of its hours' means, which is not
#   the mean of all values
# differs: one group of 1 and one of 0 and 0: score 0.5, not 0.3333333333333333
@candidate("outcome")
def the_score_is_a_mean_of_means(case: Json) -> Json:
    """The score is the mean of the means of the groups (of evals), not of all their values.

    Groups without values are left out.
    """

    def score(samples: Json, mean: Json) -> Json:
        groups = [[value for metric in group for value in metric] for group in samples]
        return mean([mean(values) for values in groups if values])

    return Outcome(summary=SummaryOf(score=score))(case)


# source: infiniflow/ragflow issue #17418: 0.29 becomes 28 percent, because the product is cut off
#   and not rounded
# differs: 3 trials with score 0.6: resolved 1, not 2
@candidate("outcome")
def resolved_is_cut_off(case: Json) -> Json:
    """The resolved trials are the product cut off towards zero, not rounded."""
    return Outcome(summary=SummaryOf(nearest=int))(case)


# source: Aider-AI/aider issue #5508: the test cases that a leaderboard shows, and divides by, are
#   those that ended, not those that were planned
# differs: n_total_trials 3 and n_completed_trials 2: total 2, not 3
@candidate("outcome")
def the_total_is_what_ended(case: Json) -> Json:
    """The total is always the sum of completed and errored trials, for any n_total_trials.

    The resolved trials are still of n_total_trials.
    """
    return Outcome(
        summary=SummaryOf(total=lambda counts: counts.completed + counts.errored),
    )(case)


# source: facebookresearch/mmf PR #716: of the losses of several datasets only the last one's is
#   retained
# differs: a group of 1 and then a group of 0: score 0.0, not 0.5
@candidate("outcome")
def only_the_last_group_counts(case: Json) -> Json:
    """The score is the mean of the last group (of evals) alone, 0.0 if that has no values.

    The other groups have to be valid.
    """
    return Outcome(
        summary=SummaryOf(score=lambda samples, mean: mean_of_all(samples[-1:], mean)),
    )(case)


# source: aws-cloudformation/cloudformation-guard issue #225: a file of 0 bytes is reported as one
#   that does not exist
# differs: a file of no bytes: harbor_result_missing, not harbor_result_malformed
@candidate("outcome")
def an_empty_file_is_missing(case: Json) -> Json:
    """A result.json of no bytes counts as no file, so its reason is harbor_result_missing."""
    return outcome(case | {"result": case["result"] or None})
