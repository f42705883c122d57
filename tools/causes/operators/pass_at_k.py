"""Ports of `pass_at_k` with one mutation each."""

from typing import Any

from candidates.reference.pass_at_k import Average, PassAtK
from candidates.reference.summation import Sum
from tools.causes.wrong.making import candidate

Json = Any


# source: rolled pass_at_k:185 (`return` made `break`), a statement that leaves less than it did
# differs: task t with successes 1, 1 and then a reward of 0.5: {"a__adhoc": {"2": 1.0}}, not {}
@candidate("pass_at_k")
def trials_before_a_reward_that_is_not_binary_count(case: Json) -> Json:
    """The first trial of a group that is neither a success nor a failure ends the count.

    It does not switch the group off: the trials before it are estimated, it and the later ones
    are ignored.
    """

    class Breaking(PassAtK):
        def _of_group(self, trials: Json) -> Json:
            before = []
            for trial in trials:
                if self.success(trial) is None:
                    break
                before.append(trial)
            return super()._of_group(before) if before else {}

    return Breaking()(case)


# source: rolled summation:31 (one sign swapped): `(rounded - value) - total` for the second branch,
#   by copying the other branch's shape with the operands of "rounded" exchanged
# differs: tasks with attempts 1, 0, 0 and 1, 1, 0, 0 and 1, 0, 0: 0.7222222222222222, not
#   0.7222222222222223
@candidate("pass_at_k")
def a_loss_is_subtracted_where_the_value_is_larger(case: Json) -> Json:
    """In adding the tasks' estimates, what an addition loses may have the wrong sign.

    It has it where the estimate is larger than the total so far, so the error is doubled
    instead of corrected.
    """

    def loss(total: float, value: float, rounded: float) -> float:
        if abs(total) >= abs(value):
            return (total - rounded) + value
        return (rounded - value) - total

    return PassAtK(average=Average(sum=Sum(float_loss=loss)))(case)


# source: rolled pass_at_k:174 (`if estimates` made `if len(estimates) > 1`), a boundary shift
# differs: two attempts 1, 0 at one task: {}, not {"a__adhoc": {"2": 1.0}}
@candidate("pass_at_k")
def a_group_with_a_single_k_is_left_out(case: Json) -> Json:
    """A group that has exactly one value of k is left out of the result, as if it had none."""

    def present(groups: Json) -> Json:
        return {key: estimates for key, estimates in groups.items() if len(estimates) > 1}

    return PassAtK(present=present)(case)


# source: rolled pass_at_k:182 (a statement moved out of its loop): a dict that is made once before
#   the loop over the groups and not emptied in it, as a Python default argument or a Go outer var
# differs: agents a and b, each with attempts 1, 0 and 0, 0 at one task t: b has "2": 0.5 and "4":
#   1.0, not "2": 0.0
@candidate("pass_at_k")
def attempts_of_earlier_groups_stay(case: Json) -> Json:
    """The attempts by task are not emptied between groups.

    Each group is estimated with its own attempts and those of all earlier groups that no reward
    switched off.
    """
    tasks: dict[str, list[int]] = {}

    class Keeping(PassAtK):
        def _of_group(self, trials: Json) -> Json:
            successes: Json = [self.success(trial) for trial in trials]
            if None in successes:
                return {}
            for trial, success in zip(trials, successes, strict=True):
                tasks.setdefault(self.task(trial), []).append(success)
            attempts = list(tasks.values())
            fewest = self.fewest([len(each) for each in attempts])
            return {str(k): self.average(attempts, k) for k in self.k_values(fewest)}

    return Keeping()(case)


# source: rolled pass_at_k:172 (the constant 5 of the values of k made 10): reports whose k are
#   1, 10 and 100, as those of HumanEval
# differs: five attempts at one task: "2" and "4", not "2", "4" and "5"
@candidate("pass_at_k")
def k_is_a_multiple_of_ten_or_a_power_of_two(case: Json) -> Json:
    """The values of k are the powers of two and the multiples of ten.

    So 5, 15, 25 and other odd multiples of five are missing.
    """

    def k_values(fewest: int) -> list[int]:
        return [k for k in range(2, fewest + 1) if k % 10 == 0 or k & (k - 1) == 0]

    return PassAtK(k_values=k_values)(case)
