"""Which results of steps count, and which result the trial has."""

from hypothesis import strategies as st

from conformance.operations import sources
from conformance.operations.clause import Cases, clause, common, rare
from conformance.operations.metric.inputs import trials_of
from conformance.operations.multi_step import inputs
from conformance.operations.strategies.drawing import build

LEVEL = common("agent-learning-bench/web-exploration averages 187 steps")
_RARE = rare("a step that leaves {} or null, or a task without steps")


@clause("final-is-the-last-step", sources.FINAL)
def final_steps() -> Cases:
    """With the strategy final the trial has the verifier result of its last step; rewards of
    earlier steps do not count."""
    steps = trials_of(("reward",), None, inputs.NULL, ("a", "b"), (), least=2)
    return inputs.deal(steps, strategies=("final",))


@clause("final-without-result", sources.FINAL)
def final_steps_without_result() -> Cases:
    """With the strategy final a trial whose last step has no verifier result has none, even if
    steps before it have one."""
    before = trials_of(("reward",), inputs.NULL, None, (), ("a", "b"))
    return inputs.deal(before.map(lambda steps: [*steps, None]), strategies=("final",))


@clause("final-is-verbatim", sources.FINAL, effort=1)
def final_steps_of_any_form() -> Cases:
    """With the strategy final the verifier result is kept as it is: null rewards, an empty object,
    integers and the order of names included."""
    before = trials_of(("reward",), None, ("b",), least=0, most=2)
    last = (inputs.NULL, (), ("reward",), ("b", "a"), ("c", "a", "b"))
    steps = build(lambda steps, step: [*steps, step], before, last)
    return inputs.deal(steps, strategies=("final",), values=inputs.ODD)


@clause("unset-is-mean", sources.UNSET, sources.TASK_CONFIG.lines(566, 576))
def unset_strategies() -> Cases:
    """A task that sets no strategy has its steps averaged."""
    return inputs.deal(
        trials_of(("reward",), ("a", "b"), None, inputs.NULL, least=2), strategies=(None,)
    )


@clause("no-steps", sources.NO_STEPS, sources.NO_STEPS_TO_AVERAGE, level=_RARE)
def no_steps() -> Cases:
    """A trial without any step has no verifier result, with either strategy."""
    some: st.SearchStrategy[list[inputs.Step]] = st.sampled_from(([], [], [("reward",)]))
    return inputs.deal(some, strategies=("final", *inputs.MEANS))


@clause("steps-without-result", sources.WITH_RESULT, sources.COUNT)
def steps_without_result() -> Cases:
    """A step without a verifier result is left out of a mean: it adds nothing and does not count
    among the steps that the sum is divided by."""
    return _beside_rewards(None)


@clause("no-results", sources.NO_RESULTS, effort=0.2)
def no_results() -> Cases:
    """A trial with no verifier result in any step has none either."""
    nothing: st.SearchStrategy[list[inputs.Step]] = st.integers(1, 4).map(
        lambda count: [None] * count
    )
    return st.one_of(
        inputs.deal(nothing),
        inputs.deal(nothing),
        inputs.deal(trials_of(None, inputs.NULL, ("reward",))),
    )


@clause("null-rewards-count", sources.STEP_REWARDS, sources.COUNT, level=_RARE)
def null_rewards() -> Cases:
    """A step whose verifier result has null rewards counts as a value of 0 in a mean, under each
    name."""
    return st.one_of(
        inputs.deal(trials_of(inputs.NULL, ("reward",), least=2)),
        inputs.deal(trials_of(inputs.NULL, ("a", "b"), None, least=2)),
    )


@clause("empty-rewards-count", sources.VALID, sources.COUNT, level=_RARE)
def empty_rewards() -> Cases:
    """A step whose verifier result has an empty object of rewards counts as a value of 0 in a mean,
    under each name."""
    return _beside_rewards((), None)


@clause("no-names", sources.NO_NAMES, level=_RARE, effort=0.2)
def no_names() -> Cases:
    """A mean over steps without any key is no verifier result, rather than an empty one."""
    return inputs.deal(trials_of(inputs.NULL, (), None, most=4))


def _beside_rewards(kind: inputs.Step, *others: inputs.Step) -> Cases:
    """Steps of a kind among those with one reward, and among others and those with two."""
    beside_one = inputs.deal(trials_of(kind, ("reward",), least=2))
    return st.one_of(beside_one, inputs.deal(trials_of(kind, ("a", "b"), *others, least=2)))
