"""Which results of steps count, and which result the trial has."""

from hypothesis import strategies as st

from conformance.operations.check import Check
from conformance.operations.clause import Clause, Erratum, Source
from conformance.operations.metric.questions import Cases
from conformance.operations.multi_step import sources
from conformance.operations.multi_step.questions import (
    MEANS,
    NULL,
    ODD,
    Step,
    deal,
    mean_of,
    result_of,
    steps_of,
)
from conformance.protocol.values import Result


def final_steps() -> Cases:
    """The last of several steps."""
    steps = steps_of(("reward",), None, NULL, ("a", "b"), (), least=2)
    return deal(steps, strategies=("final",))


def final_steps_without_result() -> Cases:
    """A last step whose verifier said nothing, after steps that were rewarded."""
    before = steps_of(("reward",), NULL, None, (), ("a", "b"))
    return deal(before.map(lambda steps: [*steps, None]), strategies=("final",))


def final_steps_of_any_form() -> Cases:
    """A last step whose rewards are null, empty, of several names or any numbers."""
    before = steps_of(("reward",), None, ("b",), least=0, most=2)
    last = st.sampled_from((NULL, (), ("reward",), ("b", "a"), ("c", "a", "b")))
    steps = st.builds(lambda steps, step: [*steps, step], before, last)
    return deal(steps, strategies=("final",), values=ODD)


def unset_strategies() -> Cases:
    """Steps of a task that does not say how to go about them."""
    return deal(steps_of(("reward",), ("a", "b"), None, NULL, least=2), strategies=(None,))


def no_steps() -> Cases:
    """No steps at all, among trials of one step."""
    some: st.SearchStrategy[list[Step]] = st.sampled_from(([], [], [("reward",)]))
    return deal(some, strategies=("final", *MEANS))


def steps_without_result() -> Cases:
    """Steps without a verifier result among others."""
    return st.one_of(
        deal(steps_of(None, ("reward",), least=2)), deal(steps_of(None, ("a", "b"), least=2))
    )


def no_results() -> Cases:
    """Nothing but steps without a verifier result, or one result among them."""
    nothing: st.SearchStrategy[list[Step]] = st.integers(1, 4).map(lambda count: [None] * count)
    return st.one_of(deal(nothing), deal(nothing), deal(steps_of(None, NULL, ("reward",))))


def null_rewards() -> Cases:
    """Verifier results whose rewards are null among others."""
    return st.one_of(
        deal(steps_of(NULL, ("reward",), least=2)), deal(steps_of(NULL, ("a", "b"), None, least=2))
    )


def empty_rewards() -> Cases:
    """Verifier results without any name among others."""
    return st.one_of(
        deal(steps_of((), ("reward",), least=2)), deal(steps_of((), ("a", "b"), None, least=2))
    )


def no_names() -> Cases:
    """Verifier results none of which has a name."""
    return deal(steps_of(NULL, (), None, most=4))


CLAUSES = (
    Clause(
        "multi_step.final-is-the-last-step",
        "With the strategy final the trial has the verifier result of its last step, whatever "
        "the steps before it were rewarded with.",
        (sources.FINAL,),
        checks=(Check("final-steps", final_steps(), effort=0.5),),
    ),
    Clause(
        "multi_step.final-without-result",
        "With the strategy final a trial whose last step has no verifier result has none, even "
        "if steps before it have one.",
        (sources.FINAL,),
        checks=(Check("final-steps-without-result", final_steps_without_result(), effort=0.5),),
    ),
    Clause(
        "multi_step.final-is-verbatim",
        "With the strategy final the verifier result is kept as it is: null rewards, an empty "
        "object, integers and the order of names included.",
        (sources.FINAL,),
        checks=(Check("final-steps-of-any-form", final_steps_of_any_form()),),
    ),
    Clause(
        "multi_step.unset-is-mean",
        "A task that sets no strategy has its steps averaged.",
        (
            sources.UNSET,
            Source("harbor/models/task/config.py", 566, 576, "multi_step_reward_strategy"),
        ),
        checks=(Check("unset-strategies", unset_strategies(), effort=0.5),),
    ),
    Clause(
        "multi_step.no-steps",
        "A trial without any step has no verifier result, whatever the strategy.",
        (sources.NO_STEPS, sources.NO_STEPS_TO_AVERAGE),
        checks=(Check("no-steps", no_steps(), effort=0.5),),
    ),
    Clause(
        "multi_step.steps-without-result",
        "A step without a verifier result is left out of a mean: it adds nothing and does not "
        "count among the steps that the sum is divided by.",
        (sources.WITH_RESULT, sources.COUNT),
        checks=(Check("steps-without-result", steps_without_result(), effort=0.5),),
    ),
    Clause(
        "multi_step.no-results",
        "A trial none of whose steps has a verifier result has none either.",
        (sources.NO_RESULTS,),
        checks=(Check("no-results", no_results(), effort=0.2),),
    ),
    Clause(
        "multi_step.null-rewards-count",
        "A step whose verifier result has null rewards counts as a value of 0 in a mean, under "
        "each name.",
        (sources.REWARDS, sources.COUNT),
        checks=(Check("null-rewards", null_rewards(), effort=0.5),),
        erratum=Erratum(
            text="spec/000 §2",
            says="Null rewards are no verifier result; steps without one are left out of a mean.",
            wheel="A verifier result with null rewards is one, and counts as 0.",
            case=mean_of({"reward": 1}, None),
            text_answer=result_of(1.0),
        ),
    ),
    Clause(
        "multi_step.empty-rewards-count",
        "A step whose verifier result has an empty object of rewards counts as a value of 0 in a "
        "mean, under each name.",
        (sources.VALID, sources.COUNT),
        checks=(Check("empty-rewards", empty_rewards(), effort=0.5),),
    ),
    Clause(
        "multi_step.no-names",
        "A trial none of whose steps has a reward name has no verifier result, not an empty one.",
        (sources.NO_NAMES,),
        checks=(Check("no-names", no_names(), effort=0.2),),
        erratum=Erratum(
            text="spec/000, multi-step rewards",
            says="A mean is a dict with the mean of each key over the steps with a verifier "
            "result, which without any key is empty.",
            wheel="Without any key there is no verifier result.",
            case=mean_of({}),
            text_answer=Result({"rewards": {}}),
        ),
    ),
)
