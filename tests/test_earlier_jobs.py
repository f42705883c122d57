"""Jobs that an earlier process wrote, as they are stored: recorded cases of run take them up."""

import re
from pathlib import Path

import pytest
from earlier_jobs import written

from conformance.operations.run import earlier_jobs as stored
from conformance.protocol import json_text
from conformance.protocol.values import Value

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
