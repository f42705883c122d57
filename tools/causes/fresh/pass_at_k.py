"""Mistakes in `pass_at_k`, written without the catalogue."""

import math
from typing import Any

from candidates.reference.pass_at_k import (
    Average,
    EvalsKey,
    PassAtK,
    Success,
    eligible_k_values,
    estimate,
    evals_key,
    grouped,
    model_if_any,
    only_value,
    rewards_of,
    with_estimates,
)
from candidates.reference.pass_at_k import pass_at_k as right
from candidates.reference.summation import total
from tools.causes.wrong.making import candidate


# source: paiml/aprender pull request #2118: the totals of all problems were put into (n, c)
# differs: task a with 1 1 and b with 0 0: {"2": 0.8333333333333334}, not {"2": 0.5}
@candidate("pass_at_k")
def attempts_of_all_tasks_are_one_sample(case: Any) -> Any:
    """The estimate is made once, from the attempts and the successes of all tasks together."""

    def pooled(tasks: Any, k: int) -> Any:
        return estimate(sum(map(len, tasks)), sum(map(sum, tasks)), k)

    return PassAtK(average=pooled)(case)


# source: beraterkanelcelik/deep-researcher backend/tests/evals/metrics.py, pass_pow_k: rate**k
# differs: one task of 2 attempts, 1 success: {"2": 0.25}, not {"2": 1.0}
@candidate("pass_at_k")
def all_k_attempts_must_pass(case: Any) -> Any:
    """The estimate is the chance (c/n)**k that all of k attempts pass, not one of them."""
    return PassAtK(average=Average(estimate=lambda n, c, k: (c / n) ** k))(case)


# source: atomistic-machine-learning/schnetpack src/schnetpack/nn/ops/math.py: binom by lgamma
# differs: one task of 5 attempts, 1 success: "2" is 0.40000000000000047, not 0.3999999999999999
@candidate("pass_at_k")
def binomials_by_logarithms(case: Any) -> Any:
    """The quotient of binomials is the exponential of a sum of lgamma, rounding differently."""

    def log_binomial(n: int, k: int) -> float:
        return math.lgamma(n + 1) - math.lgamma(n - k + 1) - math.lgamma(k + 1)

    def by_logarithms(n: int, c: int, k: int) -> float:
        if n - c < k:
            return 1.0
        return 1.0 - math.exp(log_binomial(n - c, k) - log_binomial(n, k))

    return PassAtK(average=Average(estimate=by_logarithms))(case)


# source: terminal_bench/harness/models.py:74-112 as quoted in public notes, and a copy of it in
#   examples/eval/terminal_bench: powers of two, `if min_attempts >= 5` 5, `>= 10` 10
# differs: one task of 15 attempts: no "15"
@candidate("pass_at_k")
def five_and_ten_are_the_only_multiples(case: Any) -> Any:
    """Of the multiples of five only 5 and 10 are values of k, besides all powers of two."""

    def k_values(fewest: int) -> list[int]:
        return [k for k in eligible_k_values(fewest) if k % 5 or k in (5, 10)]

    return PassAtK(k_values=k_values)(case)


# source: spec/003: rewards.get("reward", 0.0)
# differs: one task with {"score": 1} and {"score": 0}: {"2": 0.0}, not {"2": 1.0}
@candidate("pass_at_k")
def single_key_of_another_name_is_a_failure(case: Any) -> Any:
    """A trial whose only key is not `reward` is a failed attempt, even if its value is 1."""

    def value(rewards: Any) -> Any:
        return rewards.get("reward", 0) if len(rewards) == 1 else only_value(rewards)

    return PassAtK(success=Success(value=value))(case)


# source: actava-ai/chi-bench pull request #8, "bare" model id without the provider's prefix;
#   model_name.split("/")[-1]
# differs: model "anthropic/opus": key "oracle__opus__adhoc", not "oracle__anthropic/opus__adhoc"
@candidate("pass_at_k")
def model_loses_its_provider(case: Any) -> Any:
    """The model in a group's key is what follows the last slash of its name."""

    def model(name: Any) -> list[str]:
        return model_if_any(name and name.split("/")[-1])

    return PassAtK(key=EvalsKey(model=model))(case)


