"""Mistakes in `pass_at_k` that public threads report."""

from typing import Any

from candidates.reference.pass_at_k import PassAtK, evals_key, grouped
from tools.causes.wrong.making import candidate

Json = Any


# source: nuprl/MultiPL-E issue 40: a k above a problem's samples gives it 1 without a word
# differs: tasks with 0, 0 and with 0, 0, 0, 0: {"2": 0.0, "4": 0.5}, not {"2": 0.0}
@candidate("pass_at_k")
def most_attempts_decide_on_the_k(case: Json) -> Json:
    """The task with the most attempts decides which k there are, not the one with the fewest."""
    return PassAtK(fewest=max)(case)


# source: radixark/miles pull 1326: a flat list is cut into groups of one size by position
# differs: 1 and 0 of the tasks a, b, a, b in turn: {"2": 1.0}, not {"2": 0.5}
@candidate("pass_at_k")
def attempts_are_assigned_to_tasks_by_position(case: Json) -> Json:
    """A group's trials are cut into equal runs by position instead of grouped by task name."""
    trials: list[Json] = []
    for group in grouped(case["trials"], evals_key).values():
        tasks = len({trial["task_name"] for trial in group})
        size = len(group) // tasks
        trials += [
            {**trial, "task_name": str(min(position // size, tasks - 1))}
            for position, trial in enumerate(group)
        ]
    return PassAtK()({"trials": trials})
