"""Questions about the reward names of steps: those that are easily taken for one another."""

from collections.abc import Sequence

from hypothesis import strategies as st

from conformance.model import Case, Value
from conformance.strategies.multi_step import MEANS, TELLING, Cases, dealt

_LOOKALIKES = (
    ("a", "A"),
    ("i", "\u0131"),
    ("\xe9", "e\u0301"),
    ("a", "\u0430"),
    ("\xdf", "ss"),
    ("fi", "\ufb01"),
    ("1", "01"),
)
_PADDED = (
    ("a", "a "),
    ("a", "\ta"),
    ("a", "a\0"),
    ("a\0b", "a\0c"),
    ("a", "a\u200b"),
    ("\ufeffa", "a"),
)
_UNUSUAL = (
    *("a", "", "__proto__", "constructor", "mean", "final", "rewards", "10", "9", "reward"),
    *("\ud800", "\udfff", "\ud800a", "\ufffd", "?", "\uffff", "\U00010000"),
)


def _pairs(pairs: Sequence[tuple[str, str]]) -> Cases:
    return st.builds(
        lambda strategy, pair, steps, deck: dealt(
            strategy, [tuple(pair[i] for i in names) for names in steps], deck
        ),
        st.sampled_from(MEANS),
        st.sampled_from(pairs),
        st.lists(st.sampled_from(((0, 1), (0,), (1,), (1, 0))), min_size=1, max_size=3),
        st.lists(st.sampled_from(TELLING), min_size=2, max_size=4),
    )


def lookalikes() -> Cases:
    """Two names that look like one, in one step or in two."""
    return _pairs(_LOOKALIKES)


def padded() -> Cases:
    """Two names that differ in characters that do not show, in one step or in two."""
    return _pairs(_PADDED)


def unusual() -> Cases:
    """Lone surrogates, names that mean something elsewhere, and the empty name."""
    names = st.lists(st.sampled_from(_UNUSUAL), min_size=1, max_size=3, unique=True).map(tuple)
    return st.builds(
        dealt,
        st.sampled_from(MEANS),
        st.lists(names, min_size=1, max_size=3),
        st.lists(st.sampled_from(TELLING), min_size=2, max_size=4),
    )


def in_any_order() -> Cases:
    """Steps that state the same names each in its own order."""
    return st.builds(
        dealt,
        st.sampled_from(MEANS),
        st.lists(st.permutations(("a", "b", "c")).map(tuple), min_size=2, max_size=4),
        st.lists(st.sampled_from((0.1, 1, 0.2, 1e16, 2**53 + 1, -1e16)), min_size=4, max_size=6),
    )


def rearranged(case: Case) -> list[Case]:
    """Return the same question with the names of each step sorted, and sorted backwards."""
    steps = case.input["steps"]
    return [
        Case(case.operation, {**case.input, "steps": [_sorted(step, backwards) for step in steps]})
        for backwards in (False, True)
        if isinstance(steps, list)
    ]


def _sorted(step: Value, backwards: bool) -> Value:  # noqa: FBT001 - a private helper
    rewards = step["rewards"] if isinstance(step, dict) else None
    if not isinstance(rewards, dict):
        return step
    return {"rewards": {name: rewards[name] for name in sorted(rewards, reverse=backwards)}}
