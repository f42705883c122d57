"""Jobs that an earlier process wrote: what is stored of them, and how a scenario takes them up."""

import re
from pathlib import Path
from typing import Any, cast

import pytest
from earlier_jobs import written

from conformance.operations.run import earlier_jobs as stored
from conformance.operations.run.earlier_jobs import again
from conformance.protocol import json_text
from conformance.protocol.scenario import Scenario
from conformance.protocol.values import Value
from oracle.run import Play

CHANGING = re.compile(
    r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT[0-9:.]+Z?|Traceback.*", re.DOTALL
)
"""Ids, times and tracebacks, of which the last have marks that follow the release of Python."""


def lasting(value: Value) -> Value:
    """Return what is the same whenever harbor writes it."""
    match value:
        case str():
            return CHANGING.sub("", value)
        case list():
            members = [lasting(member) for member in value]
            # harbor writes the excluded exceptions in the order of a set.
            return sorted(members, key=repr) if set(map(type, members)) == {str} else members
        case dict():
            return {name: lasting(member) for name, member in value.items()}
    return value


def play(scenario: object, folder: Path) -> tuple[Play, Any]:
    played = Play(cast("Scenario", scenario), folder)
    return played, played.answer()


@pytest.mark.parametrize("job", stored.JOBS)
def test_a_stored_folder_holds_what_harbor_writes_of_the_job_and_no_path_of_a_machine(
    job: str, tmp_path: Path
) -> None:
    before = {path: text.decode() for path, text in stored.files(job).items()}
    now = written(stored.JOBS[job], tmp_path)
    assert list(before) == list(now)
    for path, text in before.items():
        assert lasting(json_text.parse(text)) == lasting(json_text.parse(now[path])), path
        assert re.findall(r'[" ](?:file://)?/[^"]*', text) == []


def test_trials_of_before_have_their_names(tmp_path: Path) -> None:
    scenario = again("datasets", gone=["job/d:a__attempt-1"], backwards=True).input
    _, answer = play(scenario, tmp_path)
    kept = ["d:a__agent-2__attempt-1", "c__attempt-1", "c__agent-2__attempt-1"]
    assert list(answer["trials"]) == ["d:a__attempt-1", *kept]


def test_an_attempt_of_before_without_a_result_begins_with_its_first_script(tmp_path: Path) -> None:
    gone = ["job/a__attempt-2", "job/a__attempt-1/result.json"]
    _, answer = play(again("rewards", gone=gone).input, tmp_path)
    rewards = [trial["verifier_result"]["rewards"] for trial in answer["trials"].values()]
    assert list(answer["trials"]) == ["a__attempt-1", "a__attempt-2", "a__attempt-3"]
    assert rewards == [{"reward": 0.25}, {"reward": 1e16}, {"reward": -1e16}]