# source: mutant: `return {}` moves from the function of a group to that of the job
# differs: agent a with 0.5 and b with 1 0 for one task: {}, not pass@k of b
@candidate("pass_at_k")
def one_unfit_reward_switches_all_groups_off(case: Any) -> Any:
    """A trial that switches its group off switches every group of the job off."""
    if any(Success()(trial) is None for trial in case["trials"]):
        return {}
    return right(case)


# source: mutant: the dictionary of tasks is made before the loop over the groups
# differs: agent a with 0 0 and b with 1 1 for one task: b has {"2": 1.0, "4": 1.0}, not {"2": 1.0}
@candidate("pass_at_k")
def tasks_are_kept_from_group_to_group(case: Any) -> Any:
    """The attempts of each group are added to those of the groups before it."""
    tasks: dict[str, Any] = {}

    def of_group(trials: Any) -> Any:
        for trial in trials:
            success = Success()(trial)
            if success is None:
                return {}
            tasks.setdefault(trial["task_name"], []).append(success)
        attempts = [*tasks.values()]
        fewest = min(map(len, attempts))
        return {str(k): Average()(attempts, k) for k in eligible_k_values(fewest)}

    groups = grouped(case["trials"], evals_key)
    return with_estimates({key: of_group(trials) for key, trials in groups.items()})


# source: another reading of spec/000 section 2, "rewards is None => no verifier result": only a
#   missing result is a failure, and null rewards are no single reward
# differs: one task with {"reward": 1} and a result of null rewards: left out, not {"2": 1.0}
@candidate("pass_at_k")
def null_rewards_switch_the_group_off(case: Any) -> Any:
    """A verifier result of null rewards switches its group off instead of being a failure."""

    def rewards(trial: Any) -> Any:
        found = rewards_of(trial)
        return {} if found is None and trial.get("verifier_result") is not None else found

    return PassAtK(success=Success(rewards=rewards))(case)


# source: mutant: len(tasks) becomes len(trials)
# differs: one task with 1 0: {"2": 0.5}, not {"2": 1.0}
@candidate("pass_at_k")
def estimates_are_divided_by_attempts(case: Any) -> Any:
    """The sum of the tasks' estimates is divided by the number of trials, not of tasks."""

    def average(tasks: Any, k: int) -> Any:
        return total(estimate(len(one), sum(one), k) for one in tasks) / sum(map(len, tasks))

    return PassAtK(average=average)(case)


# source: mutant: range(k) becomes range(1, k)
# differs: one task of 4 attempts, 1 success: "2" is 0.33333333333333337, not 0.5
@candidate("pass_at_k")
def first_factor_is_missing(case: Any) -> Any:
    """The product of the estimate begins with its second factor."""

    def shorter(n: int, c: int, k: int) -> float:
        if n - c < k:
            return 1.0
        product = 1.0
        for i in range(1, k):
            product *= (n - c - i) / (n - i)
        return 1.0 - product

    return PassAtK(average=Average(estimate=shorter))(case)


# source: mutant: range(5, n + 1, 5) becomes range(5, n, 5)
# differs: one task of 5 attempts: no "5"
@candidate("pass_at_k")
def multiples_of_five_stay_below_the_attempts(case: Any) -> Any:
    """A multiple of five is a value of k only if it is less than the fewest attempts."""

    def k_values(fewest: int) -> list[int]:
        return [k for k in eligible_k_values(fewest) if k % 5 or k < fewest]

    return PassAtK(k_values=k_values)(case)


# source: mutant: `value in (0, 1)` becomes `int(value) in (0, 1)`
# differs: one task with 1.5 and 0: {"2": 1.0}, not left out
@candidate("pass_at_k")
def reward_is_cut_before_it_is_compared(case: Any) -> Any:
    """A reward is cut off to an integer before it is compared with 0 and 1."""
    binary = lambda value: int(value) if -1 < value < 2 else None  # noqa: E731, PLR2004
    return PassAtK(success=Success(binary=binary))(case)
