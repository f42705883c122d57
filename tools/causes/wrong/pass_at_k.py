"""Wrong implementations of `pass_at_k`."""

import math
from collections.abc import Callable
from typing import Any

from tools.causes.wrong.making import candidate


def group_of(trial: Any) -> str:
    """Return the key of a trial's group."""
    parts = [trial["agent"], trial["model"], trial["source"] or "adhoc"]
    return "__".join(part for at, part in enumerate(parts) if part or at != 1)


def success_of(trial: Any) -> int | None:
    """Return 0 or 1, or None where the group has no pass@k."""
    result = trial["verifier_result"]
    rewards = None if result is None else result["rewards"]
    if rewards is None:
        return 0
    values = list(rewards.values())
    return int(values[0]) if len(values) == 1 and values[0] in (0, 1) else None


def sizes_up_to(most: int) -> list[int]:
    """Return the k of a group whose tasks have this many attempts."""
    powers = {2**power for power in range(1, 20) if 2**power <= most}
    return sorted(powers | set(range(5, most + 1, 5)))


def estimate(n: int, c: int, k: int) -> float:
    """Return the probability that one of k attempts of a task passes."""
    if n - c < k:
        return 1.0
    product = 1.0
    for at in range(k):
        product *= (n - c - at) / (n - at)
    return 1.0 - product


def computed(  # noqa: PLR0913, PLR0917 - each is a place for a mistake
    case: Any,
    group: Callable[[Any], str] = group_of,
    success: Callable[[Any], int | None] = success_of,
    sizes: Callable[[int], list[int]] = sizes_up_to,
    estimated: Callable[[int, int, int], float] = estimate,
    task: Callable[[Any], Any] = lambda trial: trial["task_name"],
    attempts: Callable[[list[int]], int] = min,
    averaged: Callable[[list[float]], float] = lambda values: sum(values) / len(values),
) -> Any:
    """Return pass@k of each group as harbor computes it."""
    groups: dict[str, list[Any]] = {}
    for trial in case["trials"]:
        groups.setdefault(group(trial), []).append(trial)
    answer = {}
    for key, trials in groups.items():
        tasks: dict[Any, list[int | None]] = {}
        for trial in trials:
            tasks.setdefault(task(trial), []).append(success(trial))
        known = [[one for one in tries if one is not None] for tries in tasks.values()]
        if any(len(some) != len(tries) for some, tries in zip(known, tasks.values(), strict=True)):
            continue
        found = {
            str(k): averaged([estimated(len(tries), sum(tries), k) for tries in known])
            for k in sizes(attempts([len(tries) for tries in known]))
        }
        if found:
            answer[key] = found
    return answer


@candidate("pass_at_k")
def right(case: Any) -> Any:
    """No mistake."""
    return computed(case)


@candidate("pass_at_k")
def with_pass_at_one(case: Any) -> Any:
    """k starts at 1."""
    return computed(case, sizes=lambda most: [1, *sizes_up_to(most)])


@candidate("pass_at_k")
def every_k(case: Any) -> Any:
    """Every k from 2 on."""
    return computed(case, sizes=lambda most: list(range(2, most + 1)))


@candidate("pass_at_k")
def only_powers(case: Any) -> Any:
    """Only powers of two."""
    return computed(case, sizes=lambda most: [k for k in sizes_up_to(most) if k & (k - 1) == 0])


@candidate("pass_at_k")
def only_the_number_of_attempts(case: Any) -> Any:
    """Only k equal to the number of attempts."""
    return computed(case, sizes=lambda most: [most] if most > 1 else [])


@candidate("pass_at_k")
def popular_sizes(case: Any) -> Any:
    """k is one of 2, 4, 5, 8 and 10."""
    return computed(case, sizes=lambda most: [k for k in (2, 4, 5, 8, 10) if k <= most])


@candidate("pass_at_k")
def naive_estimate(case: Any) -> Any:
    """The estimate is 1 - (1 - c/n)**k."""
    return computed(case, estimated=lambda n, c, k: 1 - (1 - c / n) ** k)


@candidate("pass_at_k")
def by_binomials(case: Any) -> Any:
    """The estimate divides two binomial coefficients."""
    return computed(case, estimated=lambda n, c, k: 1.0 - math.comb(n - c, k) / math.comb(n, k))


@candidate("pass_at_k")
def by_falling_fractions(case: Any) -> Any:
    """The estimate multiplies 1 - k/i, as the paper's code does."""

    def estimated(n: int, c: int, k: int) -> float:
        if n - c < k:
            return 1.0
        product = 1.0
        for i in range(n - c + 1, n + 1):
            product *= 1.0 - k / i
        return 1.0 - product

    return computed(case, estimated=estimated)


@candidate("pass_at_k")
def any_of_first_k(case: Any) -> Any:
    """A task passes where one of all its attempts does."""
    return computed(case, estimated=lambda _, c, __: 1.0 if c else 0.0)


@candidate("pass_at_k")
def off_by_one(case: Any) -> Any:
    """A task is sure to pass where failures are as many as k."""
    return computed(case, estimated=lambda n, c, k: 1.0 if n - c <= k else estimate(n, c, k))


@candidate("pass_at_k")
def most_attempts(case: Any) -> Any:
    """The task with the most attempts decides which k there are."""
    return computed(case, attempts=max, estimated=lambda n, c, k: estimate(n, c, min(n, k)))


