"""Other ways to decide on k, and to bring the tasks of a group together."""

from itertools import chain, groupby

from candidates.deviations.deviation import Deviation, Step, after, around, before, family, instead
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
    family(
        "pass-at-k-averages",
        "pass_at_k.mean-over-tasks",
        "{}",
        {
            "pooled": ("the attempts at all tasks are pooled", before(average=_pooled)),
            "weighted": ("tasks weigh as much as they have attempts", before(average=_weighted)),
            "cut": (
                "tasks are cut to the fewest attempts of any",
                before(average=_cut),
                "pass_at_k.own-attempts",
            ),
            "fewest": (
                "the fewest attempts of any task are the n of all tasks",
                before(average=_scaled),
                "pass_at_k.own-attempts",
            ),
        },
        advice="Average the estimates of all tasks with the same weight, each from all"
        " attempts at its task.",
    ),
    family(
        "pass-at-k-ks",
        "pass_at_k.k-values",
        "k is {}",
        {
            "from-one": ("1 as well", after(k_values=lambda k_values: [1, *k_values])),
            "powers-of-two": ("only a power of two", after(k_values=_powers_of_two)),
            "every": (
                "every number from 2",
                instead(k_values=lambda fewest: list(range(2, fewest + 1))),
            ),
            "below": (
                "less than the number of attempts",
                before(k_values=lambda fewest: fewest - 1),
            ),
            "doubles-of-five": (
                "a power of two, or five times one",
                after(k_values=_five_and_its_doubles),
            ),
        },
        advice="Estimate for each power of two from 2 and each multiple of five, up to the"
        " number of attempts.",
    ),
    family(
        "pass-at-k-limit",
        "pass_at_k.fewest-attempts",
        "{} decides which k a group has",
        {
            "most": ("the task with the most attempts", instead(fewest=max)),
            "first": ("the first task", instead(fewest=lambda counts: counts[0])),
            "average": (
                "the average number of attempts",
                instead(fewest=lambda counts: sum(counts) // len(counts)),
            ),
        },
        advice="Estimate for k up to the fewest attempts of any task in the group.",
    ),
    Deviation(
        "pass-at-k-of-most-with-what-there-is",
        "pass_at_k.fewest-attempts",
        "a task with fewer than k attempts is estimated with all it has",
        (*instead(fewest=max), *around({"average.estimate": _of_all_attempts})),
        advice="Estimate for k up to the fewest attempts of any task in the group.",
    ),
    Deviation(
        "pass-at-k-lenient",
        "pass_at_k.two-attempts",
        "tasks with fewer than two attempts are left out",
        (*instead(fewest=max), *around(average=_with_enough_attempts)),
        advice="Leave a group with a task of one attempt out of the result.",
    ),
    Deviation(
        "pass-at-k-adjacent",
        "pass_at_k.any-order",
        "only adjacent trials are attempts at one task",
        after(groups=lambda groups: {key: _last_runs(trials) for key, trials in groups.items()}),
        advice="Group attempts by the name of their task, wherever they occur.",
    ),
)
"""Each breaks one clause about k or about the tasks of a group."""
