"""Candidates of `pass_at_k` with one mistake each."""

from typing import Any

from candidates.reference.pass_at_k import Average, PassAtK, Success, pass_at_k, rewards_of
from tools.causes.wrong.making import candidate

Json = Any


# source: Leeonleee/honours, scripts/analysis/pass_k.py: k may be as large as the largest number of
#   attempts, and the tasks with fewer than k are skipped
# differs: attempts 1 at one task and 1, 0 at another: {"2": 1.0}, not no group
@candidate("pass_at_k")
def tasks_with_fewer_attempts_are_skipped(case: Json) -> Json:
    """The k go up to the most attempts at a task, and tasks with fewer than k are left out.

    They should go up to the fewest attempts.
    """
    average = Average()

    def of_enough(tasks: Json, k: int) -> Json:
        return average([attempts for attempts in tasks if len(attempts) >= k], k)

    return PassAtK(fewest=max, average=of_enough)(case)


# source: openai/human-eval, evaluation.py: the estimator is one minus the product of 1 - k / i over
#   the i from n - c + 1 to n
# differs: 3 successes in 10 attempts, k = 2: 0.5333333333333332, not 0.5333333333333334
@candidate("pass_at_k")
def the_product_is_over_the_successes(case: Json) -> Json:
    """The product has a factor 1 - k / i for each success, with i from n - c + 1 to n.

    It should have a factor for each of the k attempts; the last digits differ.
    """

    def estimate(n: int, c: int, k: int) -> float:
        if n - c < k:
            return 1.0
        product = 1.0
        for i in range(n - c + 1, n + 1):
            product *= 1.0 - k / i
        return 1.0 - product

    return PassAtK(average=Average(estimate=estimate))(case)


# source: lamalab-org/corral PR #39: pass@k is one minus the chance that k independent attempts fail
#   at the rate that was seen
# differs: attempts 1 and 0, k = 2: 0.75, not 1.0
@candidate("pass_at_k")
def attempts_are_drawn_with_replacement(case: Json) -> Json:
    """The estimate is 1 - (1 - c / n) ** k: attempts are drawn with replacement.

    They should be drawn without it.
    """

    def estimate(n: int, c: int, k: int) -> float:
        return 1.0 if c == n else 1.0 - (1.0 - c / n) ** k

    return PassAtK(average=Average(estimate=estimate))(case)


# source: claw-eval/claw-eval issue #35: a trial passes if its score reaches a threshold, 0.75 where
#   none is given
# differs: rewards 0.8 and 0.5 at one task: {"2": 1.0}, not no group
@candidate("pass_at_k")
def a_threshold_decides_on_success(case: Json) -> Json:
    """A reward is a success if it is 0.75 or more and a failure otherwise, nan too.

    A number other than 0 and 1 should switch its group off, as several rewards or {} still do.
    """
    return PassAtK(success=Success(binary=lambda value: int(value >= 0.75)))(case)  # noqa: PLR2004


# source: kubernetes-sigs/devops-bench PR #193: attempts without a score are in neither the number
#   of attempts nor that of passes
# differs: attempts null, 0 and 1 at one task: n is 2, not 3
@candidate("pass_at_k")
def attempts_without_rewards_are_left_out(case: Json) -> Json:
    """Trials without a verifier result, or with null rewards, are left out.

    They should be failed attempts.
    """
    return pass_at_k({"trials": [each for each in case["trials"] if rewards_of(each) is not None]})
