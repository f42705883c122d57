"""Slips in changes to ports of `trial_result`."""

from dataclasses import replace
from typing import Any

from candidates.reference import lax_values
from candidates.reference.trial_result import TrialResult
from candidates.reference.trial_result_model import READER
from tools.causes.wrong.making import candidate

Json = Any


# source: javascript/lax_values.mjs:97, where a number is refused as an integer: of the two tests
#   before it, the one for the fraction went, since the conversion cuts it off
# differs: an n_input_tokens of 1.5: the answer, not ValidationError
@candidate("trial_result")
def an_integer_may_have_a_fraction(case: Json) -> Json:
    """A number with a fraction is taken for an integer, where it lies within 64 bits."""

    def integer(value: object) -> int:
        if isinstance(value, float) and abs(value) < 2.0**63:
            return int(value)
        return lax_values.integer(value)

    return TrialResult(reader=replace(READER, values={**READER.values, "integer": integer}))(case)


# source: rust/lax_values.rs:95, the arms of a number: that for text was copied from the list of
#   what the function below refuses
# differs: a cost_usd of "0.5": ValidationError, not the answer
@candidate("trial_result")
def a_number_is_not_read_from_text(case: Json) -> Json:
    """A cost, a timeout, a multiplier or a logprob that is text is refused.

    Rewards and integers are still read from text.
    """

    def number(value: object) -> int | float:
        if isinstance(value, str):
            raise lax_values.UnfitError
        return lax_values.number(value)

    return TrialResult(reader=replace(READER, values={**READER.values, "number": number}))(case)


# source: rust/model_reader.rs:40, the models without a rule: that of a task's configuration was
#   put among them when the table was sorted
# differs: a config whose task has a path and a name: the answer, not ValidationError
@candidate("trial_result")
def the_task_of_a_config_has_no_rule(case: Json) -> Json:
    """In config.task, any members go together: a path and a name, neither, a ref without a name.

    So does a git_commit_id without a git_url.
    """
    rules = {model: rule for model, rule in READER.rules.items() if model != "TaskConfig"}
    return TrialResult(reader=replace(READER, rules=rules))(case)
