"""Ports of `multi_step` with one mistake each."""

from typing import Any

from candidates.reference.metric import quotient
from candidates.reference.multi_step import Average, Columns, MultiStep
from tools.causes.wrong.making import candidate

Json = Any


# source: EntityProcess/agentv issue #484: an evaluator that was skipped goes into the average
#   with a score of 0
# differs: mean of {"a": 1} and a step without a result: 0.5, not 1.0
@candidate("multi_step")
def a_step_without_a_result_counts_zero(case: Json) -> Json:
    """The mean counts a step that has no result (null) as 0 for every name.

    It should leave the step out.
    """

    def rows(steps: Json) -> Json:
        return [{} if step is None else step["rewards"] or {} for step in steps]

    return MultiStep(average=Average(rows=rows))(case)


# source: istornz/flutter_live_activities issue #26: where null is passed, the last value is used
#   again
# differs: final of {"rewards": {"a": 1}} and null: {"rewards": {"a": 1}}, not null
@candidate("multi_step")
def final_goes_back_to_the_last_known_result(case: Json) -> Json:
    """Final takes the last step that has a result, where it should take the last step.

    A result whose rewards are null is a result.
    """

    def final(steps: Json) -> Json:
        return next((step for step in reversed(steps) if step is not None), None)

    return MultiStep(final=final)(case)


# source: anton-bot/objects-to-csv issue #5: only the keys of the first object become columns
# differs: mean of {"a": 1} and {"a": 1, "b": 1}: {"a": 1.0}, not {"a": 1.0, "b": 0.5}
@candidate("multi_step")
def names_come_from_the_first_result(case: Json) -> Json:
    """The mean has only the names of the first step that has a result.

    If that step has none, but a later one has, the rewards are an empty object.
    """
    return MultiStep(average=Average(columns=Columns(names=lambda rows: [*rows[0]])))(case)


# source: frictionlessdata/data-quality-dashboard PR #64 and openstax/tutor-js PR #2544: scores of
#   0 do not go into the average
# differs: mean of {"a": 1} and {"a": 0}: 1.0, not 0.5
@candidate("multi_step")
def zeros_are_not_averaged(case: Json) -> Json:
    """The mean of a name leaves out values of 0, also those of steps without the name.

    The mean is 0.0 where all are 0.
    """

    def mean(values: Json, add: Json) -> Json:
        return quotient([value for value in values if value] or [0], add)

    return MultiStep(average=Average(mean=mean))(case)


# source: ParrotPrediction/pyalcs PR #48: the reward of an episode is not accumulated, that of the
#   last step is returned
# differs: no strategy, {"a": 1} and {"a": 0}: {"a": 0}, not {"a": 0.5}
@candidate("multi_step")
def without_a_strategy_the_last_step_counts(case: Json) -> Json:
    """Where the task sets no strategy, the last step's result is taken, not the mean."""
    return MultiStep(strategy=lambda strategy: strategy or "final")(case)
