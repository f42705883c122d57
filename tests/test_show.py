"""What is shown of a case of any size is short, and everything of it decides about its size."""

import json

import pytest

from conformance.examination.findings import size
from conformance.operations.job import sizes as job
from conformance.operations.metric import sizes as metric
from conformance.operations.pass_at_k import sizes as pass_at_k
from conformance.operations.verifier.inputs import txt_file
from conformance.protocol import show
from conformance.protocol.values import Case

LARGE = {
    "trials": metric.trials_of_size("sum", 1000, 10, "values"),
    "names": metric.names_of_size("sum", 1000, 1),
    "long-names": metric.names_of_length("sum", 4097, "n", together=True),
    "attempts": pass_at_k.attempts_of_size(1000, 1),
    "jobs": job.trials_of_size(513, 9, "rewarded"),
    "files": txt_file("0.25".rjust(2**20 + 1).encode()),
}


@pytest.mark.parametrize("case", LARGE.values(), ids=LARGE)
def test_a_large_case_is_shown_by_its_ends(case: Case) -> None:
    shown = show.case(case)
    assert "more ...]" in shown
    assert len(shown) < 2_000


@pytest.mark.parametrize("case", LARGE.values(), ids=LARGE)
def test_nothing_is_left_out_of_what_cases_are_ordered_by(case: Case) -> None:
    length, text = size(case)
    assert "more ...]" not in text
    assert length == len(text)


def test_the_first_and_the_last_elements_of_a_long_list_are_shown() -> None:
    assert show.value([*range(100)]) == "[0, 1, 2, [... 94 more ...], 97, 98, 99]"
    assert show.value([*range(66)]) == json.dumps([*range(66)])
    members = {str(number): number for number in range(70)}
    assert show.value({**members}).startswith('{"0": 0, "1": 1, "2": 2, [... 64 more ...], "67"')
