"""Candidates of `pass_at_k` with one mistake each, from bug trackers."""

from typing import Any

from candidates.reference.pass_at_k import Average, EvalsKey, PassAtK, Success, estimate
from tools.causes.wrong.making import candidate

Json = Any


# source: nuprl/MultiPL-E issue #40: pass@k is given where n < k, and is 1 then
# differs: a task with two successes and a task with one failure: {"2": 1.0}, not no group
@candidate("pass_at_k")
def k_goes_up_to_the_most_attempts(case: Json) -> Json:
    """The k of a group go up to the most attempts at one of its tasks, not the fewest.

    A task with fewer than k attempts counts as 1 there.
    """
    return PassAtK(fewest=max)(case)


# source: paiml/aprender PR #2118: pass@k is estimated from the counts of all problems together
# differs: two attempts at each of two tasks, both successful at one and neither at the other:
#   pass@2 is 0.8333333333333334, not 0.5
@candidate("pass_at_k")
def the_attempts_at_all_tasks_are_one_pool(case: Json) -> Json:
    """pass@k is estimated once, from the attempts at all tasks of a group taken together.

    It should be the mean of the tasks' estimates. The k are those of the task with the fewest.
    """

    def average(tasks: Json, k: int) -> Json:
        return estimate(sum(map(len, tasks)), sum(map(sum, tasks)), k)

    return PassAtK(average=average)(case)


# source: rllm-org/rllm PR #595: every reward above 0 counts as correct
# differs: two attempts at a task with the rewards 0.5 and 0: {"2": 1.0}, not no group
@candidate("pass_at_k")
def every_reward_above_zero_is_a_success(case: Json) -> Json:
    """A reward greater than 0 is a success and any other, also nan, a failure.

    A reward other than 0 and 1 should switch its group off. Several rewards still do.
    """
    return PassAtK(success=Success(binary=lambda value: int(value > 0)))(case)


# source: verl-project/verl PR #7240: k items are drawn with replacement, so 1 of 4 gives
#   1 - (3/4)**4 for k = 4
# differs: a success and a failure at a task: pass@2 is 0.75, not 1.0
@candidate("pass_at_k")
def attempts_are_drawn_with_replacement(case: Json) -> Json:
    """A task's pass@k is 1 - (1 - c / n)**k, as if an attempt could be drawn again."""

    def biased(n: int, c: int, k: int) -> Json:
        return 1.0 - (1.0 - c / n) ** k

    return PassAtK(average=Average(estimate=biased))(case)


# source: runmedev/runme PR #1220: the model is stripped from keys, which can merge the rows of
#   several models
# differs: two successes of agent a, model m, at a task: the key is "a__adhoc", not "a__m__adhoc"
@candidate("pass_at_k")
def the_model_is_not_in_the_key(case: Json) -> Json:
    """The evals key leaves out the model.

    So the trials of all models of an agent and a source are one group.
    """

    def no_model(_model: str | None) -> list[str]:
        return []

    return PassAtK(key=EvalsKey(model=no_model))(case)
