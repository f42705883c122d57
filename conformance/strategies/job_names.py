"""Questions about names: how they are written, and which groups and metrics they lead to."""

from collections.abc import Mapping, Sequence

from hypothesis import strategies as st

from conformance.model import Case
from conformance.strategies.job_trials import (
    Cases,
    Group,
    Usage,
    case,
    reward,
    some,
    trial,
)

_ODD = (
    "a",
    "\n",
    '"',
    "\\",
    "\t\r\b\f",
    "\x00",
    "\x1f",
    "\x7f",
    "\x85",
    "\u2028",
    "\u00e9",
    "e\u0301",
    "\U0001f600",
    "/",
    "<&'>",
    "\\u0041",
    " a ",
    "\ufeff",
    "\ufffd",
    "\uffff",
    "constructor",
    "__proto__",
)
"""Text that a writer of JSON has to escape, must not escape, or is often tempted to change."""

_WITH_SURROGATES = ("\ud800", "a\udfff", "\udc00b", "\udbff\ud800", "a\ud83d", "\udcff/")
_AROUND_SURROGATES = ("a", "\ud7ff", "\ue000", "\ufffd", "\U00010000", "\u00e9")

_GROUPS = (
    Group(),
    Group("b"),
    Group("a", "m"),
    Group("a", ""),
    Group("a", None, "s"),
    Group("a", None, ""),
    Group("a", "m", "s"),
    Group("a__m", None, "s"),
    Group("", "m", "s"),
    Group("a", "m__s", None),
    Group("\u00e9", "org/m-1.5", "t@2.0"),
)

_SOURCES = ("s", "s__t", "t", "__", "s__", "__t", "s___t", "s__t__u", "_", "adhoc__s", "s_t", None)
_ENDS = ("s", "t", "", "_", "_t", "u", "adhoc", "s__t", "s__t__u")
"""What a table may have besides the source itself, some of it the end of a group's key."""


def strings() -> Cases:
    """One or two trials, each of whose names is odd."""
    name = st.sampled_from(_ODD)
    one = st.builds(
        lambda trial_name, reward_name, exception, agent: trial(
            {reward_name: 1}, name=trial_name, exception=exception, group=Group(agent)
        ),
        *[name] * 4,
    )
    return st.builds(case, st.lists(one, min_size=1, max_size=2))


def surrogates() -> Cases:
    """Names of rewards with lone surrogates, or the name of a trial with one.

    harbor's progress bar shows the first name of several, and whether it can show a
    surrogate is up to the terminal; the first of these is a plain one.
    """
    names = st.lists(
        st.sampled_from(_WITH_SURROGATES * 2 + _AROUND_SURROGATES), max_size=2, unique=True
    )
    trial_name = st.sampled_from(("1",) * 7 + _WITH_SURROGATES[:3])
    rewarded = st.sampled_from((True, True, True, False))
    return st.builds(_with_surrogates, names, trial_name, rewarded)


def _with_surrogates(
    names: Sequence[str],
    trial_name: str,
    rewarded: bool,  # noqa: FBT001 - st.builds draws it
) -> Case:
    # With one name alone the bar shows the metric's name.
    first = ["A"] if len(names) > 1 else []
    rewards = {name: number for number, name in enumerate([*first, *names])}
    return case([trial(rewards if rewarded else None, name=trial_name), trial({"A": 1})])


def groups() -> Cases:
    """Trials of several groups, one after the other or taking turns."""
    metrics = {name: ["mean"] for name in ("adhoc", "s", "t@2.0")}
    return st.builds(
        lambda drawn: case(
            [
                trial({"reward": number % 2}, group=group, usage=Usage(n_input_tokens=number))
                for number, group in enumerate(drawn)
            ],
            metrics,
        ),
        some(_GROUPS, 1, 5),
    )


def metrics_by_end() -> Cases:
    """Sources with underscores; metrics for the source, and others for what it ends in."""
    others = st.dictionaries(
        st.sampled_from(_ENDS), some(("max", "sum", "min"), 1, 2), min_size=0, max_size=3
    )
    return st.builds(_by_end, some(_SOURCES, 1, 2), others, st.sampled_from((None, "m", "m__s")))


def _by_end(
    sources: Sequence[str | None], others: Mapping[str, Sequence[str]], model: str | None
) -> Case:
    own = {source or "adhoc": ["mean"] for source in sources}
    trials = [reward(number, group=Group("a", model, s)) for number, s in enumerate(sources)]
    return case(trials, {**own, **others})


def unlisted_sources() -> Cases:
    """Sources of which some have no metrics, or an empty list of them."""
    tables: tuple[dict[str, list[str]], ...] = (
        {"adhoc": ["mean"]},
        {"adhoc": ["mean"], "s": ["max"]},
        {"s": ["mean"], "adhoc": []},
        {"adhoc": [], "s": []},
        {},
    )
    sources = some((None, "s", "S", "s "), 1, 3)
    rewards = st.sampled_from(({"reward": 1}, {"a": 1, "b": 0}, None, {}))
    return st.builds(
        lambda table, drawn, given: case(
            [trial(given, group=Group("a", None, source)) for source in drawn], table
        ),
        st.sampled_from(tables),
        sources,
        rewards,
    )
