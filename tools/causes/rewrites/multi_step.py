"""Ports of `multi_step` with one mistake each."""

from typing import Any

from candidates.reference.metric import quotient
from candidates.reference.multi_step import Average, MultiStep
from tools.causes.wrong.making import candidate

Json = Any


# source: in C-sharp, `steps.Sum(s => s?.Rewards?[name] ?? 0) / steps.Count`
# differs: steps of {"a": 1} and null: {"a": 0.5}, not {"a": 1.0}
@candidate("multi_step")
def steps_without_a_result_count_in_the_mean(case: Json) -> Json:
    """A step that has no verifier result counts as a step of zeros in the mean."""

    def rows(steps: Json) -> Json:
        return [(step or {}).get("rewards") or {} for step in steps]

    return MultiStep(average=Average(rows=rows))(case)


# source: pandas: `pd.DataFrame(rows).mean()`, which passes over what is missing
# differs: steps of {"a": 1} and {"b": 1}: {"a": 1.0, "b": 1.0}, not {"a": 0.5, "b": 0.5}
@candidate("multi_step")
def a_name_is_averaged_over_the_steps_that_have_it(case: Json) -> Json:
    """A name's mean leaves out the steps that do not have it, instead of counting 0."""

    def columns(rows: Json) -> Json:
        names = dict.fromkeys(name for row in rows for name in row)
        return {name: [row[name] for row in rows if name in row] for name in names}

    return MultiStep(average=Average(columns=columns))(case)


# source: Kotlin: `steps.lastOrNull { it.verifierResult != null }`
# differs: "final" of steps of {"a": 1} and null: {"rewards": {"a": 1}}, not null
@candidate("multi_step")
def final_is_the_last_step_that_has_a_result(case: Json) -> Json:
    """The strategy final gives the last result that there is, not that of the last step."""

    def final(steps: Json) -> Json:
        return next((step for step in reversed(steps) if step is not None), None)

    return MultiStep(final=final)(case)


# source: Rust: `#[derive(Default)] enum Strategy { #[default] Final, Mean }`
# differs: strategy null, steps of {"a": 0} and {"a": 1}: {"a": 1}, not {"a": 0.5}
@candidate("multi_step")
def the_strategy_is_final_unless_set(case: Json) -> Json:
    """Where a task sets no strategy, the last step decides."""
    return MultiStep(strategy=lambda strategy: strategy or "final")(case)


# source: the text on scoring, whose rubric rewards round to 4 decimals
# differs: steps of {"a": 1}, {"a": 0} and {"a": 0}: {"a": 0.3333}, not {"a": 0.3333333333333333}
@candidate("multi_step")
def means_are_rounded_to_four_decimals(case: Json) -> Json:
    """The mean of each name is rounded to four decimals."""

    def mean(values: Json, add: Json) -> Json:
        return round(quotient(values, add), 4)

    return MultiStep(average=Average(mean=mean))(case)


# source: Java: `return new VerifierResult(null)` where Optional.empty() was meant
# differs: steps of null alone: {"rewards": null}, not null
@candidate("multi_step")
def a_mean_of_nothing_is_a_result_with_null_rewards(case: Json) -> Json:
    """Where no step has any reward, the mean is a result of null rewards, not no result."""

    def average(steps: Json) -> Json:
        return Average()(steps) or {"rewards": None}

    return MultiStep(average=average)(case)
