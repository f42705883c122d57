"""The checks of a submission as a whole, and of the trials' trajectories."""

from hypothesis import strategies as st

from conformance.operations.clause import Cases, Source, clause, common, rare
from conformance.operations.leaderboard.inputs import (
    BOTH,
    FIVE,
    STATIC,
    Changes,
    case,
    configuration,
    each_of,
    expecting_both,
    rewarded,
    trial,
)

LEVEL = rare("a submission without trials, or with blank names")
_COMMON = common("harborframework/terminal-bench-2-leaderboard: five trials a task")

_DIRECTORY = Source(STATIC, 570, 617, "def _check_job_directory_correctly_formatted(")


@clause(
    "passes-have-trajectories",
    Source(STATIC, 986, 1007, "def _check_passing_trial_trajectories(ctx"),
    level=_COMMON,
    body=expecting_both,
    shares=BOTH,
)
def trajectories() -> Cases:
    """passing_trial_trajectories fails if a pass has no trajectory; a failed trial needs none."""
    without: Changes = {"trajectory": False}
    failed = ({**without, "verifier_result": rewarded(0)}, {**without, "exception": "E"})
    return each_of([without, *failed, *failed, {}, {}, {}], most=3)


@clause("no-trials", _DIRECTORY, effort=1)
def few_or_none() -> Cases:
    """A submission of no trials fails job_directory_correctly_formatted and has no accuracy."""
    return st.sampled_from((0, 0, 1, FIVE)).map(lambda n: case(map(trial, range(n))))


@clause("names-not-blank", _DIRECTORY, body=expecting_both, shares=BOTH)
def blank_names() -> Cases:
    """job_directory_correctly_formatted fails if a trial's name or its task's is blank, unless
    the hub does not have the trial's configuration."""
    texts = ("", " ", "\t\n", "\u00a0", "\u3000", "x", " x", "0", "\u200b", "\ufeff", "x", "y")
    named = [{name: text} for name in ("trial_name", "task_name") for text in texts]
    return each_of([*named, {"trial_name": " ", "configuration": None}], most=3)


@clause(
    "verdict-of-checks",
    Source(STATIC, 1054, 1056, "errors = _collect_validation_errors(checks)"),
    level=_COMMON,
)
def several_checks() -> Cases:
    """The static verdict is passed if no check fails, and the failed checks come in harbor's
    order."""
    changes: tuple[Changes, ...] = (
        {"trajectory": False},
        {"finished": False},
        {"trial_name": ""},
        {"configuration": configuration(settings={"environment.override_gpus": 1})},
        {"configuration": configuration(ref=None)},
        {"configuration": configuration(ref="sha256:ff")},
        {},
    )
    return each_of(changes, most=5)
