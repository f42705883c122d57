"""Questions about metrics: which names, which trials, and what is missing."""

from collections.abc import Iterable, Sequence
from itertools import cycle

from hypothesis import strategies as st

from conformance.model import Case, Value

type Cases = st.SearchStrategy[Case]
type Number = int | float
type Trial = tuple[str, ...] | None
"""The reward names of one trial; None stands for a trial without rewards."""

METRICS = ("sum", "max", "min", "mean")

_VALUES: tuple[Number, ...] = (0, 1, 0.5, 2, 1.0, 0.0, -1, 0.25, -0.0, 3, 0.1)

_ODD_VALUES: tuple[Number, ...] = (
    *_VALUES,
    *(0.2, 0.3, -2.5, float("nan"), float("inf"), float("-inf"), 5e-324, 2.2250738585072014e-308),
    *(1e16, -1e16, 1e308, -1e308, 2**53 + 1, 2**63 - 1, 2**63, -(2**63), 10**30, 10**400),
)

_LOOKALIKES = (
    ("a", "A"),
    ("\xe9", "e\u0301"),
    ("a", "\u0430"),
    ("\xdf", "ss"),
    ("K", "\u212a"),
    ("fi", "\ufb01"),
    ("1", "01"),
    ("i", "\u0131"),
)
"""Pairs of names that differ in code points and are one name to some way of comparing."""

_PADDED = (
    ("a", "a "),
    ("a", " a"),
    ("a\0", "a"),
    ("a\0b", "a\0c"),
    ("a", "a\n"),
    ("a", "a\u200b"),
    ("\ufeffa", "a"),
)
"""Pairs of names that differ in white space or in what does not show."""

_SURROGATES = ("\ud800", "\udfff", "\ud800a", "a\udfff", "\ufffd", "?", "\uffff", "\U00010000")
_SPECIAL = ("a", "", "__proto__", "constructor", "mean", "max", "min", "sum", "reward", "9", "10")


def question(metric: str, rewards: Sequence[dict[str, Number] | None]) -> Case:
    """Return the case of a metric and the rewards of each trial."""
    trials: list[Value] = [None if trial is None else {**trial} for trial in rewards]
    return Case("metric", {"metric": metric, "rewards": trials})


def of_values(metric: str, values: Iterable[Number]) -> Case:
    """Return the case of trials that have one reward of one name each."""
    return question(metric, [{"reward": value} for value in values])


def dealt(metric: str, trials: Iterable[Trial], values: Iterable[Number]) -> Case:
    """Return the case that deals out the values to the names of the trials, in order, in turn."""
    deck = cycle(values)
    return question(
        metric,
        [None if names is None else {name: next(deck) for name in names} for names in trials],
    )


def _deal(
    trials: st.SearchStrategy[list[Trial]],
    *,
    metrics: Sequence[str] = METRICS,
    values: Sequence[Number] = _VALUES,
) -> Cases:
    # The values dealt must not all be 0, where a missing value hides among them.
    decks = st.lists(st.sampled_from(values), min_size=2, max_size=6)
    return st.builds(dealt, st.sampled_from(metrics), trials, decks)


def _trials(*kinds: Trial, least: int = 1, most: int = 5) -> st.SearchStrategy[list[Trial]]:
    return st.lists(st.sampled_from(kinds), min_size=least, max_size=most)


def one_name() -> Cases:
    """At most one reward name over all trials, which may also have none."""
    named = [_trials((name,), None, (), most=4) for name in ("reward", "mean", "a")]
    return _deal(st.one_of(*named, _trials(None, ())))


def several_names() -> Cases:
    """Trials of several reward names; their order in a trial is not that of the answer."""
    return _deal(_trials(("a", "b"), ("b", "a"), ("c", "a", "b"), ("\U00010000", "\uffff")))


def names_spread_over_trials() -> Cases:
    """Trials of one name at most, which is not the same in all of them."""
    return _deal(_trials(("a",), ("b",), None, (), ("a", "b"), least=2))


