"""How the stats of a job are laid out, and how its names are written."""

from collections.abc import Sequence

from hypothesis import strategies as st

from conformance.operations.clause import Cases, Erratum, Source, clause, common, extreme, rare
from conformance.operations.job import sources
from conformance.operations.job.inputs import (
    INFINITY,
    NAN,
    JobGroup,
    Rewards,
    Trial,
    TrialUsage,
    case_with,
    reward,
    seeing_outcomes,
    stats,
    trial,
)
from conformance.operations.strategies.drawing import build, drawn, some
from conformance.protocol.values import Case

LEVEL = rare("names with quotes, backslashes or control characters")

_REWARDS: tuple[Rewards, ...] = (
    {"reward": 1}, {"reward": 0}, {"reward": 1.0}, {"reward": 0.5}, None, {"reward": 0.1},
    {"a": 1, "b": 0.25}, {}, {"b": 1e-6}, {"reward": NAN}, {"reward": INFINITY}, {"reward": 1e16},
    {"reward": -0.0}, {"reward": 2**53 + 1},
)  # fmt: skip

_GROUPS = (
    JobGroup(), JobGroup("a", "m"), JobGroup("a", None, "s"), JobGroup("b"),
    JobGroup("a__m", "", ""),
    JobGroup("a", "m", "s__t"),
)  # fmt: skip

_EXCEPTIONS = (None, None, None, "AgentTimeoutError", "CancelledError", "E")

_USAGES = (
    None, TrialUsage(1200, 300, 45, 0.1), TrialUsage(7, None, 0, 0.2),
    TrialUsage(None, None, None, None),
    TrialUsage(2**53 + 1, 0, 3, 1e-6),
)  # fmt: skip

_TABLES = (
    {"adhoc": ["mean"], "s": ["mean"], "s__t": ["mean"]},
    {"adhoc": ["mean", "max"], "s": ["sum"], "s__t": ["min"], "t": ["max", "mean"]},
    {"adhoc": ["max"], "s": ["min", "min"], "s__t": ["sum"], "t": ["mean"]},
    {"adhoc": ["mean"], "s": ["mean"]},
)

_PARTS = (
    tuple((rewards, group) for group in _GROUPS for rewards in _REWARDS),
    tuple((task, exception) for exception in _EXCEPTIONS for task in ("t", "t", "u")),
    tuple((usage, name) for usage in _USAGES for name in ("", "", "", "", "x")),
)
"""The parts of a trial; one draw a trial, since several would take most of a check's time."""


@clause(
    "layout",
    sources.WRITTEN,
    Source(sources.STATS, 28, 41, "class JobStats(BaseModel):"),
    level=common("auto_harness and nemo_platform read the result.json of a job"),
    **seeing_outcomes(results=0.5),
    effort=0.43,
    erratum=Erratum(
        text="spec/000 §7",
        says="Emit the JobStats counters n_total_trials, n_completed_trials and n_errored_trials.",
        wheel="n_total_trials is a member of the result, not of its stats.",
        case=case_with([reward(1)]),
        text_answer=stats("a__adhoc", {}, n_total_trials=1),
    ),
)
@drawn(
    some(st.integers(0, (len(_PARTS[0]) * len(_PARTS[1]) * len(_PARTS[2])) - 1), 0, 6),
    _TABLES,
    st.integers(0, 8),
    (0, 1, 2),
)
def anything(
    numbers: Sequence[int], table: dict[str, list[str]], planned: int, retries: int
) -> Case:
    """The stats are JSON with an indent of four, an empty object or array in two characters, and
    every member in harbor's order, those that are null or empty included."""
    return case_with(map(_trial, numbers), table, planned=planned, retries=retries)


def _trial(number: int) -> Trial:
    """Return the ``number``-th trial that the parts make up."""
    number, first = divmod(number, len(_PARTS[0]))
    third, second = divmod(number, len(_PARTS[1]))
    rewards, group = _PARTS[0][first]
    task, exception = _PARTS[1][second]
    usage, name = _PARTS[2][third]
    return trial(rewards, name=name, task=task, group=group, exception=exception, usage=usage)


_ODD = (
    "a", "\n", '"', "\\", "\t\r\b\f", "\x00", "\x1f", "\x7f", "\x85", "\u2028", "\u00e9", "e\u0301",
    "\U0001f600", "/", "<&'>", "\\u0041", " a ", "\ufeff", "\ufffd", "\uffff", "constructor",
    "__proto__",
)  # fmt: skip
"""Text that a writer of JSON has to escape, must not escape, or is often tempted to change."""

_WITH_SURROGATES = ("\ud800", "a\udfff", "\udc00b", "\udbff\ud800", "a\ud83d", "\udcff/")
_AROUND_SURROGATES = ("a", "\ud7ff", "\ue000", "\ufffd", "\U00010000", "\u00e9")


@clause("strings", sources.WRITTEN, **seeing_outcomes(results=1.0), effort=1.4)
def strings() -> Cases:
    """In a string, quotes, backslashes and the characters below U+0020 are escaped; every other
    character is unchanged."""

    def named(name: str, key: str, exception: str, agent: str) -> Trial:
        return trial({key: 1}, name=name, exception=exception, group=JobGroup(agent))

    return build(case_with, some(build(named, *[_ODD] * 4), 1, 2))


@clause(
    "lone-surrogates",
    sources.WRITTEN,
    Source(sources.STATS, 150, 150, "append(trial_result.trial_name)"),
    level=extreme("no encoder writes half of a surrogate pair"),
    **seeing_outcomes(results=0.5),
    effort=0.6,
)
@drawn(
    st.lists(st.sampled_from(_WITH_SURROGATES * 2 + _AROUND_SURROGATES), max_size=2, unique=True),
    ("1",) * 7 + _WITH_SURROGATES[:3],
    (None, None, None, *_WITH_SURROGATES[:2]),
    rewarded=(True, True, True, False),
)
def surrogates(names: list[str], name: str, other: str | None, *, rewarded: bool) -> Case:
    """A lone surrogate in the name of a reward, a group or an exception is written as three U+FFFD,
    and one in the name of a listed trial ends the job with an ExceptionGroup."""
    # harbor's progress bar shows the first name of several, and whether it can show a surrogate is
    # up to the terminal, so the first of these is a plain one; of one name it shows the metric's.
    first = ["A"] if len(names) > 1 else []
    rewards = {key: number for number, key in enumerate([*first, *names])} if rewarded else None
    odd = trial(rewards, name=name, exception=other, group=JobGroup("a", other))
    return case_with([odd, trial({"A": 1})])
