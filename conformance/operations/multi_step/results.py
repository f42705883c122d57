"""Which results of steps count, and which result the trial has."""

from hypothesis import strategies as st

from conformance.operations.clause import Cases, Erratum, Source, clause, common, rare
from conformance.operations.metric.inputs import trials_of
from conformance.operations.multi_step import sources
from conformance.operations.multi_step.inputs import (
    MEANS,
    NULL,
    ODD,
    Step,
    deal,
    mean_of,
    result_of,
)
from conformance.operations.strategies.drawing import build
from conformance.protocol.values import Result

LEVEL = common("agent-learning-bench/web-exploration averages 187 steps")
_RARE = rare("a step that leaves {} or null, or a task without steps")


@clause("final-is-the-last-step", sources.FINAL)
def final_steps() -> Cases:
    """With the strategy final the trial has the verifier result of its last step; rewards of
    earlier steps do not count."""
    steps = trials_of(("reward",), None, NULL, ("a", "b"), (), least=2)
    return deal(steps, strategies=("final",))


@clause("final-without-result", sources.FINAL)
def final_steps_without_result() -> Cases:
    """With the strategy final a trial whose last step has no verifier result has none, even if
    steps before it have one."""
    before = trials_of(("reward",), NULL, None, (), ("a", "b"))
    return deal(before.map(lambda steps: [*steps, None]), strategies=("final",))


@clause("final-is-verbatim", sources.FINAL, effort=1)
def final_steps_of_any_form() -> Cases:
    """With the strategy final the verifier result is kept as it is: null rewards, an empty object,
    integers and the order of names included."""
    before = trials_of(("reward",), None, ("b",), least=0, most=2)
    last = (NULL, (), ("reward",), ("b", "a"), ("c", "a", "b"))
    steps = build(lambda steps, step: [*steps, step], before, last)
    return deal(steps, strategies=("final",), values=ODD)


@clause(
    "unset-is-mean",
    sources.UNSET,
    Source("harbor/models/task/config.py", 566, 576, "multi_step_reward_strategy"),
)
def unset_strategies() -> Cases:
    """A task that sets no strategy has its steps averaged."""
    return deal(trials_of(("reward",), ("a", "b"), None, NULL, least=2), strategies=(None,))


@clause("no-steps", sources.NO_STEPS, sources.NO_STEPS_TO_AVERAGE, level=_RARE)
def no_steps() -> Cases:
    """A trial without any step has no verifier result, with either strategy."""
    some: st.SearchStrategy[list[Step]] = st.sampled_from(([], [], [("reward",)]))
    return deal(some, strategies=("final", *MEANS))


@clause("steps-without-result", sources.WITH_RESULT, sources.COUNT)
def steps_without_result() -> Cases:
    """A step without a verifier result is left out of a mean: it adds nothing and does not count
    among the steps that the sum is divided by."""
    return _beside_rewards(None)


@clause("no-results", sources.NO_RESULTS, effort=0.2)
def no_results() -> Cases:
    """A trial with no verifier result in any step has none either."""
    nothing: st.SearchStrategy[list[Step]] = st.integers(1, 4).map(lambda count: [None] * count)
    return st.one_of(deal(nothing), deal(nothing), deal(trials_of(None, NULL, ("reward",))))


@clause(
    "null-rewards-count",
    sources.REWARDS,
    sources.COUNT,
    level=_RARE,
    erratum=Erratum(
        text="spec/000 §2",
        says="Null rewards are no verifier result; steps without one are left out of a mean.",
        wheel="A verifier result with null rewards is one, and counts as 0.",
        case=mean_of({"reward": 1}, None),
        text_answer=result_of(1.0),
    ),
)
def null_rewards() -> Cases:
    """A step whose verifier result has null rewards counts as a value of 0 in a mean, under each
    name."""
    return st.one_of(
        deal(trials_of(NULL, ("reward",), least=2)),
        deal(trials_of(NULL, ("a", "b"), None, least=2)),
    )


@clause("empty-rewards-count", sources.VALID, sources.COUNT, level=_RARE)
def empty_rewards() -> Cases:
    """A step whose verifier result has an empty object of rewards counts as a value of 0 in a mean,
    under each name."""
    return _beside_rewards((), None)


@clause(
    "no-names",
    sources.NO_NAMES,
    level=_RARE,
    effort=0.2,
    erratum=Erratum(
        text="spec/000, multi-step rewards",
        says="A mean is a dict with the mean of each key over the steps with a verifier "
        "result, which without any key is empty.",
        wheel="Without any key there is no verifier result.",
        case=mean_of({}),
        text_answer=Result({"rewards": {}}),
    ),
)
def no_names() -> Cases:
    """A mean over steps without any key is no verifier result, rather than an empty one."""
    return deal(trials_of(NULL, (), None, most=4))


def _beside_rewards(kind: Step, *others: Step) -> Cases:
    """Steps of a kind among those with one reward, and among others and those with two."""
    beside_one = deal(trials_of(kind, ("reward",), least=2))
    return st.one_of(beside_one, deal(trials_of(kind, ("a", "b"), *others, least=2)))
