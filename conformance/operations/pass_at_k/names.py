"""What groups and tasks are called, and which names are the same."""

from collections.abc import Sequence
from itertools import chain

from conformance.operations.clause import Cases, Check, Source, clause, common, rare
from conformance.operations.job.inputs import JobGroup
from conformance.operations.pass_at_k import inputs
from conformance.operations.strategies.characters import ALIKE_NAMES
from conformance.operations.strategies.drawing import build, drawn, some
from conformance.protocol.values import Case, Value

LEVEL = common("NVIDIA-NeMo/nemo-platform#2136: an agent with a model on a dataset")

_STATS = "harbor/models/job/result.py"

_NAMES = ("a", "b", "A", "b_c", "a-1.5", "org/m", "1", "", "m s", "\u00e9", "\U0001f600", "proto__")

_FULL = tuple(
    JobGroup(agent, model, source)
    for agent in ("a", "b", "", "c__", "_", "mine:Agent")
    for model in ("m", "m/1", "__", "\u00e9", "adhoc", "org/m:free@1")
    for source in ("s", "t@2.0", "adhoc", "_", "\U0001f600")
)

_UNSET = ("", "None", "null", "undefined", " ", "0", "adhoc", "m")

_INHERITED = ("__proto__", "constructor", "toString", "hasOwnProperty", "__class__")

_LONG = "install-and-configure-the-server-"

_TWO_TASKS = (
    ("t", "u"), ("t", "t__1"), ("t__1", "t__2"), ("t__", "t"), (f"{_LONG}a", f"{_LONG}b"),
    ("constructor", "__proto__"),
)  # fmt: skip
"""Pairs of tasks whose trials may have names that start alike."""


@clause("evals-key", Source(_STATS, 65, 65))
def evals_key() -> tuple[Check, ...]:
    """A group is named by its agent, model and source, joined in this order by two underscores."""
    optional = (None, *_NAMES)
    free_names = _groups([JobGroup(a, m, s) for a in _NAMES for m in optional for s in optional])
    return (Check("full-names", _groups(_FULL)), Check("free-names", free_names))


@clause("missing-model", Source(_STATS, 64, 66), Source(inputs.MODULE, 17, 19))
def missing_models() -> Cases:
    """An empty or null model is left out of the group's name."""
    models = (None, *_UNSET)
    return _groups([JobGroup("a", m, s) for m in models for s in ("s", None)])


@clause("missing-source", Source(inputs.MODULE, 21, 21))
def missing_sources() -> Cases:
    """An empty or null source is named adhoc."""
    sources = (None, *_UNSET)
    return _groups([JobGroup("a", m, s) for s in sources for m in (None, "m")])


@drawn(
    (JobGroup("a"), JobGroup("", None, "proto__"), JobGroup("constructor")),
    _INHERITED,
    *[(*inputs.TWO_OR_MORE, inputs.Attempts(1, 1))] * 2,
)
def inherited_names(
    group: JobGroup, task: str, first: inputs.Attempts, second: inputs.Attempts
) -> Case:
    """Two tasks, one of them or its group named like what objects of some languages have."""
    return inputs.case(inputs.attempts(first, task, group) + inputs.attempts(second, "t", group))


@clause(
    "names-as-they-stand",
    Source(inputs.MODULE, 23, 23),
    Source(inputs.MODULE, 53, 53),
    level=rare("names that differ in case, normal form or white space"),
)
def names_as_they_stand() -> tuple[Check, ...]:
    """Names that differ in any character are different: nothing is trimmed, folded, normalised or
    parsed."""
    places = ("task_name", "agent", "model", "source", "task_name")
    return (
        Check(
            "names-alike", build(_alike, places, ALIKE_NAMES, *[inputs.ONE_TO_THREE] * 2), effort=3
        ),
        Check("inherited-names", inherited_names(), **inputs.seeing_some(0.4)),
    )


@clause(
    "task-name",
    Source(inputs.MODULE, 42, 42),
    Source(inputs.MODULE, 53, 53),
    **inputs.seeing_some(0.2),
)
@drawn(
    _TWO_TASKS, some([(i, result) for i in (0, 1) for result in (inputs.PASS, inputs.FAIL)], 2, 10)
)
def task_names(tasks: tuple[str, str], drawn: list[tuple[int, Value]]) -> Case:
    """Within a group, the trials of one task name are the attempts at one task."""
    # Trials of two tasks, each trial named after its task in the way harbor does it.
    return inputs.case(
        inputs.trial(result, tasks[i], trial_name=f"{tasks[i][:32].rstrip('_-')}__{number}")
        for number, (i, result) in enumerate(drawn)
    )


def _groups(groups: Sequence[JobGroup]) -> Cases:
    drawn = build(
        lambda group, counts: inputs.attempts(counts, "t", group), groups, inputs.TWO_OR_MORE
    )
    return build(
        lambda each, step: inputs.case(chain.from_iterable(each), step),
        some(drawn, 1, 3),
        inputs.STEPS,
    )


def _alike(
    place: str, names: tuple[str, str], first: inputs.Attempts, second: inputs.Attempts
) -> Case:
    each = zip(names, (first, second), strict=True)
    return inputs.case(
        {**one, place: name} for name, counts in each for one in inputs.attempts(counts)
    )
