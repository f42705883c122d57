"""Ports of `multi_step` with one mistake each."""

from typing import Any

from candidates.reference.multi_step import Average, Columns, MultiStep, names_of
from tools.causes.wrong.making import candidate

Json = Any


# source: mlcommons/mobile_app_open issue #1182: the denominator of a total is taken over all
#   benchmarks of the store, those that did not run too
# differs: mean of null and {"a": 1}: {"a": 0.5}, not {"a": 1.0}
@candidate("multi_step")
def a_step_without_result_counts_in_the_mean(case: Json) -> Json:
    """A mean is over all steps: those without a result count as 0 for each name."""

    def rows(steps: Json) -> Json:
        return [((step or {}).get("rewards")) or {} for step in steps]

    return MultiStep(average=Average(rows=rows))(case)


# source: microsoft/promptflow, aggregate_variants_results.py: a name's list grows only with the
#   results that have the name
# differs: mean of {"a": 1, "b": 1} and {"a": 1}: "b" is 1.0, not 0.5
@candidate("multi_step")
def a_name_is_averaged_over_the_steps_that_have_it(case: Json) -> Json:
    """A name's mean is only over those steps that have the name; a missing one is no 0."""

    def columns(rows: Json) -> Json:
        lists: dict[str, Json] = {}
        for row in rows:
            for name, value in row.items():
                lists.setdefault(name, []).append(value)
        return lists

    return MultiStep(average=Average(columns=columns))(case)


# source: malong020112/verl_askActively, askActively.py: the rewards of the turns are summed
# differs: mean of {"a": 1} and {"a": 1}: {"a": 2}, not {"a": 1.0}
@candidate("multi_step")
def steps_are_summed(case: Json) -> Json:
    """The strategy "mean" gives the sum of a name's values, which is not divided by their count."""

    def summed(values: Json, add: Json) -> Json:
        return add(values)

    return MultiStep(average=Average(mean=summed))(case)


# source: UKGovernmentBEIS/inspect_ai PR #4363: a reducer takes its score from the samples that are
#   scored and passes over the others
# differs: final of {"a": 1} and null: {"a": 1}, not null
@candidate("multi_step")
def final_is_the_last_step_with_a_result(case: Json) -> Json:
    """The strategy "final" takes the last step that has a verifier result, not the last step.

    A result whose rewards are null is a result.
    """

    def last(steps: Json) -> Json:
        return next((step for step in reversed(steps) if step is not None), None)

    return MultiStep(final=last)(case)


# source: evaluation scripts whose repository the index does not name (one of them compares two
#   checkpoints in comparison_results.json): means are taken for the keys of results[0]
# differs: mean of {"a": 1} and {"a": 1, "b": 1}: no "b", not "b": 0.5
@candidate("multi_step")
def only_the_first_steps_names_are_averaged(case: Json) -> Json:
    """A mean has only the names of the first step that has any; names of later steps are lost."""

    def names(rows: Json) -> Json:
        return names_of([next(row for row in rows if row)])

    return MultiStep(average=Average(columns=Columns(names=names)))(case)
