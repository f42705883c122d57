"""Reserved mistakes in `pass_at_k`."""

from typing import Any

from candidates.reference.pass_at_k import (
    EvalsKey,
    PassAtK,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: a habit of JavaScript: `${agent}__${model}__${source ?? "adhoc"}`
# differs: agent "a" without a model: the key a__null__adhoc, not a__adhoc
@candidate("pass_at_k")
def key_has_the_word_null_for_no_model(case: Json) -> Json:
    """The key of a group names its model as null where there is none."""
    model = lambda name: ["null" if name is None else name] if name != "" else []  # noqa: E731
    return PassAtK(key=EvalsKey(model=model))(case)


# source: a habit of every language: a map that gets a value for each of the groups
# differs: one attempt of agent "a": {"a__adhoc": {}}, not {}
@candidate("pass_at_k")
def groups_without_any_k_have_an_empty_object(case: Json) -> Json:
    """A group that has no estimate is in the result, with an empty object."""
    return PassAtK(present=lambda groups: groups)(case)
