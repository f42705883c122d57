"""Mistakes in `job` that public code makes."""

from typing import Any

from candidates.reference.harbor_json import Writer, name_of_number
from candidates.reference.job import Cost, Job, Stats, cache_tokens, input_tokens
from candidates.reference.job_evals import Evals, Metrics
from tools.causes.wrong.making import candidate

Json = Any


# source: steipete/CodexBar, pull request 2896: only a total above zero counts as known
# differs: one trial with a cost of 0: "cost_usd" is null, not 0.0
@candidate("job")
def total_cost_of_zero_is_unknown(case: Json) -> Json:
    """A cost that adds up to 0 is null, as if no trial knew its own."""
    return Job(stats=Stats(cost_usd=lambda case: Cost()(case) or None))(case)


# source: aaif-goose/goose, pull request 10430: tokens from a cache are priced as input again
# differs: one trial of 10 input and 4 cache tokens: "n_input_tokens" is 14, not 10
@candidate("job")
def cache_tokens_are_added_to_input_tokens(case: Json) -> Json:
    """The input tokens of the job include its cache tokens a second time."""

    def both(case: Json) -> Json:
        known = input_tokens(case)
        return known if known is None else known + (cache_tokens(case) or 0)

    return Job(stats=Stats(n_input_tokens=both))(case)


# source: replayio/replay-cli, pull request 196: of a test's attempts only the last is counted
# differs: a trial fails and succeeds when retried: "n_errored_trials" is 0, not 1
@candidate("job")
def only_the_last_attempt_can_be_errored(case: Json) -> Json:
    """Of trials with one name, only the last is counted among the errored trials."""

    def errored(case: Json) -> Json:
        last = {trial["trial_name"]: trial["exception"] for trial in case["trials"]}
        return sum(exception is not None for exception in last.values())

    return Job(stats=Stats(n_errored_trials=errored))(case)


# source: tables in JavaScript, where a number as a name of an object has no decimal zero
# differs: a trial with {"reward": 1.0}: reward_stats has the name "1", not "1.0"
@candidate("job")
def whole_reward_is_a_name_without_its_zero(case: Json) -> Json:
    """In reward_stats a float without a fraction is named without the .0."""

    def name(value: Json) -> Json:
        return name_of_number(value).removesuffix(".0")

    return Job(text=Writer(number_name=name))(case)


# source: plugins for harbor that finish a trial with a CancelledError as cancelled, not failed
# differs: one trial with CancelledError: "n_errored_trials" is 0, not 1
@candidate("job")
def cancelled_trial_is_not_errored(case: Json) -> Json:
    """A trial with a CancelledError is not counted among the errored trials of the job."""

    def errored(case: Json) -> Json:
        return sum(trial["exception"] not in (None, "CancelledError") for trial in case["trials"])

    return Job(stats=Stats(n_errored_trials=errored))(case)


# source: scaleapi/vero, pull request 21: attempts with an exception are kept out of the mean
# differs: {"reward": 1} and a trial of 0 with AgentTimeoutError: the mean is 1.0, not 0.5
@candidate("job")
def metrics_leave_out_trials_with_an_exception(case: Json) -> Json:
    """A group's metrics leave out trials with an exception, unless all have one."""

    def metrics(group: Json) -> Json:
        clean = [trial for trial in group.trials if trial["exception"] is None]
        return Metrics()(group._replace(trials=clean or group.trials))

    return Job(stats=Stats(evals=Evals(metrics=metrics)))(case)
