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


def _as_listed(scenario: Members) -> None:
    scenario["listing"] = "given"


def _unfinished_left(session: Members) -> None:
    session["remove"] = [path for path in session.get("remove", []) if "__attempt" not in path]


def _damaged_again(session: Members) -> None:
    """Have trials whose result cannot be read run anew."""
    for path in [path for path in session.get("truncate", {}) if "__attempt" in path]:
        del session["truncate"][path]
        _removing(session, path)


def _lock_written_over(session: Members) -> None:
    for damaged in (session.get("truncate", {}), session.get("write", {})):
        if damaged.pop("job/lock.json", None) is not None:
            session["remove"] = ["job/lock.json"]


def _not_read_back(scenario: Members) -> None:
    scenario["resume"] = []


def _retries_remembered(session: Members) -> None:
    session["remove"] = [path for path in session.get("remove", []) if path != "job/result.json"]


def _cancelled_is_no_error(stats: Members) -> None:
    stats["n_errored_trials"] -= stats["n_cancelled_trials"]


def _nothing_pending(stats: Members) -> None:
    stats["n_pending_trials"] = 0


DEVIATIONS = (
    Deviation(
        "run-start-over",
        "run.resume-keeps",
        "runs everything anew",
        in_sessions(lambda session: _removing(session, "job")),
    ),
    Deviation(
        "run-failures-again",
        "run.resume-keeps",
        "runs trials anew that ended in an exception",
        altering(_failures_again),
    ),
    Deviation(
        "run-resumed-in-order",
        "run.resume-order",
        "puts kept trials where they were planned",
        sorting(str),
    ),
    Deviation(
        "run-folders-sorted",
        "run.resume-order",
        "sorts the folders of a job",
        altering(_as_listed),
    ),
    Deviation(
        "run-unfinished-kept",
        "run.resume-unfinished",
        "keeps trials without a result",
        in_sessions(_unfinished_left),
    ),
    Deviation(
        "run-changes-taken",
        "run.resume-changed",
        "goes on with the configuration of before",
        in_sessions(lambda session: session.pop("job", None)),
    ),
    Deviation(
        "run-tasks-not-looked-at",
        "run.resume-changed",
        "does not look at the tasks again",
        in_sessions(lambda session: session.pop("write", None)),
    ),
    Deviation(
        "run-damaged-again",
        "run.resume-damaged",
        "runs trials anew whose result cannot be read",
        in_sessions(_damaged_again),
    ),
    Deviation(
        "run-lock-written-over",
        "run.resume-damaged",
        "writes over a lock that it cannot read",
        in_sessions(_lock_written_over),
    ),
    Deviation(
        "run-nan-read-back",
        "run.resume-not-finite",
        "reads its own nan back",
        altering(_not_read_back),
    ),
    Deviation(
        "run-retries-remembered",
        "run.resume-without-files",
        "takes the number of retries from the trials",
        in_sessions(_retries_remembered),
    ),
    Deviation(
        "run-cancelled-is-no-error",
        "run.interruption",
        "counts cancelled trials apart from errors",
        in_stats(_cancelled_is_no_error),
    ),
    Deviation(
        "run-nothing-pending",
        "run.interruption",
        "forgets the trials that were never started",
        in_stats(_nothing_pending),
    ),
)
"""Each breaks one clause about jobs that are run again."""
