"""Other trials, groups and metrics of a job, and other ways to resume one."""

import json
import re
from collections.abc import Callable
from itertools import chain

from candidates.deviations.deviation import Changes, Table
from candidates.deviations.parameters import taking
from candidates.deviations.run import tools
from candidates.deviations.run.tools import Members, altering, in_groups, in_job, in_sessions


def _rounded(decimals: int) -> Changes:
    def round_metrics(group: Members) -> None:
        for metric in group["metrics"]:
            for name, value in metric.items():
                metric[name] = round(value, decimals) if isinstance(value, float) else value

    return in_groups(round_metrics)


def _sort_tasks(scenario: Members) -> None:
    scenario["tasks"].sort(key=lambda task: task["name"])


def _by_turn(scenario: Members) -> None:
    """Put the tasks in the order in which their trials end, where all of them run together."""
    tasks = scenario["tasks"]
    if _at_once(scenario) >= len(tasks):
        tasks.sort(key=_turn)


def _at_once(scenario: Members) -> int:
    return int(scenario.get("job", {}).get("n_concurrent_trials", 4))


def _turn(task: Members) -> int:
    first: Members = next(chain.from_iterable(task.get("attempts", [])), {})
    return int(first.get("test", {}).get("turn", 0))


def _one_attempt_at_least(job: Members) -> None:
    attempts = job.get("n_attempts", 1)
    if isinstance(attempts, int):
        job["n_attempts"] = max(1, attempts)


def _without_model(job: Members) -> None:
    for agent in job.get("agents", []):
        agent.pop("model_name", None)


def _known_source(scenario: Members) -> None:
    datasets = {task.get("dataset") for task in scenario["tasks"]}
    for task in scenario["tasks"]:
        if task.get("source") not in datasets:
            task.pop("source", None)


def _job_metrics_instead(scenario: Members) -> None:
    if scenario.get("job", {}).get("metrics"):
        for own in scenario.get("registry", {}).values():
            own.clear()


def _as_floats(act: Members) -> None:
    leaves = act.get("leaves", {})
    for name, content in leaves.items():
        leaves[name] = content and re.sub(rb"\d{300,}", b"1e308", content)


def _sorted_listing(scenario: Members) -> None:
    scenario["listing"] = "given"
    _sort_tasks(scenario)


def _without_unknown_agent(job: Members) -> None:
    if any(agent.get("name") == "nobody" for agent in job.get("agents", [])):
        del job["agents"]


def _removing(session: Members, path: str) -> None:
    session["remove"] = [*session.get("remove", []), path]


def _kept(is_kept: Callable[[str], bool]) -> Changes:
    """Return the change that leaves only some of the files that are removed before a session."""
    return in_sessions(
        lambda session: session.update(remove=[*filter(is_kept, session.get("remove", []))])
    )


def _damaged_again(session: Members) -> None:
    for path in [path for path in session.get("truncate", {}) if "__attempt" in path]:
        del session["truncate"][path]
        _removing(session, path)


def _cancelled_is_no_error(stats: Members) -> None:
    stats["n_errored_trials"] -= stats["n_cancelled_trials"]


def _in_order(group: Members) -> None:
    for by_value in (group["exception_stats"], *group["reward_stats"].values()):
        for listed in by_value.values():
            listed.sort()


_UNKNOWN = b'"a_member_of_another_release"'


def _in_files(change: Callable[[dict[str, bytes]], object]) -> Changes:
    """Change the files that are there before the first run: path → bytes."""
    return altering(lambda scenario: change(scenario.get("before", {})))


def _in_documents(change: Callable[[Members], object]) -> Changes:
    """Change each of these files that is JSON."""

    def rewrite(files: dict[str, bytes]) -> None:
        for path, text in files.items():
            if text.endswith(b"}"):
                document = json.loads(text)
                change(document)
                files[path] = json.dumps(document).encode()

    return _in_files(rewrite)


def _unknown_refused(files: dict[str, bytes]) -> None:
    for path, text in files.items():
        if _UNKNOWN in text:
            files[path] = b""


def _null_is_zero(document: Members) -> None:
    rewards = (document.get("verifier_result") or {}).get("rewards", {})
    for name, reward in rewards.items():
        rewards[name] = reward or 0


ROWS: Table = {
    "run-metrics-as-shown": taking("number of decimals", int, _rounded, "3"),
    "run-tasks-sorted": altering(_sort_tasks),
    "run-results-as-they-come": altering(_by_turn),
    "run-first-batch-only": altering(
        lambda scenario: scenario.update(tasks=scenario["tasks"][: _at_once(scenario)])
    ),
    "run-one-attempt-at-least": in_job(_one_attempt_at_least),
    "run-groups-without-model": in_job(_without_model),
    "run-sources-ignored": tools.in_tasks(lambda task: task.pop("source", None)),
    "run-mean-for-any-source": altering(_known_source),
    "run-job-metrics-instead": altering(_job_metrics_instead),
    "run-mean-for-any-key": in_groups(
        lambda group: group.update(metrics=group["metrics"] or [{"mean": 0.0}])
    ),
    "run-metrics-as-floats": tools.in_acts(_as_floats, "test"),
    "run-listing-sorted": altering(_sorted_listing),
    "run-exclusions-ignored": in_job(
        lambda job: [one.pop("exclude_task_names", None) for one in job.get("datasets", [])]
    ),
    "run-invalid-tasks-skipped": altering(
        lambda scenario: scenario.update(
            tasks=[one for one in scenario["tasks"] if "files" not in one]
        )
    ),
    "run-default-agent": in_job(_without_unknown_agent),
    "run-start-over": in_sessions(lambda session: _removing(session, "job")),
    "run-resumed-in-order": in_groups(_in_order),
    "run-unfinished-kept": _kept(lambda path: "__attempt" not in path),
    "run-changes-taken": in_sessions(lambda session: session.pop("job", None)),
    "run-damaged-again": in_sessions(_damaged_again),
    "run-nan-read-back": altering(lambda scenario: scenario.update(resume=[])),
    "run-retries-remembered": _kept(lambda path: path != "job/result.json"),
    "run-cancelled-is-no-error": tools.in_stats(_cancelled_is_no_error),
    "run-earlier-start-over": _in_files(dict.clear),
    "run-unknown-members-refused": _in_files(_unknown_refused),
    "run-null-read-as-zero": _in_documents(_null_is_zero),
}
