"""The four texts, on every recorded case that is meant for them."""

import pytest
from recorded import recorded

from conformance.diagnosis.expected.deviations import find
from conformance.diagnosis.expected.expecting import Expectation
from conformance.diagnosis.expected.reading import load
from conformance.implementations.start import TEXTS, open_candidate
from conformance.operations.comparing import diverges
from conformance.protocol.values import Answer, Case


def no_prediction(function: str, case: Case, answer: Answer) -> Answer:
    raise NotImplementedError((function, case, answer))


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_answers_as_harbor_with_its_expected_deviations_each_of_which_is_seen(
    text: str,
) -> None:
    file = find(text)
    assert file
    declared, candidate = load(file), open_candidate(text)
    expectation = Expectation(declared, no_prediction)
    for one in recorded():
        if declared.meant(one.clause) and declared.asks(one.case):
            expected = expectation(one.case, one.answer)
            assert not diverges(one.case, expected, candidate.answer(one.case)), one.id
    seen = {entry.title for entry in declared.deviations}
    assert expectation.applied == seen - {"refused-outside"}  # which generated cases show
