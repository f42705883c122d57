"""What harbor requires of multi_step: from the results of steps to that of their trial.

How values are added is Python's affair, as for metric (``metric_sums``); the clauses on
sums here say that a mean over steps is made in the same way. In which order the names of
a mean come follows the hash seed (harbor/trial/multi_step.py:220) and is no requirement.
"""

from conformance.model import Case, Clause, Erratum, Result, Source, Value

_FILE = "harbor/trial/multi_step.py"
_UNSET = Source(_FILE, 197, 201, "multi_step_reward_strategy is MultiStepRewardStrategy.FINAL")
_NO_STEPS = Source(_FILE, 198, 199, "if not self.result.step_results:")
_FINAL = Source(_FILE, 200, 200, "return self.result.step_results[-1].verifier_result")
_NO_STEPS_TO_AVERAGE = Source(_FILE, 209, 210, "if not self.result.step_results:")
_VALID = Source(_FILE, 212, 216, "valid_rewards = [")
_REWARDS = Source(_FILE, 213, 213, "result.verifier_result.rewards or {}")
_WITH_RESULT = Source(_FILE, 215, 215, "if result.verifier_result is not None")
_NO_RESULTS = Source(_FILE, 217, 218, "if not valid_rewards:")
_NAMES = Source(_FILE, 220, 220, "all_keys = {key for rewards in valid_rewards for key in rewards}")
_NO_NAMES = Source(_FILE, 221, 222, "if not all_keys:")
_COUNT = Source(_FILE, 224, 224, "count = len(valid_rewards)")
_MEAN = Source(_FILE, 227, 227, "sum(rewards.get(key, 0) for rewards in valid_rewards) / count")


def _mean_of(*rewards: Value) -> Case:
    steps: list[Value] = [{"rewards": each} for each in rewards]
    return Case("multi_step", {"strategy": "mean", "steps": steps})


def _says(value: float) -> Result:
    return Result({"rewards": {"reward": value}})


