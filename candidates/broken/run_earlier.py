"""Runners that take up what an earlier process wrote of a job otherwise than harbor does."""

import json
from collections.abc import Callable
from typing import Any

from candidates.broken.variant import RunVariant
from conformance.scenario import Scenario

_LOCK, _RESULT = "job/lock.json", "job/result.json"
_UNKNOWN = b'"a_member_of_another_release"'


def _losing(path: str) -> Callable[[Scenario], None]:
    """Return an alteration that takes a file away before the first run."""

    def alter(scenario: Scenario) -> None:
        scenario.get("before", {}).pop(path, None)

    return alter


def _start_over(scenario: Scenario) -> None:
    scenario["before"] = {}


def _failures_again(scenario: Scenario) -> None:
    before = scenario.get("before", {})
    for path, text in list(before.items()):
        if b'"exception_type": "' in text and path != _RESULT:
            del before[path]


def _unreadable_again(scenario: Scenario) -> None:
    """Have trials run anew whose files are not JSON."""
    before = scenario.get("before", {})
    for path, text in list(before.items()):
        if path.count("/") > 1 and not text.endswith(b"}"):
            for file in ("config.json", "result.json"):
                before.pop(f"{path.rpartition('/')[0]}/{file}", None)


def _unknown_refused(scenario: Scenario) -> None:
    before = scenario.get("before", {})
    for path, text in before.items():
        if _UNKNOWN in text:
            before[path] = b""


def _older_forms_unknown(scenario: Scenario) -> None:
    _told(scenario, lambda document: [document.pop(n, None) for n in ("orchestrator", "status")])


def _null_is_zero(scenario: Scenario) -> None:
    def alter(document: dict[str, Any]) -> None:
        rewards = (document.get("verifier_result") or {}).get("rewards", {})
        for name, reward in rewards.items():
            rewards[name] = reward or 0

    _told(scenario, alter)


def _told(scenario: Scenario, change: Callable[[dict[str, Any]], object]) -> None:
    """Change each file that is there before the first run and is JSON."""
    before = scenario.get("before", {})
    for path, text in before.items():
        if text.endswith(b"}"):
            document = json.loads(text)
            change(document)
            before[path] = json.dumps(document).encode()


VARIANTS = (
    RunVariant(
        "run-earlier-start-over",
        "run.resume-earlier",
        "runs everything anew that another process ran",
        alter=_start_over,
    ),
    RunVariant(
        "run-earlier-failures-again",
        "run.resume-earlier",
        "runs trials anew that ended in an exception in another process",
        alter=_failures_again,
    ),
    RunVariant(
        "run-earlier-retries-forgotten",
        "run.resume-earlier",
        "counts only its own retries",
        alter=_losing(_RESULT),
    ),
    RunVariant(
        "run-unknown-members-refused",
        "run.resume-earlier-forms",
        "cannot read files with members that it does not know",
        alter=_unknown_refused,
    ),
    RunVariant(
        "run-older-forms-unknown",
        "run.resume-earlier-forms",
        "knows the newest form of its files alone",
        alter=_older_forms_unknown,
    ),
    RunVariant(
        "run-null-read-as-zero",
        "run.resume-earlier-refused",
        "reads a reward of null as 0",
        alter=_null_is_zero,
    ),
    RunVariant(
        "run-earlier-lock-ignored",
        "run.resume-earlier-refused",
        "does not compare the lock of another process",
        alter=_losing(_LOCK),
    ),
    RunVariant(
        "run-unreadable-run-again",
        "run.resume-earlier-refused",
        "runs trials anew whose files it cannot read",
        alter=_unreadable_again,
    ),
)
