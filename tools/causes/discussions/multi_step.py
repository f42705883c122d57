"""Reported bugs as they would be in `multi_step`."""

from typing import Any

from candidates.reference.metric import quotient
from candidates.reference.multi_step import Average, Columns, MultiStep, multi_step
from candidates.reference.summation import total
from tools.causes.wrong.making import candidate

Json = Any


# source: UKGovernmentBEIS/inspect_ai #4357: reducers take the keys of the first score
# differs: mean of {"a": 1} and {"a": 1, "b": 1}: {"a": 1.0}, not {"a": 1.0, "b": 0.5}
@candidate("multi_step")
def the_first_step_names_the_rewards(case: Json) -> Json:
    """A mean has only the names that the first step with a result has.

    The names of all steps should be there. Where the first has none, the rewards are {}, if a
    later step has some.
    """
    columns = Columns(names=lambda rows: list(rows[0]))
    return MultiStep(average=Average(columns=columns))(case)


# source: EleutherAI/lm-evaluation-harness #4062: what is missing leaves the denominator
# differs: mean of {"a": 1} and {"b": 1}: {"a": 1.0, "b": 1.0}, not {"a": 0.5, "b": 0.5}
@candidate("multi_step")
def the_mean_is_over_the_steps_that_have_the_name(case: Json) -> Json:
    """The mean of a name is over the steps whose rewards have it.

    A step that has a result without the name should count as 0.
    """
    if case["strategy"] == "final":
        return multi_step(case)
    columns: dict[str, list[Json]] = {}
    for step in case["steps"]:
        for name, value in ((step or {}).get("rewards") or {}).items():
            columns.setdefault(name, []).append(value)
    if not columns:
        return None
    return {"rewards": {name: quotient(values, total) for name, values in columns.items()}}


# source: PrimeIntellect-ai/prime-rl #3182: what failed to be scored is counted as 0.0
# differs: mean of {"a": 1} and of no result: {"a": 0.5}, not {"a": 1.0}
@candidate("multi_step")
def a_step_without_a_result_counts_as_zero(case: Json) -> Json:
    """A step whose verifier said nothing takes part in a mean, with 0 for every name.

    It should be left out. Without any names the result is null, as it should be.
    """
    if case["strategy"] == "final":
        return case["steps"][-1] if case["steps"] else None
    rows = [(step or {}).get("rewards") or {} for step in case["steps"]]
    names = dict.fromkeys(name for row in rows for name in row)
    if not names:
        return None
    return {"rewards": {n: quotient([row.get(n, 0) for row in rows], total) for n in names}}


# source: UKGovernmentBEIS/inspect_ai #446: `if value:` where a value of None was meant
# differs: mean of {"a": 0, "b": 1}: {"b": 1.0}, not {"a": 0.0, "b": 1.0}
@candidate("multi_step")
def means_of_zero_are_not_reported(case: Json) -> Json:
    """A name whose mean is 0 is left out of the rewards; if all are, the rewards are {}.

    The strategy final is as it should be.
    """
    result: Json = multi_step(case)
    if case["strategy"] == "final" or result is None:
        return result
    return {"rewards": {name: mean for name, mean in result["rewards"].items() if mean}}


# source: OpenRLHF/OpenRLHF #1219: a value is tested for truth where None was meant
# differs: final of a step with rewards {}: null, not {"rewards": {}}
@candidate("multi_step")
def a_final_step_without_names_has_no_result(case: Json) -> Json:
    """With the strategy final the result is null if the last step's rewards are null or {}.

    The last step's result should be given as it is.
    """

    def final(steps: Json) -> Json:
        last = steps[-1] if steps else None
        return last if last and last["rewards"] else None

    return MultiStep(final=final)(case)
