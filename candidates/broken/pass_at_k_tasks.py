"""Wrong ways to decide on k, and to bring the tasks of a group together."""

import itertools

from candidates.broken.pass_at_k_steps import Estimates, Steps, Trial, k_of_fewest
from candidates.broken.variant import Variant
from candidates.reference.pass_at_k import eligible_k_values


class PooledSteps(Steps):
    """Takes all attempts of a group together."""

    def of_tasks(self, tasks: list[list[int]]) -> Estimates:
        """Estimate once, from the attempts at all tasks."""
        pool = list(itertools.chain.from_iterable(tasks))
        counts = [len(attempts) for attempts in tasks]
        return {str(k): self.estimate(pool, k) for k in self.k_values(counts)}


class WeightedSteps(Steps):
    """Weighs each task by its attempts."""

    def of_tasks(self, tasks: list[list[int]]) -> Estimates:
        """Count each task's estimate once for every attempt."""
        repeated = [attempts for attempts in tasks for _ in attempts]
        return super().of_tasks(repeated)


class CutSteps(Steps):
    """Takes the same number of attempts of every task."""

    def of_tasks(self, tasks: list[list[int]]) -> Estimates:
        """Cut every task to the fewest attempts."""
        fewest = min(map(len, tasks), default=0)
        return super().of_tasks([attempts[:fewest] for attempts in tasks])


class FewestSteps(Steps):
    """Takes the fewest attempts for the n of every task."""

    def of_tasks(self, tasks: list[list[int]]) -> Estimates:
        """Scale every task's successes to the fewest attempts."""
        n = min(map(len, tasks), default=0)
        scaled = [_scaled(attempts, n) for attempts in tasks]
        return super().of_tasks(scaled)


class LenientSteps(Steps):
    """Leaves out of each k the tasks with too few attempts."""

    def of_tasks(self, tasks: list[list[int]]) -> Estimates:
        """Take for each k the tasks that have as many attempts."""
        most = max(map(len, tasks), default=0)
        return {
            str(k): self.mean([self.estimate(t, k) for t in tasks if len(t) >= k])
            for k in eligible_k_values(most)
        }


class AdjacentSteps(Steps):
    """Takes trials for attempts at one task where they are neighbours."""

    def of_group(self, trials: list[Trial]) -> Estimates:
        """Group with itertools.groupby and keep the last run of each task."""
        runs = {task: list(run) for task, run in itertools.groupby(trials, key=self.task)}
        return super().of_group(list(itertools.chain.from_iterable(runs.values())))


def from_one(counts: list[int]) -> list[int]:
    """Start at k=1."""
    return [1, *k_of_fewest(counts)]


def powers_of_two(counts: list[int]) -> list[int]:
    """Have powers of two alone."""
    return [k for k in k_of_fewest(counts) if k & (k - 1) == 0]


def every_k(counts: list[int]) -> list[int]:
    """Have every k up to the number of attempts."""
    return list(range(2, min(counts) + 1))


def below_the_fewest(counts: list[int]) -> list[int]:
    """Stop short of the number of attempts."""
    return eligible_k_values(min(counts) - 1)


def five_and_its_doubles(counts: list[int]) -> list[int]:
    """Double five as two is doubled."""
    doubles = [5 * 2**i for i in range(10)]
    return [k for k in k_of_fewest(counts) if k % 5 or k in doubles]


def of_most(counts: list[int]) -> list[int]:
    """Let the task with the most attempts decide."""
    return eligible_k_values(max(counts))


def of_first(counts: list[int]) -> list[int]:
    """Let the first task decide."""
    return eligible_k_values(counts[0])


def of_average(counts: list[int]) -> list[int]:
    """Let the average number of attempts decide."""
    return eligible_k_values(sum(counts) // len(counts))


def _scaled(attempts: list[int], n: int) -> list[int]:
    c = round(sum(attempts) * n / len(attempts))
    return [1] * c + [0] * (n - c)


VARIANTS = (
    Variant(
        "pass-at-k-pooled",
        "pass_at_k.mean-over-tasks",
        "the attempts at all tasks are taken together",
        PooledSteps(),
    ),
    Variant(
        "pass-at-k-weighted",
        "pass_at_k.mean-over-tasks",
        "tasks weigh as much as they have attempts",
        WeightedSteps(),
    ),
    Variant(
        "pass-at-k-from-one",
        "pass_at_k.two-attempts",
        "k starts at 1",
        Steps(k_values=from_one),
    ),
    Variant(
        "pass-at-k-powers-of-two",
        "pass_at_k.k-values",
        "the multiples of five are forgotten",
        Steps(k_values=powers_of_two),
    ),
    Variant(
        "pass-at-k-every-k",
        "pass_at_k.k-values",
        "every k is computed",
        Steps(k_values=every_k),
    ),
    Variant(
        "pass-at-k-below-the-fewest",
        "pass_at_k.k-values",
        "k stays below the number of attempts",
        Steps(k_values=below_the_fewest),
    ),
    Variant(
        "pass-at-k-five-and-its-doubles",
        "pass_at_k.k-values",
        "five is doubled like two",
        Steps(k_values=five_and_its_doubles),
    ),
    Variant(
        "pass-at-k-of-most",
        "pass_at_k.fewest-attempts",
        "the task with the most attempts decides",
        Steps(k_values=of_most),
    ),
    Variant(
        "pass-at-k-of-first",
        "pass_at_k.fewest-attempts",
        "the first task decides",
        Steps(k_values=of_first),
    ),
    Variant(
        "pass-at-k-of-average",
        "pass_at_k.fewest-attempts",
        "the average number of attempts decides",
        Steps(k_values=of_average),
    ),
    Variant(
        "pass-at-k-lenient",
        "pass_at_k.two-attempts",
        "tasks with too few attempts are left out",
        LenientSteps(),
    ),
    Variant(
        "pass-at-k-cut",
        "pass_at_k.own-attempts",
        "all tasks are cut to the fewest attempts",
        CutSteps(),
    ),
    Variant(
        "pass-at-k-fewest-for-all",
        "pass_at_k.own-attempts",
        "the fewest attempts serve as the n of all tasks",
        FewestSteps(),
    ),
    Variant(
        "pass-at-k-adjacent",
        "pass_at_k.any-order",
        "only neighbours are taken for attempts at one task",
        AdjacentSteps(),
    ),
)