CLAUSES = (
    Clause(
        "multi_step.final-is-the-last-step",
        "With the strategy final the trial has the verifier result of its last step, whatever "
        "the steps before it were rewarded with.",
        (_FINAL,),
    ),
    Clause(
        "multi_step.final-without-result",
        "With the strategy final a trial whose last step has no verifier result has none, even "
        "if steps before it have one.",
        (_FINAL,),
    ),
    Clause(
        "multi_step.final-is-verbatim",
        "With the strategy final the verifier result is kept as it is: null rewards, an empty "
        "object, integers and the order of names included.",
        (_FINAL,),
    ),
    Clause(
        "multi_step.unset-is-mean",
        "A task that sets no strategy has its steps averaged.",
        (
            _UNSET,
            Source("harbor/models/task/config.py", 566, 576, "multi_step_reward_strategy"),
        ),
    ),
    Clause(
        "multi_step.no-steps",
        "A trial without any step has no verifier result, whatever the strategy.",
        (_NO_STEPS, _NO_STEPS_TO_AVERAGE),
    ),
    Clause(
        "multi_step.mean-by-name",
        "A mean has, under each reward name of any step, the sum of the name's values divided "
        "by the number of steps that have a verifier result.",
        (_NAMES, _MEAN),
    ),
    Clause(
        "multi_step.names-stay",
        "A mean stands under the reward's own name, be it the only one.",
        (Source(_FILE, 226, 229, "rewards={"), _MEAN),
    ),
    Clause(
        "multi_step.order-of-names",
        "In which order the steps state their names changes no number of a mean.",
        (_NAMES, _MEAN),
    ),
    Clause(
        "multi_step.names-are-code-points",
        "Two names are the same only if they are the same code points, and no name is special.",
        (_NAMES,),
    ),
    Clause(
        "multi_step.steps-without-result",
        "A step without a verifier result is left out of a mean: it adds nothing and does not "
        "count among the steps that the sum is divided by.",
        (_WITH_RESULT, _COUNT),
    ),
    Clause(
        "multi_step.no-results",
        "A trial none of whose steps has a verifier result has none either.",
        (_NO_RESULTS,),
    ),
    Clause(
        "multi_step.null-rewards-count",
        "A step whose verifier result has null rewards counts as a value of 0 in a mean, under "
        "each name.",
        (_REWARDS, _COUNT),
        Erratum(
            text="spec/000 §2",
            says="Null rewards are no verifier result; steps without one are left out of a mean.",
            wheel="A verifier result with null rewards is one, and counts as 0.",
            case=_mean_of({"reward": 1}, None),
            text_answer=_says(1.0),
        ),
    ),
    Clause(
        "multi_step.empty-rewards-count",
        "A step whose verifier result has an empty object of rewards counts as a value of 0 in a "
        "mean, under each name.",
        (_VALID, _COUNT),
    ),
    Clause(
        "multi_step.no-names",
        "A trial none of whose steps has a reward name has no verifier result, not an empty one.",
        (_NO_NAMES,),
        Erratum(
            text="spec/000, multi-step rewards",
            says="A mean is a dict with the mean of each key over the steps with a verifier "
            "result, which without any key is empty.",
            wheel="Without any key there is no verifier result.",
            case=_mean_of({}),
            text_answer=Result({"rewards": {}}),
        ),
    ),
    Clause(
        "multi_step.missing-name-counts-zero",
        "A step with a verifier result that lacks a name counts as a value of 0 under it.",
        (_MEAN,),
    ),
    Clause(
        "multi_step.missing-is-integer-zero",
        "The 0 for what is missing is an integer, so integers beside it are still added exactly.",
        (_MEAN,),
    ),
    Clause(
        "multi_step.values-as-they-are",
        "Values are neither clamped, rounded nor converted before they are averaged.",
        (_REWARDS, _MEAN),
    ),
    Clause(
        "multi_step.equal-values-all-count",
        "Equal values of several steps count once for each step.",
        (_VALID, _MEAN),
    ),
    Clause(
        "multi_step.step-order",
        "Values are added from the first step to the last, and another order may give another "
        "number or an error.",
        (_VALID, _MEAN),
    ),
    Clause(
        "multi_step.divides-the-sum",
        "A mean is the sum, rounded as sums are, divided once.",
        (_MEAN,),
    ),
    Clause(
        "multi_step.compensated-sum",
        "The sum of floats is compensated, as Python's sum() is since 3.12.",
        (_MEAN,),
        Erratum(
            text="spec/000 §6",
            says="sum() adds floats one after the other, from left to right.",
            wheel="Since CPython 3.12, sum() of floats carries a correction.",
            case=_mean_of({"reward": 0.1}, {"reward": 0.2}, {"reward": 0.3}),
            text_answer=_says((0.1 + 0.2 + 0.3) / 3),
        ),
    ),
    Clause(
        "multi_step.integers-join-uncorrected",
        "Among floats an integer is rounded to binary64 and not corrected, the integers before "
        "the first float are added exactly, and one beyond 64 bits ends the correction.",
        (_MEAN,),
    ),
    Clause(
        "multi_step.mean-of-integers",
        "The mean of integers is the binary64 nearest to the exact quotient, and a float even if "
        "it is whole.",
        (_MEAN,),
    ),
    Clause(
        "multi_step.mean-of-large-integers",
        "The mean of integers is a number wherever the quotient fits binary64, whether or not "
        "the sum does.",
        (_MEAN,),
    ),
    Clause(
        "multi_step.mean-too-large",
        "A mean of integers whose quotient is too large for binary64 is an OverflowError.",
        (_MEAN,),
    ),
    Clause(
        "multi_step.integer-too-large-for-float",
        "A mean in whose sum an integer beyond binary64 meets a float is an OverflowError.",
        (_MEAN,),
    ),
    Clause(
        "multi_step.float-overflow-is-infinite",
        "A sum of floats beyond binary64 is infinite, not an error, and stays so when divided.",
        (_MEAN,),
    ),
    Clause(
        "multi_step.infinities-and-nan",
        "Infinities of one sign have themselves as their mean, those of both signs nan, and a "
        "nan makes the mean of its name nan.",
        (_MEAN,),
    ),
    Clause(
        "multi_step.subnormals",
        "Means below the least normal binary64 are kept, not flushed to zero.",
        (_MEAN,),
    ),
)
