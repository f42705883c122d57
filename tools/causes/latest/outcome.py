"""The latest mistakes in `outcome`, written without the catalogue."""

from typing import Any

from candidates.reference.outcome import (
    MalformedError,
    MeanOf,
    Outcome,
    SummaryOf,
    count_of,
    number_of,
    object_of,
    status_of,
)
from tools.causes.wrong.making import candidate


def _groups(result: Any) -> list[Any]:
    """Return the groups of a file's evals."""
    evals = object_of(object_of(object_of(result).get("stats", {})).get("evals", {}))
    return [object_of(group) for group in evals.values()]


def _listed(result: Any) -> list[float]:
    """Return the reward of each trial that the groups list under the key `reward`."""
    found: list[float] = []
    for group in _groups(result):
        lists = object_of(object_of(group.get("reward_stats", {})).get("reward", {}))
        for value, names in lists.items():
            if not isinstance(names, list):
                raise MalformedError
            found += [number_of(value)] * len(names)
    return found


# source: public code, a converter to AISBench's results: sum(rewards) / len(rewards), of rewards
#   that are listed in reward_stats
# differs: a trial with 1, and one without rewards: score 1.0, not 0.5
@candidate("outcome")
def score_is_the_mean_of_reward_stats(case: Any) -> Any:
    """The score is the mean of the rewards that reward_stats lists, not of the metrics."""

    def summary(result: Any) -> Any:
        return SummaryOf(score=lambda _samples, _mean: MeanOf()(_listed(result)))(result)

    return Outcome(summary=summary)(case)


# source: public code, a script after a run: len(reward_stats["reward"].get("1.0", []))
# differs: two trials with 0.5: resolved 0, not 1
@candidate("outcome")
def resolved_is_counted_in_reward_stats(case: Any) -> Any:
    """The resolved trials are those that reward_stats lists with a reward of 1."""

    def summary(result: Any) -> Any:
        return SummaryOf(product=lambda *_: float(_listed(result).count(1.0)))(result)

    return Outcome(summary=summary)(case)


# source: public code, a parser of jobs in TypeScript, with a weightedSum of the groups' trials
# differs: groups of 3 trials with mean 1.0 and of 1 trial with 0.0: score 0.75, not 0.5
@candidate("outcome")
def groups_are_weighted_by_their_trials(case: Any) -> Any:
    """The score is the mean of the groups' means, each weighted by its n_trials."""

    def summary(result: Any) -> Any:
        weights = [count_of(group.get("n_trials", 0)) for group in _groups(result)]

        def score(samples: Any, mean: Any) -> float:
            means = [mean([one for metric in group for one in metric]) for group in samples]
            added = sum(one * weight for one, weight in zip(means, weights, strict=True))
            return float(added / sum(weights)) if sum(weights) else 0.0

        return SummaryOf(score=score)(result)

    return Outcome(summary=summary)(case)


# source: public code, a check before a job is published, which wants no n_running_trials and no
#   n_pending_trials
# differs: "n_pending_trials": 1 and no errored trial: failed, not completed
@candidate("outcome")
def pending_trials_fail_the_job(case: Any) -> Any:
    """The status is failed if trials are pending or running, even without errored trials."""

    def summary(result: Any) -> Any:
        def status(counts: Any) -> str:
            stats: Any = result.get("stats", {})
            left = [stats.get(f"n_{name}_trials") for name in ("pending", "running")]
            return "failed" if any(map(count_of, left)) else status_of(counts)

        return SummaryOf(status=status)(result)

    return Outcome(summary=summary)(case)


# source: another reading of facts/reason-code.md, whose list has harbor_trial_failed
# differs: "n_errored_trials": 1: reason code harbor_trial_failed, not null
@candidate("outcome")
def failed_job_has_a_reason(case: Any) -> Any:
    """A job whose status is failed has the reason code harbor_trial_failed."""

    def summary(result: Any) -> Any:
        found = SummaryOf()(result)
        reason = "harbor_trial_failed" if found["status"] == "failed" else None
        return found | {"reason_code": reason}

    return Outcome(summary=summary)(case)


# source: a habit of Python: float(value or 0); harbor writes a mean of nan as null
# differs: metrics [{"mean": null}] and [{"mean": 1.0}]: score 0.5, not harbor_result_malformed
@candidate("outcome")
def null_metric_counts_as_0(case: Any) -> Any:
    """A metric of null counts as 0 instead of making the file malformed."""
    number = lambda value: 0.0 if value is None else number_of(value)  # noqa: E731
    return Outcome(summary=SummaryOf(number=number))(case)
