"""Ports of `job` with one mistake each."""

from typing import Any

from candidates.reference.job import Job, Stats, usages
from candidates.reference.job_evals import Evals, RewardStats
from candidates.reference.job_trial import rewards_of
from tools.causes.wrong.making import candidate

Json = Any


# source: a public Qwen Code benchmark runner: a trial with exception_info is only put among the
#   errors, and its reward is not looked at (stored file 56186447689)
# differs: a trial with reward 1 and an exception: reward_stats {}, not {"reward": {"1": [name]}}
@candidate("job")
def rewards_beside_an_exception_are_not_listed(case: Json) -> Json:
    """reward_stats leaves out the trials that have an exception.

    The metrics, n_trials and pass@k still count their rewards.
    """
    listed = RewardStats()

    def reward_stats(group: Json) -> Json:
        trials = [trial for trial in group.trials if trial["exception"] is None]
        return listed(group._replace(trials=trials))

    return Job(stats=Stats(evals=Evals(reward_stats=reward_stats)))(case)


# source: a public script that recomputes costs from result.json: the cached tokens are taken off
#   the input tokens, which are never less than 0 (stored file 60459596198)
# differs: 10 input tokens, 4 of them cached: n_input_tokens 6, not 10
@candidate("job")
def cached_tokens_are_no_input(case: Json) -> Json:
    """n_input_tokens leaves out each trial's cached tokens, down to 0 but not below.

    A trial whose cached tokens are not known counts with all its input tokens.
    """

    def input_tokens(job: Json) -> int | None:
        counts = [
            max(usage["n_input_tokens"] - (usage["n_cache_tokens"] or 0), 0)
            for usage in usages(job)
            if usage["n_input_tokens"] is not None
        ]
        return sum(counts) if counts else None

    return Job(stats=Stats(n_input_tokens=input_tokens))(case)


# source: a public benchmark dashboard (TypeScript), parseHarborTrialFromJson: a trial without a
#   reward has the status error, as one with an exception (stored file 58542760628)
# differs: a trial without rewards or exception: n_errored_trials and n_errors 1, not 0
@candidate("job")
def a_trial_without_rewards_is_an_error(case: Json) -> Json:
    """n_errored_trials and n_errors also count trials whose rewards are null.

    That includes trials without a verifier result, whether or not they have an exception.
    """

    def failed(trials: Json) -> int:
        return sum(trial["exception"] is not None or rewards_of(trial) is None for trial in trials)

    stats = Stats(
        n_errored_trials=lambda job: failed(job["trials"]),
        evals=Evals(n_errors=lambda group: failed(group.trials)),
    )
    return Job(stats=stats)(case)
