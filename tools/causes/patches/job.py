"""Patches to `job` that break one rule each."""

from typing import Any

from candidates.reference.harbor_json import Members, name_of_number
from candidates.reference.job import Cost, Job, Stats
from candidates.reference.job_evals import Evals, RewardStats
from candidates.reference.job_trial import rewards_of
from tools.causes.wrong.making import candidate

Json = Any


# source: patch "count each trial once": `names` of the retries taken over into pending
#   (job.mjs:136)
# differs: 3 planned, trials t and t: 2 pending, not 1
@candidate("job")
def pending_trials_are_counted_by_name(case: Json) -> Json:
    """The pending trials are the planned ones less the different names of the ended trials.

    A retry should count as one more ended trial.
    """

    def pending(job: Json) -> Json:
        return max(job["n_total_trials"] - len({each["trial_name"] for each in job["trials"]}), 0)

    return Job(stats=Stats(n_pending_trials=pending))(case)


# source: patch "text keys, as in the file" at the names of numbers (job.rs:211)
# differs: rewards 1 of t and 1.0 of u: {"1": ["t"], "1.0": ["u"]}, not {"1": ["t", "u"]}
@candidate("job")
def reward_lists_are_shared_by_text(case: Json) -> Json:
    """Trials share a list of reward_stats where their rewards have the same text.

    So 1 and 1.0 have two lists, as 0.0 and -0.0 have, and all nans have one.
    """
    lists = RewardStats(alike=name_of_number)
    return Job(stats=Stats(evals=Evals(reward_stats=lists)))(case)


# source: patch "shorten the test": `is not None` dropped where the rewarded trials are counted
# differs: one trial with rewards {}: n_trials 0, not 1
@candidate("job")
def a_trial_with_empty_rewards_is_not_counted(case: Json) -> Json:
    """The n_trials of a group leaves out trials whose rewards are an object without names."""

    def rewarded(group: Json) -> Json:
        return sum(bool(rewards_of(trial)) for trial in group.trials)

    return Job(stats=Stats(evals=Evals(n_trials=rewarded)))(case)


# source: patch "sum() in place of a loop" at the addition of costs (job.py, one_by_one)
# differs: costs 0.1 ten times: 1.0, not 0.9999999999999999
@candidate("job")
def costs_are_added_by_pythons_sum(case: Json) -> Json:
    """Costs are added with the correction of Python's sum; they should be without it."""
    return Job(stats=Stats(cost_usd=Cost(add=sum)))(case)


# source: patch "stable diffs": the lists of trials are sorted as they are written
# differs: reward 1 of b and then of a: {"1": ["a", "b"]}, not {"1": ["b", "a"]}
@candidate("job")
def listed_trials_are_sorted(case: Json) -> Json:
    """The lists of trials in reward_stats are sorted by code point, not in the trials' order.

    Those of exception_stats are in order.
    """

    def lists(group: Json) -> Json:
        stats: Json = RewardStats()(group)
        return {
            reward: Members([(value, sorted(names)) for value, names in members.pairs])
            for reward, members in stats.items()
        }

    return Job(stats=Stats(evals=Evals(reward_stats=lists)))(case)