@candidate("pass_at_k")
def weighted_by_attempts(case: Any) -> Any:
    """Tasks count by their number of attempts."""

    def weighted(trial: Any) -> Any:
        return trial["task_name"]

    counts: dict[tuple[str, str], int] = {}
    for trial in case["trials"]:
        at = (group_of(trial), weighted(trial))
        counts[at] = counts.get(at, 0) + 1
    groups: dict[str, list[int]] = {}
    for (group, _), count in counts.items():
        groups.setdefault(group, []).append(count)
    values = computed(case, averaged=lambda values: values)  # type: ignore[arg-type,return-value]
    return {
        group: {
            k: sum(v * n for v, n in zip(ones, groups[group], strict=True)) / sum(groups[group])
            for k, ones in found.items()
        }
        for group, found in values.items()
    }


@candidate("pass_at_k")
def plain_average(case: Any) -> Any:
    """The mean over tasks adds without compensation."""

    def averaged(values: list[float]) -> float:
        total = 0.0
        for value in values:
            total += value
        return total / len(values)

    return computed(case, averaged=averaged)


@candidate("pass_at_k")
def sorted_tasks(case: Any) -> Any:
    """Tasks are averaged from the lowest to the highest estimate."""
    return computed(case, averaged=lambda values: sum(sorted(values)) / len(values))


@candidate("pass_at_k")
def partial_is_failure(case: Any) -> Any:
    """A reward between 0 and 1 counts as a failure."""

    def success(trial: Any) -> int | None:
        rewards = (trial["verifier_result"] or {"rewards": None})["rewards"] or {"": 0}
        return int(next(iter(rewards.values())) == 1) if len(rewards) == 1 else None

    return computed(case, success=success)


@candidate("pass_at_k")
def positive_is_success(case: Any) -> Any:
    """Any reward above 0 is a success."""

    def success(trial: Any) -> int | None:
        rewards = (trial["verifier_result"] or {"rewards": None})["rewards"] or {"": 0}
        return int(next(iter(rewards.values())) > 0) if len(rewards) == 1 else None

    return computed(case, success=success)


@candidate("pass_at_k")
def reward_key_alone(case: Any) -> Any:
    """Of several keys `reward` counts."""

    def success(trial: Any) -> int | None:
        rewards = (trial["verifier_result"] or {"rewards": None})["rewards"]
        if rewards and "reward" in rewards:
            rewards = {"reward": rewards["reward"]}
        return success_of({"verifier_result": {"rewards": rewards}})

    return computed(case, success=success)


@candidate("pass_at_k")
def unscored_left_out(case: Any) -> Any:
    """Trials without rewards do not count as attempts."""
    scored = [
        trial
        for trial in case["trials"]
        if trial["verifier_result"] and trial["verifier_result"]["rewards"] is not None
    ]
    return computed({"trials": scored})


@candidate("pass_at_k")
def empty_is_failure(case: Any) -> Any:
    """Empty rewards count as a failure instead of switching pass@k off."""

    def success(trial: Any) -> int | None:
        result = trial["verifier_result"]
        return 0 if result and result["rewards"] == {} else success_of(trial)

    return computed(case, success=success)


@candidate("pass_at_k")
def unfit_trial_left_out(case: Any) -> Any:
    """A trial that is neither pass nor fail is dropped, and the others give pass@k."""
    return computed({"trials": [one for one in case["trials"] if success_of(one) is not None]})


@candidate("pass_at_k")
def without_model(case: Any) -> Any:
    """The group's key leaves the model out."""
    return computed(case, group=lambda trial: group_of({**trial, "model": None}))


@candidate("pass_at_k")
def without_agent(case: Any) -> Any:
    """The group's key leaves the agent out."""
    return computed(case, group=lambda trial: group_of({**trial, "agent": "agent"}))


@candidate("pass_at_k")
def null_in_key(case: Any) -> Any:
    """A null model is the text None in a key."""
    return computed(case, group=lambda trial: group_of({**trial, "model": str(trial["model"])}))


@candidate("pass_at_k")
def default_source(case: Any) -> Any:
    """A trial without a source belongs to `default`."""
    return computed(
        case, group=lambda trial: group_of({**trial, "source": trial["source"] or "default"})
    )


@candidate("pass_at_k")
def tasks_without_case(case: Any) -> Any:
    """Names of tasks that differ in case are one task."""
    return computed(case, task=lambda trial: trial["task_name"].lower())


@candidate("pass_at_k")
def base_name_of_task(case: Any) -> Any:
    """A task is its name after the last slash."""
    return computed(case, task=lambda trial: trial["task_name"].rsplit("/", 1)[-1])


@candidate("pass_at_k")
def last_attempt_of_ten(case: Any) -> Any:
    """At most ten attempts of a task count."""
    kept: list[Any] = []
    for trial in case["trials"]:
        same = [
            one
            for one in kept
            if (group_of(one), one["task_name"]) == (group_of(trial), trial["task_name"])
        ]
        if len(same) < 10:  # noqa: PLR2004 - the mistake
            kept.append(trial)
    return computed({"trials": kept})


@candidate("pass_at_k")
def eight_decimals(case: Any) -> Any:
    """Estimates are rounded to eight decimals."""
    return computed(case, averaged=lambda values: round(sum(values) / len(values), 8))


@candidate("pass_at_k")
def failed_trial_fails(case: Any) -> Any:
    """A trial with an exception is a failure, also with a reward."""
    return computed(case, success=lambda trial: 0 if trial.get("exception") else success_of(trial))
