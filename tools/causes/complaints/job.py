"""Ports of `job` with one mistake each."""

import json
import math
from typing import Any

from candidates.reference.harbor_json import Writer, number_text
from candidates.reference.job import Cost, Job, Stats, usages
from tools.causes.wrong.making import candidate

Json = Any


# source: steipete/CodexBar PR #2896: a known total of zero is shown as unavailable
# differs: one trial of cost 0: "cost_usd": null, not 0.0
@candidate("job")
def a_cost_of_zero_is_unknown(case: Json) -> Json:
    """A total cost of 0 is null, as if no trial knew its cost."""

    def cost(case: Json) -> Json:
        return Cost()(case) or None

    return Job(stats=Stats(cost_usd=cost))(case)


# source: nearai/ironclaw PR #5976: cached tokens, which the input tokens include, are added to
#   them again
# differs: 10 input tokens, 4 of them cached: "n_input_tokens": 14, not 10
@candidate("job")
def cached_tokens_are_added_to_the_input(case: Json) -> Json:
    """n_input_tokens adds each trial's cached tokens to its input tokens.

    A trial whose input tokens are unknown adds neither.
    """

    def input_tokens(case: Json) -> Json:
        counts = [
            usage["n_input_tokens"] + (usage["n_cache_tokens"] or 0)
            for usage in usages(case)
            if usage["n_input_tokens"] is not None
        ]
        return sum(counts) if counts else None

    return Job(stats=Stats(n_input_tokens=input_tokens))(case)


# source: Illumina/Cyrius issue #42: numbers that are not finite are written as NaN, which is no
#   JSON; they should be null
# differs: a mean of nan: {"mean": NaN}, not {"mean": null}
@candidate("job")
def nan_is_written_as_it_is(case: Json) -> Json:
    """A value that is not finite is written NaN, Infinity or -Infinity, not null."""

    def number(value: Json) -> str:
        unwritable = isinstance(value, float) and not math.isfinite(value)
        return json.dumps(value) if unwritable else number_text(value)

    return Job(text=Writer(number=number))(case)


# source: kirubarajan/roft issue #11: the number of remaining tasks goes below zero
# differs: 1 planned trial, 2 that ended: "n_pending_trials": -1, not 0
@candidate("job")
def pending_trials_go_below_zero(case: Json) -> Json:
    """n_pending_trials is negative where more trials ended than were planned, not 0."""

    def pending(case: Json) -> Json:
        return case["n_total_trials"] - len(case["trials"])

    return Job(stats=Stats(n_pending_trials=pending))(case)


# source: learningequality/kolibri issue #6177: of 7 tasks that ended, 2 of them failed, 5 count as
#   complete
# differs: a trial with an exception and one without: "n_completed_trials": 1, not 2
@candidate("job")
def failed_trials_are_not_completed(case: Json) -> Json:
    """n_completed_trials leaves out the trials that have an exception."""

    def completed(case: Json) -> int:
        return sum(trial["exception"] is None for trial in case["trials"])

    return Job(stats=Stats(n_completed_trials=completed))(case)
