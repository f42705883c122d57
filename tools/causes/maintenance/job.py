"""Changes to a `job` that worked, each of which broke one thing."""

from typing import Any

from candidates.reference.job import Job, Stats, usages
from candidates.reference.job_evals import Evals, Metrics
from candidates.reference.metric import metric
from candidates.reference.pass_at_k import evals_key
from tools.causes.wrong.making import candidate

Json = Any


# source: commit "rewards as a generator: one copy less of every trial"; the loop over the
#   dataset's metrics reads it more than once
# differs: metrics sum and sum, one reward 1: [{"sum": 1}, {"sum": 0}], not [{"sum": 1}, {"sum": 1}]
@candidate("job")
def only_the_first_metric_sees_the_rewards(case: Json) -> Json:
    """The first metric of a dataset uses up the rewards, and each after it has no trials.

    So in the stats a later sum is {"sum": 0}, and a later mean, max or min is the error of no
    trials (ZeroDivisionError or ValueError). All should see all trials.
    """

    def compute(names: Json, rewards: Json) -> Json:
        unread = iter(rewards)
        return [metric({"metric": name, "rewards": list(unread)}) for name in names]

    return Job(stats=Stats(evals=Evals(metrics=Metrics(compute=compute))))(case)


# source: commit "count completed, errored and cancelled trials in one pass"
# differs: t cancelled and then t again without an exception: n_cancelled_trials 1, not 0
@candidate("job")
def every_cancelled_trial_counts(case: Json) -> Json:
    """The cancelled trials are all that ended with CancelledError.

    Of several trials of one name only the last should count.
    """

    def cancelled(job: Json) -> int:
        count = 0
        for trial in job["trials"]:
            if trial["exception"] == "CancelledError":
                count += 1
        return count

    return Job(stats=Stats(n_cancelled_trials=cancelled))(case)


# source: commit "agents may leave token counts out": `or 0` in the sum, in place of a filter
# differs: one trial with a usage whose counts are null: n_input_tokens 0, not null
@candidate("job")
def unknown_token_counts_are_zero(case: Json) -> Json:
    """Each of the three token counts is 0 where trials have a usage but none knows the count.

    It should be null, as it is where no trial has any usage. The cost is null as it should be.
    """

    def tokens(name: str) -> Json:
        def member(job: Json) -> Json:
            known: Json = usages(job)
            return sum(usage[name] or 0 for usage in known) if known else None

        return member

    return Job(
        stats=Stats(
            n_input_tokens=tokens("n_input_tokens"),
            n_cache_tokens=tokens("n_cache_tokens"),
            n_output_tokens=tokens("n_output_tokens"),
        )
    )(case)


# source: commit "do not parse the group's key for its dataset, the trials know their source"
# differs: source a__b, metrics of a__b [mean]: [{"mean": ...}], not []
@candidate("job")
def metrics_are_those_of_the_source(case: Json) -> Json:
    """The metrics of a group in the stats are those configured for its trials' source unchanged.

    They should be those for what follows the last two underscores of the group's key, which is
    another dataset where the source has two underscores in it, or where the agent or model before
    it in the key ends in an underscore.
    """

    def dataset(group: Json) -> Json:
        return group.trials[0].get("source") or "adhoc"

    return Job(stats=Stats(evals=Evals(metrics=Metrics(dataset=dataset))))(case)


# source: commit "trials of a group by name": a dict in place of the list, for look-ups on resume
# differs: t with reward 0 and t again with reward 1, sum: [{"sum": 1}] and n_trials 1, not 2
@candidate("job")
def a_group_has_the_last_trial_of_each_name(case: Json) -> Json:
    """Of several trials of one name in one group only the last counts for the group's stats.

    Each should count: for n_trials, n_errors, the metrics and pass@k, and in the lists of trials.
    Trials of one name in two groups count in both, and the counts of the whole job are right.
    """

    def evals(job: Json) -> Json:
        latest: Json = {}
        for trial in job["trials"]:
            latest[evals_key(trial), trial["trial_name"]] = trial
        return Evals()(job | {"trials": list(latest.values())})

    return Job(stats=Stats(evals=evals))(case)
