"""The static checks of a submission: as a whole, of its tasks and trials, and of their settings."""

from hypothesis import strategies as st

from conformance.operations import sources
from conformance.operations.clause import Cases, clause, common, rare
from conformance.operations.leaderboard import OVERRIDES, RUBRIC, SETTINGS, inputs
from conformance.operations.strategies.drawing import build, drawn, some
from conformance.operations.strategies.sizes import counts, names
from conformance.protocol.values import Case, Value

LEVEL = common("harborframework/terminal-bench-2-leaderboard: five trials a task")
_BLANK = rare("a submission without trials, or with blank names")
_UNVERSIONED = rare("tasks without a version, or of several")
_SET = common("qf-studio/pilot: a job with a timeout_multiplier of 5.0")

_DIRECTORY = sources.STATIC.lines(570, 617)


@clause("passes-have-trajectories", sources.STATIC.lines(986, 1007), **inputs.BOTH)
def trajectories() -> Cases:
    """passing_trial_trajectories fails if a pass has no trajectory; a failed trial needs none."""
    without: inputs.Changes = {"trajectory": False}
    failed = [
        {**without, "verifier_result": inputs.rewarded(value)} for value in (0, 0.5, 0.999, 2)
    ]
    return inputs.each_of([without, *failed, {**without, "exception": "E"}, {}, {}, {}], most=3)


@clause("no-trials", _DIRECTORY, effort=1, level=_BLANK)
def few_or_none() -> Cases:
    """A submission of no trials fails job_directory_correctly_formatted and has no accuracy."""
    return st.sampled_from((0, 0, 1, inputs.FIVE)).map(
        lambda n: inputs.case(map(inputs.trial, range(n)))
    )


@clause("names-not-blank", _DIRECTORY, level=_BLANK, **inputs.BOTH)
def blank_names() -> Cases:
    """job_directory_correctly_formatted fails if a trial's name or its task's is blank, unless
    the hub does not have the trial's configuration."""
    texts = ("", " ", "\t\n", "\u00a0", "\u3000", "x", " x", "0", "\u200b", "\ufeff", "x", "y")
    named = [{name: text} for name in ("trial_name", "task_name") for text in texts]
    return inputs.each_of([*named, {"trial_name": " ", "configuration": None}], most=3)


@clause("verdict-of-checks", sources.STATIC.lines(1054, 1056))
def several_checks() -> Cases:
    """The static verdict is passed if no check fails, and the failed checks come in harbor's
    order."""
    changes: tuple[inputs.Changes, ...] = (
        {"trajectory": False}, {"finished": False}, {"trial_name": ""},
        {"configuration": inputs.configuration(settings={"environment.override_gpus": 1})},
        {"configuration": inputs.configuration(ref=None)},
        {"configuration": inputs.configuration(ref="sha256:ff")}, {},
    )  # fmt: skip
    return inputs.each_of(changes, most=5)


_MINIMUM = sources.STATIC.lines(942, 983)
_VERSIONS = sources.STATIC.lines(853, 931)
_DIGESTS = sources.DATABASE.lines(52, 54)

_LONG = "sha256:" + "0a1b" * 16
"""A digest of harbor's own length."""

_REFS = (
    "0a1b", "sha256:0a1b", "SHA256:0A1B", " sha256:0a1b\n", "0A1B", "sha256: 0a1b", "0a1", "latest",
    "sha256:sha256:0a1b", "sha256:2c3d", "md5:0a1b", "1", "sha256:", " ", "0a1b\u3000",
    _LONG, f"{_LONG[:-1]}c", f"{_LONG[:-1]}c",
)  # fmt: skip


@clause("five-trials", _MINIMUM, **inputs.BOTH)
@drawn(*[(0, 1, 4, 5, 5, 5, 6, 6, 7)] * 2, (1, 0))
def counts_of_trials(first: int, second: int, value: int) -> Case:
    """min_trials_per_task fails if a task of the dataset has fewer than five trials."""
    other = {
        "task_name": inputs.OTHER_TASK,
        "configuration": inputs.configuration(inputs.OTHER_TASK, inputs.OTHER_DIGEST),
    }
    trials = [inputs.trial(n) for n in range(first)]
    trials += [
        inputs.trial(first + n, **other, verifier_result=inputs.rewarded(value))
        for n in range(second)
    ]
    return inputs.case(trials, {inputs.TASK: inputs.DIGEST, inputs.OTHER_TASK: inputs.OTHER_DIGEST})