def _pairs_of_names(pairs: Sequence[tuple[str, str]]) -> Cases:
    return st.builds(
        lambda metric, pair, trials, deck: dealt(
            metric, [tuple(pair[i] for i in names) for names in trials], deck
        ),
        st.sampled_from(METRICS),
        st.sampled_from(pairs),
        st.lists(st.sampled_from(((0, 1), (0,), (1,), (1, 0))), min_size=1, max_size=3),
        st.lists(st.sampled_from(_VALUES), min_size=2, max_size=4),
    )


def lookalike_names() -> Cases:
    """Two names that look like one, in one trial or in two."""
    return _pairs_of_names(_LOOKALIKES)


def padded_names() -> Cases:
    """Two names that differ in characters that do not show, in one trial or in two."""
    return _pairs_of_names(_PADDED)


def _sets_of(names: Sequence[str]) -> st.SearchStrategy[list[Trial]]:
    sets = st.lists(st.sampled_from(names), min_size=1, max_size=3, unique=True).map(tuple)
    return st.lists(sets, min_size=1, max_size=3)


def surrogate_names() -> Cases:
    """Names with lone surrogates and with characters beyond the basic plane."""
    return _deal(_sets_of(_SURROGATES))


def special_names() -> Cases:
    """Names that mean something to a language, to JSON readers or to harbor itself."""
    return _deal(_sets_of(_SPECIAL))


_TELLING = (1, 0.5, -1, 2, 0.25, -0.5, 3)


def trials_without_rewards() -> Cases:
    """Trials without rewards among others."""
    return st.one_of(
        _deal(_trials(None, ("reward",), most=4), values=_TELLING),
        _deal(_trials(None, ("a", "b"), most=4), values=_TELLING),
    )


def trials_with_empty_rewards() -> Cases:
    """Trials with an empty object of rewards among others."""
    return st.one_of(
        _deal(_trials((), ("reward",), most=4), values=_TELLING),
        _deal(_trials((), ("a", "b"), most=4), values=_TELLING),
    )


def trials_without_a_name() -> Cases:
    """Several names, of which each trial has some."""
    return _deal(_trials(("a", "b"), ("a",), ("b", "c"), least=2), values=_TELLING)


def missing_among_integers() -> Cases:
    """Something missing beside integers whose sum is no binary64."""
    return _deal(
        _trials(None, ("a",), (), ("a", "b"), least=2),
        metrics=("sum", "mean"),
        values=(2**53 + 1, 1, 2**53, 2, 10**400, -(2**60) - 1, 3**40),
    )


def means_with_missing() -> Cases:
    """Means over trials of which some have no rewards, or not all names."""
    return _deal(_trials(("a",), None, (), ("a", "b"), least=2), metrics=("mean",), values=_TELLING)


def no_trials(*metrics: str) -> Cases:
    """Metrics of nothing, among metrics of one trial."""
    return st.builds(question, st.sampled_from(metrics), st.sampled_from(((), (None,), ({},))))


def everything() -> Cases:
    """Any number under any names in any trial."""
    some = ("reward",), None, ("a", "b"), (), ("b",), ("c", "a")
    return _deal(
        st.one_of(_trials(*some, most=10), _trials(("reward",), None, most=10)),
        values=_ODD_VALUES,
    )


def plain_values() -> Cases:
    """Numbers beyond 0 to 1 and with many digits, as verifiers that measure write them."""
    values = 0.5, 1, 100, -3, 1 / 3, 2 / 3, 1e-9, -0.125, 12345.678, 1e300, 7
    return st.builds(
        of_values,
        st.sampled_from(METRICS),
        st.lists(st.sampled_from(values), min_size=1, max_size=4),
    )


def repeated_values() -> Cases:
    """Few different values in many trials."""
    return _deal(
        _trials(("reward",), least=2),
        metrics=("sum", "mean"),
        values=_TELLING[:3],
    )
