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


def _unknown_refused(files: dict[str, bytes]) -> None:
    for path, text in files.items():
        if _UNKNOWN in text:
            files[path] = b""


def _null_is_zero(document: Members) -> None:
    rewards = (document.get("verifier_result") or {}).get("rewards", {})
    for name, reward in rewards.items():
        rewards[name] = reward or 0


DEVIATIONS = (
    Deviation(
        "run-earlier-start-over",
        "run.resume-earlier",
        "runs everything again that another process ran",
        _in_files(dict.clear),
        advice="Keep trials of an earlier process that have a result.",
    ),
    Deviation(
        "run-unknown-members-refused",
        "run.resume-earlier-forms",
        "refuses files with unknown fields",
        _in_files(_unknown_refused),
        advice="Ignore unknown fields.",
    ),
    Deviation(
        "run-null-read-as-zero",
        "run.resume-earlier-refused",
        "reads a reward of null as 0",
        _in_documents(_null_is_zero),
        advice="Refuse to resume a job with a reward of null.",
    ),
)
"""Each breaks one clause about earlier jobs."""
