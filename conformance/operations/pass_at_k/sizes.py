"""pass@k of many tasks, of many attempts and of long names."""

from hypothesis import strategies as st

from conformance.operations import sources
from conformance.operations.clause import Cases, Check, clause, common, extreme, rare
from conformance.operations.job.inputs import JobGroup
from conformance.operations.pass_at_k.inputs import FAIL, PASS, case, trial
from conformance.operations.strategies.drawing import build, drawn
from conformance.operations.strategies.sizes import MANY, counts, long_pair, names
from conformance.protocol.values import Case

LEVEL = extreme("no name has thousands of characters")

NAMED = ("task_name", "agent", "model", "source", "reward")
"""What a trial names, and what pass@k depends on."""

_TASKS = sources.PASS_AT_K.lines(35)


@clause(
    "any-number-of-tasks",
    _TASKS,
    sources.PASS_AT_K.lines(61, 68),
    level=common("marin-community/marin#7789: a job of 300 results"),
    effort=0.06,
)
def many_tasks() -> Cases:
    """pass@k of a group is the mean over all its tasks, however many there are."""
    return st.one_of(_tasks(499, 2), _tasks(499, 2), _tasks(199, 5))


def _tasks(most: int, attempts: int) -> Cases:
    """Tasks of which the first ones fail and each other changes the mean."""
    return build(_of_size, counts(most), st.just(attempts), st.integers(1, 4), st.booleans())


def _of_size(count: int, attempts: int, failing: int, in_rounds: bool) -> Case:  # noqa: FBT001 - a draw
    """Return the case of this many tasks, task after task or each attempt at all of them.

    Of five attempts one to four succeed, so that each way of adding makes another mean.
    """
    blocks = [
        [trial(PASS if turn < successes else FAIL, task) for turn in range(attempts)]
        for number, task in enumerate(names(count, "t"))
        for successes in [0 if number < failing else 1 + number * number // 3 % 4]
    ]
    rows = zip(*blocks, strict=True) if in_rounds else blocks
    return case(one for row in rows for one in row)


@clause(
    "any-number-of-attempts",
    _TASKS,
    sources.PASS_AT_K.lines(71, 84),
    level=rare("up to a thousand attempts, or as many tasks"),
)
def many_attempts() -> tuple[Check, ...]:
    """All attempts at a task count, and decide which k there are, however many they are."""
    # One task, of whose attempts only the last ones succeed; and attempts at a thousand tasks.
    attempts = build(attempts_of_size, counts(), st.integers(1, 3))
    tasks = st.one_of(_tasks(MANY, 2), _tasks(MANY, 5))
    return Check("many-attempts", attempts, effort=0.06), Check("of-tasks", tasks, effort=0.06)


def attempts_of_size(count: int, successes: int) -> Case:
    """Return the case of this many attempts at one task, the last ones successful."""
    failures = max(count - successes, 0)
    return case(trial(FAIL if i < failures else PASS) for i in range(count))


@clause("names-of-any-length", _TASKS, sources.PASS_AT_K.lines(14, 22), effort=0.2)
@drawn(NAMED, long_pair())
def long_names(what: str, names: tuple[str, str]) -> Case:
    """The last character of a name of any length tells one task, group or reward from another."""
    if what == "reward":
        return case([trial({"rewards": dict.fromkeys(names, 1)}), trial(PASS)])
    results = zip(names, (PASS, FAIL), strict=True)
    group = JobGroup("a", "m", "s")
    return case([{**trial(result, group=group), what: name} for name, result in results] * 2)
