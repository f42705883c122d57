"""Other ways to take up what an earlier process wrote of a job."""

import json
from collections.abc import Callable

from candidates.deviations.deviation import Changes, Deviation
from candidates.deviations.run.tools import Members, altering

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


def _failures_again(files: dict[str, bytes]) -> None:
    for path, text in list(files.items()):
        if b'"exception_type": "' in text and path != "job/result.json":
            del files[path]


def _unreadable_again(files: dict[str, bytes]) -> None:
    """Have trials run anew whose files are not JSON."""
    for path, text in list(files.items()):
        if path.count("/") > 1 and not text.endswith(b"}"):
            for file in ("config.json", "result.json"):
                files.pop(f"{path.rpartition('/')[0]}/{file}", None)


def _unknown_refused(files: dict[str, bytes]) -> None:
    for path, text in files.items():
        if _UNKNOWN in text:
            files[path] = b""


def _older_forms_unknown(document: Members) -> None:
    for name in ("orchestrator", "status"):
        document.pop(name, None)


def _null_is_zero(document: Members) -> None:
    rewards = (document.get("verifier_result") or {}).get("rewards", {})
    for name, reward in rewards.items():
        rewards[name] = reward or 0


DEVIATIONS = (
    Deviation(
        "run-earlier-start-over",
        "run.resume-earlier",
        "runs everything anew that another process ran",
        _in_files(dict.clear),
    ),
    Deviation(
        "run-earlier-failures-again",
        "run.resume-earlier",
        "runs trials anew that ended in an exception in another process",
        _in_files(_failures_again),
    ),
    Deviation(
        "run-earlier-retries-forgotten",
        "run.resume-earlier",
        "counts only its own retries",
        _in_files(lambda files: files.pop("job/result.json", None)),
    ),
    Deviation(
        "run-unknown-members-refused",
        "run.resume-earlier-forms",
        "cannot read files with members that it does not know",
        _in_files(_unknown_refused),
    ),
    Deviation(
        "run-older-forms-unknown",
        "run.resume-earlier-forms",
        "knows the newest form of its files alone",
        _in_documents(_older_forms_unknown),
    ),
    Deviation(
        "run-null-read-as-zero",
        "run.resume-earlier-refused",
        "reads a reward of null as 0",
        _in_documents(_null_is_zero),
    ),
    Deviation(
        "run-earlier-lock-ignored",
        "run.resume-earlier-refused",
        "does not compare the lock of another process",
        _in_files(lambda files: files.pop("job/lock.json", None)),
    ),
    Deviation(
        "run-unreadable-run-again",
        "run.resume-earlier-refused",
        "runs trials anew whose files it cannot read",
        _in_files(_unreadable_again),
    ),
)
"""Each breaks one clause about earlier jobs."""
