"""Questions about steps: which of them have a result, which names, and what is missing."""

from collections.abc import Iterable, Sequence
from itertools import cycle

from hypothesis import strategies as st

from conformance.model import Case, Value

type Cases = st.SearchStrategy[Case]
type Number = int | float
type Step = tuple[str, ...] | str | None
"""The reward names of one step; NULL stands for null rewards, None for no verifier result."""

NULL = "null"

MEANS: tuple[str | None, ...] = ("mean", None)
"""What a task may say to have its steps averaged; None: it says nothing."""

TELLING = (1, 0.5, -1, 2, 0.25, -0.5, 3)
"""Values none of which is 0, where a missing one would hide."""

_ODD = (
    *(1, 0, 0.5, 2, 1.0, 0.0, -1, 0.25, -0.0, 3, 0.1),
    *(0.2, 0.3, -2.5, float("nan"), float("inf"), float("-inf"), 5e-324, 2.2250738585072014e-308),
    *(1e16, -1e16, 1e308, -1e308, 2**53 + 1, 2**63 - 1, 2**63, -(2**63), 10**30, 10**400),
)


def question(strategy: str | None, steps: Iterable[Value]) -> Case:
    """Return the case of a strategy and the verifier result of each step."""
    return Case("multi_step", {"strategy": strategy, "steps": list(steps)})


def of_values(strategy: str | None, values: Iterable[Number]) -> Case:
    """Return the case of steps that have one reward of one name each."""
    return question(strategy, [{"rewards": {"reward": value}} for value in values])


def dealt(strategy: str | None, steps: Iterable[Step], values: Iterable[Number]) -> Case:
    """Return the case that deals out the values to the names of the steps, in order, in turn."""
    deck = cycle(values)
    return question(strategy, [_result(names, deck) for names in steps])


def _result(names: Step, deck: Iterable[Number]) -> Value:
    if names is None:
        return None
    if names == NULL:
        return {"rewards": None}
    return {"rewards": dict(zip(names, deck, strict=False))}


def _steps(*kinds: Step, least: int = 1, most: int = 5) -> st.SearchStrategy[list[Step]]:
    return st.lists(st.sampled_from(kinds), min_size=least, max_size=most)


def _deal(
    steps: st.SearchStrategy[list[Step]],
    *,
    strategies: Sequence[str | None] = MEANS,
    values: Sequence[Number] = TELLING,
) -> Cases:
    decks = st.lists(st.sampled_from(values), min_size=2, max_size=6)
    return st.builds(dealt, st.sampled_from(strategies), steps, decks)


def final_steps() -> Cases:
    """The last of several steps."""
    steps = _steps(("reward",), None, NULL, ("a", "b"), (), least=2)
    return _deal(steps, strategies=("final",))


def final_steps_without_result() -> Cases:
    """A last step whose verifier said nothing, after steps that were rewarded."""
    before = _steps(("reward",), NULL, None, (), ("a", "b"))
    return _deal(before.map(lambda steps: [*steps, None]), strategies=("final",))


def final_steps_of_any_form() -> Cases:
    """A last step whose rewards are null, empty, of several names or any numbers."""
    before = _steps(("reward",), None, ("b",), least=0, most=2)
    last = st.sampled_from((NULL, (), ("reward",), ("b", "a"), ("c", "a", "b")))
    steps = st.builds(lambda steps, step: [*steps, step], before, last)
    return _deal(steps, strategies=("final",), values=_ODD)


def unset_strategies() -> Cases:
    """Steps of a task that does not say how to go about them."""
    return _deal(_steps(("reward",), ("a", "b"), None, NULL, least=2), strategies=(None,))


def no_steps() -> Cases:
    """No steps at all, among trials of one step."""
    some: st.SearchStrategy[list[Step]] = st.sampled_from(([], [("reward",)]))
    return _deal(some, strategies=(*MEANS, "final"))


def steps_without_result() -> Cases:
    """Steps without a verifier result among others."""
    return st.one_of(
        _deal(_steps(None, ("reward",), least=2)), _deal(_steps(None, ("a", "b"), least=2))
    )


def no_results() -> Cases:
    """Nothing but steps without a verifier result, or one result among them."""
    nothing: st.SearchStrategy[list[Step]] = st.integers(1, 4).map(lambda count: [None] * count)
    return st.one_of(_deal(nothing), _deal(nothing), _deal(_steps(None, NULL, ("reward",))))


def null_rewards() -> Cases:
    """Verifier results whose rewards are null among others."""
    return st.one_of(
        _deal(_steps(NULL, ("reward",), least=2)), _deal(_steps(NULL, ("a", "b"), None, least=2))
    )


def empty_rewards() -> Cases:
    """Verifier results without any name among others."""
    return st.one_of(
        _deal(_steps((), ("reward",), least=2)), _deal(_steps((), ("a", "b"), None, least=2))
    )


def no_names() -> Cases:
    """Verifier results none of which has a name."""
    return _deal(_steps(NULL, (), None, most=4))


def names_of_some_steps() -> Cases:
    """Several names, of which each step has some."""
    return _deal(_steps(("a", "b"), ("a",), ("b", "c"), ("c",), least=2))


def missing_among_integers() -> Cases:
    """Something missing beside integers whose sum is no binary64."""
    return _deal(
        _steps((), ("a",), ("a", "b"), NULL, least=2),
        values=(2**53 + 1, 1, 2**53, 2, 10**400, -(2**60) - 1, 3**40),
    )


def one_name() -> Cases:
    """One reward name over all steps, which may be that of a metric."""
    return st.one_of(*(_deal(_steps((name,), None, ())) for name in ("reward", "mean", "a")))


def several_names() -> Cases:
    """Steps that have the same names, in whatever order."""
    return _deal(_steps(("a", "b"), ("b", "a"), ("c", "a", "b"), ("\U00010000", "\uffff")))


def everything() -> Cases:
    """Any number under any names in any step, whatever the strategy."""
    some: tuple[Step, ...] = (("reward",), None, ("a", "b"), NULL, (), ("b",), ("c", "a"))
    return _deal(
        st.one_of(_steps(*some, least=0, most=8), _steps(("reward",), None, most=8)),
        strategies=(*MEANS, "final"),
        values=_ODD,
    )
