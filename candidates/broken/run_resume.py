"""Runners that interrupt a job, or run it again, otherwise than harbor does."""

from typing import Any

from candidates.broken.run_tools import sorting
from candidates.broken.variant import RunVariant, Whole
from conformance.scenario import Scenario


def _removing(scenario: Scenario, path: str) -> None:
    for session in scenario.get("resume", []):
        session["remove"] = [*session.get("remove", []), path]


def _start_over(scenario: Scenario) -> None:
    _removing(scenario, "job")


def _failures_again(scenario: Scenario) -> None:
    """Remove the results of attempts whose agent raises before the job is run again."""
    for number, tries in enumerate(scenario["tasks"][0].get("attempts", []), 1):
        if "raises" in tries[0].get("agent", {}):
            _removing(scenario, f"job/a__attempt-{number}/result.json")


def _as_listed(scenario: Scenario) -> None:
    scenario["listing"] = "given"


def _unfinished_left(scenario: Scenario) -> None:
    for session in scenario.get("resume", []):
        kept = [path for path in session.get("remove", []) if "__attempt" not in path]
        session["remove"] = kept


def _same_configuration(scenario: Scenario) -> None:
    for session in scenario.get("resume", []):
        session.pop("job", None)


def _same_tasks(scenario: Scenario) -> None:
    for session in scenario.get("resume", []):
        session.pop("write", None)


def _damaged_again(scenario: Scenario) -> None:
    """Have trials whose result cannot be read run anew."""
    for session in scenario.get("resume", []):
        damaged = [path for path in session.get("truncate", {}) if "__attempt" in path]
        for path in damaged:
            del session["truncate"][path]
            session["remove"] = [*session.get("remove", []), path]


def _lock_written_over(scenario: Scenario) -> None:
    for session in scenario.get("resume", []):
        for damaged in (session.get("truncate", {}), session.get("write", {})):
            if damaged.pop("job/lock.json", None) is not None:
                session["remove"] = ["job/lock.json"]


def _not_read_back(scenario: Scenario) -> None:
    scenario["resume"] = []


def _retries_remembered(scenario: Scenario) -> None:
    for session in scenario.get("resume", []):
        session["remove"] = [p for p in session.get("remove", []) if p != "job/result.json"]


def _cancelled_is_no_error(whole: Whole) -> None:
    stats: dict[str, Any] = whole["job"]["stats"]
    stats["n_errored_trials"] -= stats["n_cancelled_trials"]


def _nothing_pending(whole: Whole) -> None:
    whole["job"]["stats"]["n_pending_trials"] = 0


VARIANTS = (
    RunVariant(
        "run-start-over",
        "run.resume-keeps",
        "runs everything anew",
        alter=_start_over,
    ),
    RunVariant(
        "run-failures-again",
        "run.resume-keeps",
        "runs trials anew that ended in an exception",
        alter=_failures_again,
    ),
    RunVariant(
        "run-resumed-in-order",
        "run.resume-order",
        "puts kept trials where they were planned",
        amend=sorting(lambda name: name),
    ),
    RunVariant(
        "run-folders-sorted",
        "run.resume-order",
        "sorts the folders of a job",
        alter=_as_listed,
    ),
    RunVariant(
        "run-unfinished-kept",
        "run.resume-unfinished",
        "keeps trials without a result",
        alter=_unfinished_left,
    ),
    RunVariant(
        "run-changes-taken",
        "run.resume-changed",
        "goes on with the configuration of before",
        alter=_same_configuration,
    ),
    RunVariant(
        "run-tasks-not-looked-at",
        "run.resume-changed",
        "does not look at the tasks again",
        alter=_same_tasks,
    ),
    RunVariant(
        "run-damaged-again",
        "run.resume-damaged",
        "runs trials anew whose result cannot be read",
        alter=_damaged_again,
    ),
    RunVariant(
        "run-lock-written-over",
        "run.resume-damaged",
        "writes over a lock that it cannot read",
        alter=_lock_written_over,
    ),
    RunVariant(
        "run-nan-read-back",
        "run.resume-not-finite",
        "reads its own nan back",
        alter=_not_read_back,
    ),
    RunVariant(
        "run-retries-remembered",
        "run.resume-without-files",
        "takes the number of retries from the trials",
        alter=_retries_remembered,
    ),
    RunVariant(
        "run-cancelled-is-no-error",
        "run.interruption",
        "counts cancelled trials apart from errors",
        amend=_cancelled_is_no_error,
    ),
    RunVariant(
        "run-nothing-pending",
        "run.interruption",
        "forgets the trials that were never started",
        amend=_nothing_pending,
    ),
)
