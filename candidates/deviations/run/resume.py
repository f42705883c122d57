"""Other ends of an interrupted job, and other ways to run it again."""

from candidates.deviations.deviation import Deviation
from candidates.deviations.run.tools import Members, altering, in_sessions, in_stats, sorting


def _removing(session: Members, path: str) -> None:
    session["remove"] = [*session.get("remove", []), path]


def _failures_again(scenario: Members) -> None:
    """Remove the results of attempts whose agent raises before the job is run again."""
    for number, tries in enumerate(scenario["tasks"][0].get("attempts", []), 1):
        if "raises" in tries[0].get("agent", {}):
            for session in scenario.get("resume", []):
                _removing(session, f"job/a__attempt-{number}/result.json")


def _unfinished_left(session: Members) -> None:
    session["remove"] = [path for path in session.get("remove", []) if "__attempt" not in path]


def _damaged_again(session: Members) -> None:
    """Have trials whose result cannot be read run anew."""
    for path in [path for path in session.get("truncate", {}) if "__attempt" in path]:
        del session["truncate"][path]
        _removing(session, path)


def _not_read_back(scenario: Members) -> None:
    scenario["resume"] = []


def _retries_remembered(session: Members) -> None:
    session["remove"] = [path for path in session.get("remove", []) if path != "job/result.json"]


def _cancelled_is_no_error(stats: Members) -> None:
    stats["n_errored_trials"] -= stats["n_cancelled_trials"]


DEVIATIONS = (
    Deviation(
        "run-start-over",
        "run.resume-keeps",
        "runs everything again",
        in_sessions(lambda session: _removing(session, "job")),
        advice="Keep trials that have a result.",
    ),
    Deviation(
        "run-resumed-in-order",
        "run.resume-order",
        "puts kept trials where they were planned",
        sorting(str),
        advice="Put kept trials first, in the order of the file system.",
    ),
    Deviation(
        "run-unfinished-kept",
        "run.resume-unfinished",
        "keeps trials without a result",
        in_sessions(_unfinished_left),
        advice="Remove folders without a result, and run their trials again.",
    ),
    Deviation(
        "run-changes-taken",
        "run.resume-changed",
        "continues with the previous configuration",
        in_sessions(lambda session: session.pop("job", None)),
        advice="Raise FileExistsError where the configuration has changed.",
    ),
    Deviation(
        "run-damaged-again",
        "run.resume-damaged",
        "runs trials again whose result cannot be read",
        in_sessions(_damaged_again),
        advice="Raise an error for a result that cannot be read.",
    ),
    Deviation(
        "run-nan-read-back",
        "run.resume-not-finite",
        "reads its own nan back",
        altering(_not_read_back),
        advice="Refuse to resume a job with a reward that is not finite.",
    ),
    Deviation(
        "run-retries-remembered",
        "run.resume-without-files",
        "takes the number of retries from the trials",
        in_sessions(_retries_remembered),
        advice="Start counting retries again where the job's result is missing.",
    ),
    Deviation(
        "run-cancelled-is-no-error",
        "run.interruption",
        "does not count cancelled trials as errors",
        in_stats(_cancelled_is_no_error),
        advice="Count cancelled trials as errors.",
    ),
)
"""Each breaks one clause about jobs that are run again."""
