"""Reserved mistakes in `pass_at_k`."""

import math
from typing import Any

from candidates.reference.pass_at_k import (
    Average,
    EvalsKey,
    PassAtK,
    eligible_k_values,
    rewards_of,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: the code of HumanEval: 1.0 - np.prod(1.0 - k / np.arange(n - c + 1, n + 1))
# differs: 1 of 5 attempts, k = 2: 0.4, not 0.3999999999999999
@candidate("pass_at_k")
def product_runs_over_the_successes(case: Json) -> Json:
    """The estimate is 1 minus the product of 1 - k / i, for i from n - c + 1 to n."""

    def estimate(n: int, c: int, k: int) -> float:
        if n - c < k:
            return 1.0
        return 1.0 - math.prod(1.0 - k / i for i in range(n - c + 1, n + 1))

    return PassAtK(average=Average(estimate=estimate))(case)


# source: most public code and papers on pass@k, which begin with pass@1
# differs: 1 of 2 attempts: {"1": 0.5, "2": 1.0}, not {"2": 1.0}
@candidate("pass_at_k")
def pass_at_1_is_there_too(case: Json) -> Json:
    """The values of k begin with 1, so even a single attempt has an estimate."""
    return PassAtK(k_values=lambda fewest: [1, *eligible_k_values(fewest)])(case)


# source: public code that counts attempts by their results, so a crash is no attempt
# differs: attempts of 1, 0 and null: n = 2 with "2": 1.0, not n = 3 with 0.6666666666666667
@candidate("pass_at_k")
def trials_without_rewards_are_no_attempts(case: Json) -> Json:
    """A trial without rewards is left out instead of counting as a failure."""
    trials = [trial for trial in case["trials"] if rewards_of(trial) is not None]
    return PassAtK()({"trials": trials})


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
