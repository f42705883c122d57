"""Versions of `pass_at_k` that one commit broke."""

from typing import Any

from candidates.reference.pass_at_k import (
    Average,
    PassAtK,
    Success,
    only_value,
    pass_at_k,
    rewards_of,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: commit "validate input": trials with a reward that is no success or failure are skipped
# differs: one task with rewards 1, 0 and 0.5: pass@2 of the first two, not a group left out
@candidate("pass_at_k")
def other_rewards_are_skipped(case: Json) -> Json:
    """A trial whose only reward is neither 0 nor 1 is left out, and its group is not.

    Such a trial should switch its group off. Trials with no name or several still do.
    """

    def counts(trial: Json) -> bool:
        rewards = rewards_of(trial)
        return rewards is None or len(rewards) != 1 or only_value(rewards) in (0, 1)

    return pass_at_k({"trials": [trial for trial in case["trials"] if counts(trial)]})


# source: commit "support several metrics": a trial succeeds if all of its rewards are 1
# differs: two trials of {"a": 1, "b": 0}: {"2": 0.0}, not a group left out
@candidate("pass_at_k")
def several_rewards_are_all_needed(case: Json) -> Json:
    """A trial with several rewards, each 0 or 1, is a success if all are 1, or else a failure.

    Several rewards should switch the group off, as they still do where one is another number.
    """

    def value(rewards: Json) -> Json:
        values = list(rewards.values())
        return min(values) if values and all(each in (0, 1) for each in values) else None

    return PassAtK(success=Success(value=value))(case)


# source: commit "round for display": pass@k is kept with four digits
# differs: pass@2 of three attempts, one of them successful: 0.6667, not 0.6666666666666667
@candidate("pass_at_k")
def estimates_are_rounded(case: Json) -> Json:
    """Each pass@k is rounded to four digits after the point, after the mean over the tasks."""
    return PassAtK(average=lambda tasks, k: round(Average()(tasks, k), 4))(case)
