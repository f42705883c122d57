"""Mistakes in `multi_step` that public threads report."""

from typing import Any

from candidates.reference.metric import quotient
from candidates.reference.multi_step import Average, Columns, MultiStep, rewards_of_results
from tools.causes.wrong.making import candidate

Json = Any


# source: AffineFoundation/affine-cortex pull 62: rewards are added up, however many steps there are
# differs: steps {"reward": 1} and {"reward": 1}: 2, not 1.0
@candidate("multi_step")
def rewards_of_steps_are_added_up(case: Json) -> Json:
    """The rewards of the steps are added up and not divided by the number of steps."""
    return MultiStep(average=Average(mean=lambda values, add: add(values)))(case)


# source: PrimeIntellect-ai/prime-rl pull 3182: what was not scored drops out of the mean
# differs: steps with null rewards and with {"reward": 1}: 1.0, not 0.5
@candidate("multi_step")
def steps_with_null_rewards_are_not_counted(case: Json) -> Json:
    """A step whose rewards are null is left out of the mean, as one without a result is."""

    def rows(steps: Json) -> Json:
        return rewards_of_results([s for s in steps if s is not None and s["rewards"] is not None])

    return MultiStep(average=Average(rows=rows))(case)


# source: PrimeIntellect-ai/prime-rl pull 3182: a missing entry shrinks the mean of its name
# differs: steps {"a": 1} and {"b": 1}: {"a": 1.0, "b": 1.0}, not 0.5 each
@candidate("multi_step")
def mean_of_a_name_is_over_the_steps_that_have_it(case: Json) -> Json:
    """The mean of a name is taken over only those steps whose rewards have that name."""

    def mean(values: Json, add: Json) -> Json:
        return quotient([value for value in values if value is not None], add)

    def value(row: Json, name: str) -> Json:
        return row.get(name)

    return MultiStep(average=Average(columns=Columns(value=value), mean=mean))(case)


# source: UKGovernmentBEIS/inspect_ai issue 2914: what errors is scored as wrong, not left out
# differs: steps null and {"reward": 1}: 0.5, not 1.0
@candidate("multi_step")
def steps_without_a_result_count_as_zero(case: Json) -> Json:
    """A step without a result counts as 0 of each name in the mean."""

    def rows(steps: Json) -> Json:
        return [(step or {}).get("rewards") or {} for step in steps]

    return MultiStep(average=Average(rows=rows))(case)


# source: huggingface/huggingface_hub issue 4975: a merged entry takes its fields from results[0]
# differs: steps {"a": 1} and {"a": 1, "b": 1}: {"a": 1.0}, not {"a": 1.0, "b": 0.5}
@candidate("multi_step")
def names_are_those_of_the_first_result(case: Json) -> Json:
    """Only the names that the first step with any rewards has are averaged."""

    def names(rows: Json) -> Json:
        return list(next(filter(None, rows)))

    return MultiStep(average=Average(columns=Columns(names=names)))(case)


# source: UKGovernmentBEIS/inspect_ai pull 5009: an unscored entry is skipped for a scored one
# differs: strategy final, steps {"reward": 1} and null: {"reward": 1}, not null
@candidate("multi_step")
def final_is_the_last_step_that_has_a_result(case: Json) -> Json:
    """The strategy final takes the last step that has a result, not the last step."""

    def final(steps: Json) -> Json:
        return next((step for step in reversed(steps) if step is not None), None)

    return MultiStep(final=final)(case)
