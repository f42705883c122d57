"""Reported bugs as they would be in `job`."""

from typing import Any

from candidates.reference.harbor_json import Writer, name_of_number
from candidates.reference.job import Job, Stats, usages
from candidates.reference.job_evals import Evals, Metrics
from candidates.reference.job_progress import Progress
from tools.causes.wrong.making import candidate

Json = Any

CACHED = "n_cache_tokens"


# source: reportportal/reportportal #2002: only the last retry's status counts
# differs: trial t with an exception and then t without one: 0 errored, not 1
@candidate("job")
def only_the_last_attempt_can_be_errored(case: Json) -> Json:
    """The errored trials of a job are the names whose last trial has an exception.

    Every trial with one should count, retried or not. The n_errors of groups are as they should
    be.
    """
    Progress()(case["trials"], case["metrics"])
    last = {trial["trial_name"]: trial["exception"] for trial in case["trials"]}
    errored = sum(exception is not None for exception in last.values())
    return {"stats": Writer()({**Stats()(case), "n_errored_trials": errored})}


# source: ClawMobile/ClawMobile #40: cached input tokens are added to the input tokens again
# differs: a usage with 5 input and 2 cached tokens: 7 input tokens, not 5
@candidate("job")
def cached_tokens_are_added_to_the_input(case: Json) -> Json:
    """The input tokens of a job are the sum of the trials' input and cached tokens.

    They should be that of the input tokens alone, which have the cached ones among them. They
    are null only if no trial knows either. The cached tokens are as they should be.
    """

    def tokens(job: Json) -> Json:
        known_usages: Json = usages(job)
        counts = [usage[name] for usage in known_usages for name in ("n_input_tokens", CACHED)]
        known = [count for count in counts if count is not None]
        return sum(known) if known else None

    return Job(stats=Stats(n_input_tokens=tokens))(case)


# source: richie5um/vscode-sort-json #65: 1.0 is written as 1
# differs: reward 1.0 of t: {"1": ["t"]}, not {"1.0": ["t"]}
@candidate("job")
def whole_floats_are_named_as_integers(case: Json) -> Json:
    """In reward_stats a float that is whole, and below 1e16, is named without its .0.

    It should be named with it. Numbers that are values are written as they should be.
    """

    def name(value: Json) -> str:
        text = name_of_number(value)
        return "0" if text == "-0.0" else text.removesuffix(".0")

    return Job(text=Writer(number_name=name))(case)


# source: hud-evals/hud-python #526: errored runs are not in the mean reward
# differs: reward 1 of t, and reward 0 of u with an exception: mean 1.0, not 0.5
@candidate("job")
def metrics_leave_out_errored_trials(case: Json) -> Json:
    """The metrics of a group are computed without the trials that have an exception.

    All trials should be in them. If all have one, the list of metrics is empty. pass_at_k and
    the lists of trials are as they should be.
    """

    def metrics(group: Json) -> Json:
        trials = [trial for trial in group.trials if trial["exception"] is None]
        return Metrics()(group._replace(trials=trials)) if trials else []

    return Job(stats=Stats(evals=Evals(metrics=metrics)))(case)


# source: EnricoMi/publish-unit-test-result-action #662: a count is the rest, and is negative
# differs: 1 planned, trials t and t: -1 pending, not 0
@candidate("job")
def pending_trials_can_be_negative(case: Json) -> Json:
    """The pending trials are the planned ones less those that ended, below 0 too.

    They should be 0 at least.
    """
    Progress()(case["trials"], case["metrics"])
    pending = case["n_total_trials"] - len(case["trials"])
    return {"stats": Writer()({**Stats()(case), "n_pending_trials": pending})}
