"""Other ways to decide on k, and to bring the tasks of a group together."""

from itertools import chain, groupby

from candidates.deviations.deviation import Deviation, Step, after, around, before, instead
from candidates.reference.pass_at_k import Attempts, Trials, task_name

type Tasks = list[Attempts]


def _pooled(tasks: Tasks) -> Tasks:
    return [list(chain.from_iterable(tasks))]


def _weighted(tasks: Tasks) -> Tasks:
    """Count each task once for every attempt."""
    return [attempts for attempts in tasks for _ in attempts]


def _cut(tasks: Tasks) -> Tasks:
    fewest = min(map(len, tasks))
    return [attempts[:fewest] for attempts in tasks]


def _scaled(tasks: Tasks) -> Tasks:
    """Scale every task's successes to the fewest attempts."""
    n = min(map(len, tasks))
    successes = [round(sum(attempts) * n / len(attempts)) for attempts in tasks]
    return [[1] * c + [0] * (n - c) for c in successes]


def _with_enough_attempts(average: Step) -> Step:
    """Leave out of each k the tasks with too few attempts."""
    return lambda tasks, k: average([attempts for attempts in tasks if len(attempts) >= k], k)


def _of_all_attempts(estimate: Step) -> Step:
    """Estimate with all attempts where there are fewer than k."""
    return lambda n, c, k: estimate(n, c, min(n, k))


def _last_runs(trials: Trials) -> Trials:
    """Group with itertools.groupby and keep the last run of each task."""
    runs = {task: list(run) for task, run in groupby(trials, key=task_name)}
    return list(chain.from_iterable(runs.values()))


def _powers_of_two(k_values: list[int]) -> list[int]:
    return [k for k in k_values if k & (k - 1) == 0]


def _five_and_its_doubles(k_values: list[int]) -> list[int]:
    """Double five as two is doubled."""
    doubles = [5 * 2**i for i in range(10)]
    return [k for k in k_values if k % 5 or k in doubles]


DEVIATIONS = (
    Deviation(
        "pass-at-k-pooled",
        "pass_at_k.mean-over-tasks",
        "the attempts at all tasks are taken together",
        before(average=_pooled),
    ),
    Deviation(
        "pass-at-k-weighted",
        "pass_at_k.mean-over-tasks",
        "tasks weigh as much as they have attempts",
        before(average=_weighted),
    ),
    Deviation(
        "pass-at-k-tasks-not-told-apart",
        "pass_at_k.task-name",
        "all trials of a group are taken for attempts at one task",
        instead(task=lambda _: ""),
    ),
    Deviation(
        "pass-at-k-from-one",
        "pass_at_k.two-attempts",
        "k starts at 1",
        after(k_values=lambda k_values: [1, *k_values]),
    ),
    Deviation(
        "pass-at-k-powers-of-two",
        "pass_at_k.k-values",
        "the multiples of five are forgotten",
        after(k_values=_powers_of_two),
    ),
    Deviation(
        "pass-at-k-every-k",
        "pass_at_k.k-values",
        "every k is computed",
        instead(k_values=lambda fewest: list(range(2, fewest + 1))),
    ),
    Deviation(
        "pass-at-k-below-the-fewest",
        "pass_at_k.k-values",
        "k stays below the number of attempts",
        before(k_values=lambda fewest: fewest - 1),
    ),
    Deviation(
        "pass-at-k-five-and-its-doubles",
        "pass_at_k.k-values",
        "five is doubled like two",
        after(k_values=_five_and_its_doubles),
    ),
    Deviation(
        "pass-at-k-of-most",
        "pass_at_k.fewest-attempts",
        "the task with the most attempts decides",
        instead(fewest=max),
    ),
    Deviation(
        "pass-at-k-of-first",
        "pass_at_k.fewest-attempts",
        "the first task decides",
        instead(fewest=lambda counts: counts[0]),
    ),
    Deviation(
        "pass-at-k-of-average",
        "pass_at_k.fewest-attempts",
        "the average number of attempts decides",
        instead(fewest=lambda counts: sum(counts) // len(counts)),
    ),
    Deviation(
        "pass-at-k-of-most-with-what-there-is",
        "pass_at_k.fewest-attempts",
        "a task with fewer than k attempts takes part with all that it has",
        (*instead(fewest=max), *around({"average.estimate": _of_all_attempts})),
    ),
    Deviation(
        "pass-at-k-lenient",
        "pass_at_k.two-attempts",
        "tasks with too few attempts are left out",
        (*instead(fewest=max), *around(average=_with_enough_attempts)),
    ),
    Deviation(
        "pass-at-k-cut",
        "pass_at_k.own-attempts",
        "all tasks are cut to the fewest attempts",
        before(average=_cut),
    ),
    Deviation(
        "pass-at-k-fewest-for-all",
        "pass_at_k.own-attempts",
        "the fewest attempts serve as the n of all tasks",
        before(average=_scaled),
    ),
    Deviation(
        "pass-at-k-adjacent",
        "pass_at_k.any-order",
        "only neighbours are taken for attempts at one task",
        after(groups=lambda groups: {key: _last_runs(trials) for key, trials in groups.items()}),
    ),
)
"""Each breaks one clause about k or about the tasks of a group."""