@clause("own-version-counts", _MINIMUM, _VERSIONS, level=_UNVERSIONED)
def other_versions() -> Cases:
    """correct_task_versions fails if a trial's task is not in the dataset or has another digest,
    and such a trial does not count as one of the five."""
    tasks = (inputs.TASK, "org/none", "t", inputs.OTHER_TASK, inputs.TASK, inputs.TASK)
    known = [inputs.configuration(task) for task in tasks]
    known.insert(1, inputs.configuration(ref=inputs.OTHER_DIGEST))
    return inputs.each_of({"configuration": task} for task in known)


@clause("digests", _DIGESTS, level=_UNVERSIONED, **inputs.BOTH)
@drawn(_REFS, (*_REFS[:5], "sha256:", _LONG, _LONG))
def digests(ref: str, expected: str) -> Case:
    """Two digests are the same without white space around them, in small letters, and without
    their prefix sha256:."""
    trials = [
        inputs.trial(n, configuration=inputs.configuration(ref=ref)) for n in range(inputs.FIVE)
    ]
    return inputs.case(trials, {inputs.TASK: expected})


@clause(
    "unpinned-tasks",
    _VERSIONS,
    sources.STATIC.lines(601, 605),
    sources.STATIC.lines(802, 807),
    level=_UNVERSIONED,
)
def unpinned() -> Cases:
    """A trial of a package's task without a digest fails three checks, one of a local folder only
    correct_task_versions; neither counts as one of the five of its task."""
    tasks = [inputs.configuration(ref=ref) for ref in (None, " ", inputs.DIGEST, inputs.DIGEST)]
    folders = [inputs.configuration(None, ref) for ref in (None, inputs.DIGEST)]
    return inputs.each_of({"configuration": task} for task in (*tasks, *folders))


@clause("dataset-without-tasks", sources.STATIC.lines(854, 860), _MINIMUM, level=_UNVERSIONED)
@drawn(
    (
        {},
        {inputs.TASK: ""},
        {inputs.TASK: " "},
        {"unknown-task": inputs.DIGEST},
        {inputs.TASK: inputs.DIGEST, inputs.OTHER_TASK: ""},
    ),
    some((inputs.configuration(), None), 0, inputs.FIVE),
)
def empty_datasets(tasks: dict[str, str], configurations: list[Value]) -> Case:
    """A dataset whose tasks have no digests fails correct_task_versions and min_trials_per_task."""
    return inputs.case(
        (inputs.trial(n, configuration=one) for n, one in enumerate(configurations)), tasks
    )


_TASKS = 89
"""Tasks of the largest case, as in terminal-bench 2; more take harbor more than a second."""

_LAST: tuple[inputs.Changes, ...] = (
    {"verifier_result": inputs.rewarded(0)},
    {"finished": False, "trajectory": False, "analysis": {RUBRIC[0]: "fail"}},
)
"""What the last trial is like: it lowers the accuracies, or it changes both verdicts."""


@clause("any-number-of-trials", sources.STATIC.lines(1018, 1021), effort=0.03)
@drawn(counts(_TASKS, often=1), _LAST, (inputs.FIVE, inputs.FIVE - 1))
def many_trials(count: int, last: inputs.Changes, of_last: int) -> Case:
    """All trials of all tasks count, however many there are."""
    tasks = names(count, "org/")
    tried = [name for name in tasks for _ in range(inputs.FIVE)][
        : count * inputs.FIVE - inputs.FIVE + of_last
    ]
    of_tasks = [(name, inputs.configuration(name)) for name in tried]
    trials = [inputs.trial(n, task_name=t, configuration=c) for n, (t, c) in enumerate(of_tasks)]
    return inputs.case([*trials[:-1], {**trials[-1], **last}], dict.fromkeys(tasks, inputs.DIGEST))


_FIELDS = sources.STATIC.lines(371, 398)


@clause("overrides", _FIELDS, level=_SET, **inputs.BOTH, effort=0.5)
def overrides() -> Cases:
    """no_trial_overrides fails if a trial sets a timeout, a multiplier of one part, cpus, memory,
    storage or gpus, even to the value that changes nothing; the longest timeout is free."""
    names = (*OVERRIDES, *SETTINGS[-2:] * 5)
    return build(_setting, names, (0, 1, 2), (inputs.TASK, inputs.TASK, inputs.TASK, None))


@clause("multiplier-of-one", sources.STATIC.lines(811, 815), level=_SET, **inputs.BOTH)
def multipliers() -> Cases:
    """no_trial_overrides fails if a trial's timeout_multiplier is not 1; to set it to 1 is free."""
    return build(_setting, st.just("timeout_multiplier"), (0, 1, 1, 2))


def _setting(name: str, value: int, task: str | None = inputs.TASK) -> Case:
    return inputs.changed([{"configuration": inputs.configuration(task, settings={name: value})}])
