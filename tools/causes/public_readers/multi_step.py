"""Ports of `multi_step` with one mistake each."""

from typing import Any

from candidates.reference.multi_step import Average, Columns, MultiStep, last_result
from tools.causes.wrong.making import candidate

Json = Any


# source: a public benchmark dashboard (TypeScript), parseHarborTrialFromJson: it goes through
#   step_results and keeps the rewards of the last step that has an object of rewards
#   (stored file 58542760628)
# differs: final of [{"rewards": {"a": 1}}, null]: {"rewards": {"a": 1}}, not null
@candidate("multi_step")
def final_is_the_last_step_with_rewards(case: Json) -> Json:
    """Final takes the last step whose rewards are not null; later steps are passed over.

    Those are steps without a result or with null rewards. If no step has rewards, it is the
    last step's result as it should be.
    """

    def final(steps: Json) -> Json:
        rewarded = [step for step in steps if step is not None and step["rewards"] is not None]
        return last_result(rewarded or steps)

    return MultiStep(final=final)(case)


# source: a public generator of Harbor verifiers, its inline script: steps whose rewards lack the
#   name give None, and the mean is over the others (stored file 71083095055)
# differs: mean of {"a": 1, "b": 1} and {"a": 1}: "b" is 1.0, not 0.5
@candidate("multi_step")
def a_step_without_the_name_is_left_out(case: Json) -> Json:
    """The mean of a name is over the steps that have the name only.

    Steps with other names, with no names and with null rewards do not count as 0.
    """

    def columns(rows: Json) -> Json:
        return {name: [row[name] for row in rows if name in row] for row in rows for name in row}

    return MultiStep(average=Average(columns=columns))(case)


# source: YifeiZhou02/ArCHer, add_trajectory_reward, and its copies: the reward of a trajectory is
#   the sum of its steps' rewards
# differs: mean of {"a": 1} and {"a": 0.5}: 1.5, not 0.75
@candidate("multi_step")
def steps_are_added(case: Json) -> Json:
    """Where steps should be averaged, the values of each name are added and not divided."""
    return MultiStep(average=Average(mean=lambda values, add: add(values)))(case)


# source: a public HarborWorkflow for training, _extract_reward: without a verifier result or
#   rewards the reward is 0.0 (stored file 54837770683)
# differs: mean of {"a": 1} and null: 0.5, not 1.0
@candidate("multi_step")
def a_step_without_result_counts_as_zero(case: Json) -> Json:
    """In the mean, a step without a result counts as 0 for each name.

    It should be left out.
    """

    def rows(steps: Json) -> Json:
        return [{} if step is None else step["rewards"] or {} for step in steps]

    return MultiStep(average=Average(rows=rows))(case)


# source: UKGovernmentBEIS/inspect_ai, scorer/_reducer/reducer.py: scores that are objects are
#   reduced over the keys of the first of them
# differs: mean of {"a": 1} and {"a": 1, "b": 1}: {"a": 1.0}, not {"a": 1.0, "b": 0.5}
@candidate("multi_step")
def only_names_of_the_first_step_are_averaged(case: Json) -> Json:
    """The mean has only the names of the first step that has any names.

    Names that come up in later steps are dropped.
    """

    def names(rows: Json) -> Json:
        return list(next(row for row in rows if row))

    return MultiStep(average=Average(columns=Columns(names=names)))(case)
