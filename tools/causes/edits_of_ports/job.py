"""Slips in changes to ports of `job`."""

from typing import Any

from candidates.reference.harbor_json import Writer, number_text
from candidates.reference.job import Job, Stats
from candidates.reference.job_evals import Evals, Group, Metrics
from candidates.reference.job_progress import Progress
from candidates.reference.pass_at_k import evals_key, pass_at_k
from tools.causes.wrong.making import candidate

Json = Any


# source: rust/job.rs:70, where the groups get their pass@k: it is computed of the trials that
#   the progress has, one a name, which were at hand
# differs: the trials t, t and u of one task: pass@k of 2 attempts, not of 3
@candidate("job")
def pass_at_k_is_of_the_last_trials(case: Json) -> Json:
    """The pass@k of all groups leaves out trials whose name ended again later, in any group."""
    last: dict[str, Json] = {}
    for trial in case["trials"]:
        last.pop(trial["trial_name"], None)
        last[trial["trial_name"]] = trial

    def estimates(group: Group) -> Json:
        return pass_at_k({"trials": [*last.values()]}).get(group.key, {})

    return Job(stats=Stats(evals=Evals(pass_at_k=estimates)))(case)


# source: javascript/harbor_json.mjs:83, a number as a name: it was given up for the function
#   above it, of which it seemed to be a copy
# differs: a reward of 0.00001 is listed under "0.00001", not "1e-05"; of nan under "null"
@candidate("job")
def names_of_numbers_are_written_as_values(case: Json) -> Json:
    """In reward_stats, a reward is named as a number is written as a value.

    Nan and the infinities are "null", and exponents begin at 1e-6 and have no leading zero.
    """
    return Job(text=Writer(number_name=number_text))(case)


# source: rust/job_progress.rs:112, the first metric as a float: its result is not used, so it was
#   taken out
# differs: max of 10**400: the stats, not ExceptionGroup
@candidate("job")
def the_shown_metric_need_not_be_a_float(case: Json) -> Json:
    """A first metric that is an integer beyond binary64 does not end the job when it is shown.

    One that cannot be computed still does, and so does a trial without metrics.
    """

    def show(metrics: Json) -> None:
        (_, *_) = metrics[0].values()

    return Job(progress=Progress(show=show))(case)


# source: javascript/job_progress.mjs:64, the earlier trial of a name: for the count of retries it
#   is looked up in its group, which has the trials by name as well
# differs: t of agent a, then t of agent b: n_retries is 0, not 1
@candidate("job")
def a_retry_has_to_be_in_the_group(case: Json) -> Json:
    """A trial is a retry only where the last trial of its name before it was in the same group.

    This is about n_retries alone.
    """

    def retries(_: Json) -> Json:
        count = case["n_retries"]
        groups: dict[str, str] = {}
        for trial in case["trials"]:
            key = evals_key(trial)
            count += groups.get(trial["trial_name"]) == key
            groups[trial["trial_name"]] = key
        return count

    return Job(stats=Stats(n_retries=retries))(case)


# source: javascript/job.mjs:153, the metrics of a group: they are looked up as in
#   job_progress.mjs, from which the expression was copied
# differs: a source of "s__t" and metrics for it and for "t": those for "s__t", not for "t"
@candidate("job")
def the_metrics_at_the_end_are_of_the_source(case: Json) -> Json:
    """A group's metrics at the end are those of the whole source of its first trial.

    They should be those of what follows the last "__" of the group's key.
    """

    def dataset(group: Group) -> str:
        return group.trials[0].get("source") or "adhoc"

    return Job(stats=Stats(evals=Evals(metrics=Metrics(dataset=dataset))))(case)
