"""What expected.toml leaves out is not about the candidate: nothing is hidden there."""

from collections.abc import Callable

import pytest

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


ABOUT: dict[str, tuple[str, Callable[[Case], bool]]] = {
    "metric": ("spec-003", lambda case: case.input["metric"] == "mean"),
    "verifier": (
        "spec-001",
        lambda case: case.input["reward.json"] is not None or case.input["reward.txt"] is None,
    ),
}
"""By operation: a text, and which cases it is about."""


@pytest.mark.parametrize("check", [*checks([*ABOUT])], ids=lambda check: check.id)
def test_a_text_gets_each_case_that_it_is_about(check: Check) -> None:
    text, is_about = ABOUT[check.operation]
    file = find_expected(text)
    assert file is not None
    # One clause more: that there is no reward.json where harbor reads reward.txt.
    meant = asks(check, is_about) or check.clause == "verifier.text-name"
    assert load(file).meant(check.clause) is meant
