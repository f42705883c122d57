"""What expected.toml leaves out is not about the candidate: nothing is hidden there."""

from collections.abc import Callable

import pytest

from conformance.diagnosis.expected.deviations import ExpectedDeviations
from conformance.diagnosis.expected.deviations import find as find_expected
from conformance.diagnosis.expected.reading import load
from conformance.examination.drawing import by_seed_alone, draw_each
from conformance.examination.recorded import corpus
from conformance.operations.catalogue import checks
from conformance.operations.clause import Check
from conformance.protocol.values import Case

EXAMPLES = 1000


class FoundError(Exception):
    """A case of the kind that is wanted was drawn."""


def expected_of(name: str) -> ExpectedDeviations:
    file = find_expected(name)
    assert file is not None
    return load(file)


def asks(check: Check, wanted: Callable[[Case], bool]) -> bool:
    """Return whether a check draws a case of a kind, or its clause has one recorded."""
    file = corpus.file_of(check.clause)
    if any(wanted(one.case) for one in (corpus.read(file) if file.exists() else [])):
        return True

    def look(case: Case, _: bytes) -> None:
        if wanted(case):
            raise FoundError

    try:
        with by_seed_alone():
            draw_each(check.cases, look, 1, EXAMPLES)
    except FoundError:
        return True
    return False


@pytest.mark.parametrize("check", [*checks(["metric"])], ids=lambda check: check.name)
def test_spec_003_gets_each_case_of_a_mean(check: Check) -> None:
    of_a_mean = asks(check, lambda case: case.input["metric"] == "mean")
    assert expected_of("spec-003").meant(check.clause) is of_a_mean


@pytest.mark.parametrize("check", [*checks(["verifier"])], ids=lambda check: check.name)
def test_scoring_gets_each_case_with_a_reward_json_or_no_file(check: Check) -> None:
    read = asks(
        check,
        lambda case: case.input["reward.json"] is not None or case.input["reward.txt"] is None,
    )
    # One clause more: that there is no reward.json where harbor reads reward.txt.
    assert expected_of("spec-001").meant(check.clause) is (
        read or check.clause == "verifier.text-name"
    )
