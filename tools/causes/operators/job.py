"""Ports of `job` with one mutation each."""

from typing import Any

from candidates.reference.harbor_json import Writer, refuse_surrogates
from candidates.reference.job import Job, Stats, input_tokens
from candidates.reference.job_evals import Evals
from candidates.reference.job_progress import Progress
from candidates.reference.job_trial import rewards_of
from tools.causes.wrong.making import candidate

Json = Any


# source: rolled harbor_json:97 (a variable replaced by the other one of its type): one helper for
#   names and values, as in orjson, which refuses a lone surrogate in either
# differs: an exception "\ud800": PydanticSerializationError, not a name of three U+FFFD
@candidate("job")
def a_lone_surrogate_in_a_name_is_refused(case: Json) -> Json:
    """A lone surrogate in a name of an object of the stats raises PydanticSerializationError.

    It is refused as one in a string is, instead of being replaced, in a key of a group, a
    reward or an exception.
    """
    return Job(text=Writer(name=refuse_surrogates))(case)


# source: rolled job_evals:37 (a copied line with one name not changed): the count of errors made
#   from the count of rewarded trials above it, with only the relation turned round
# differs: one trial with reward 1 and an exception: "n_errors": 0, not 1
@candidate("job")
def errors_of_a_group_are_the_trials_without_rewards(case: Json) -> Json:
    """The n_errors of a group counts the trials that have no rewards.

    It does so whether or not they have an exception; the n_errored_trials of the job is right.
    """

    def errors(group: Json) -> int:
        return sum(rewards_of(trial) is None for trial in group.trials)

    return Job(stats=Stats(evals=Evals(n_errors=errors)))(case)


# source: rolled job_evals:117 (a call replaced by an assignment): `lists[name] = [trial]`, as in
#   JavaScript's `Object.fromEntries` or Python's dict comprehension, which keep the last pair
# differs: trials t1 and t2 with a ValueError each: ["t2"], not ["t1", "t2"]
@candidate("job")
def only_the_last_trial_of_an_exception_is_listed(case: Json) -> Json:
    """In a group's exception_stats an exception lists only the last trial that has it, not all."""

    def exception_stats(group: Json) -> Json:
        return {
            trial["exception"]: [trial["trial_name"]]
            for trial in group.trials
            if trial["exception"] is not None
        }

    return Job(stats=Stats(evals=Evals(exception_stats=exception_stats)))(case)


# source: rolled job_trial:10 (a copied line with one name not changed), the commonest error that
#   PVS-Studio's reports find in open code: the last or middle line of several copies
# differs: a usage of 10 input and 4 cached tokens: "n_cache_tokens": 10, not 4
@candidate("job")
def cached_tokens_are_the_input_tokens(case: Json) -> Json:
    """The n_cache_tokens of the stats adds the trials' n_input_tokens.

    It should add their n_cache_tokens.
    """
    return Job(stats=Stats(n_cache_tokens=input_tokens))(case)


# source: rolled job_progress:73 (a statement dropped, as PIT's void method call mutator does)
# differs: with the metric mean, t1 -15*10**307, t2 3*10**308, t1 again: stats, not ExceptionGroup
@candidate("job")
def a_group_is_not_refreshed_when_a_retry_replaces_its_trial(case: Json) -> Json:
    """When a trial of a name that ended before ends, the earlier one's group is not recomputed.

    A metric that overflows only in the state without the earlier trial raises no
    ExceptionGroup.
    """

    class Unrefreshed(Progress):
        def _end_each(self, trials: Json, metrics: Json) -> None:
            ended: dict[str, Json] = {}
            rewards: dict[str, dict[str, Json]] = {}
            for trial in trials:
                name = trial["trial_name"]
                previous = ended.get(name)
                if previous is not None:
                    del rewards[self.key(previous)][name]
                ended[name] = trial
                rewards.setdefault(self.key(trial), {})[name] = rewards_of(trial)
                refreshed = self._refreshed(rewards, trial, metrics)
                if rewards_of(trial) or trial["exception"] is not None:
                    self.write(name)
                if previous is None:
                    self.show(refreshed)

    return Job(progress=Unrefreshed())(case)
