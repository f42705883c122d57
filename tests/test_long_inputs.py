"""Inputs of a million bytes: too long to record, and answered all the same."""

import json

import pytest
from toolchains import need_port

from conformance.implementations.ports import PORTS
from conformance.implementations.start import BUILT_IN, Harbor, open_candidate
from conformance.operations.comparing import compare
from conformance.protocol.agreement import Agreement
from conformance.protocol.values import Case

ZEROS = "0" * 700_000
TEXTS = {
    "an exponent that many zeros make up for": f"0.{ZEROS}1e700001",
    "a negative exponent that many zeros make up for": f"1{ZEROS}e-700000",
    "an exponent just within what is read": "0." + "0" * 655_358 + "1e655359",
    "leading zeros": f"{ZEROS}1",
    "digits behind the point": f"0.5{ZEROS}1",
}


@pytest.mark.parametrize("name", BUILT_IN)
@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_a_long_number_is_read_as_harbor_reads_it(text: str, name: str, harbor: Harbor) -> None:
    if name in PORTS:
        need_port(name)
    candidate = open_candidate(name)
    quoted = json.dumps({"reward": text}).encode()
    cases = [
        Case("verifier", {"reward.txt": text.encode(), "reward.json": None}),
        Case("verifier", {"reward.txt": None, "reward.json": quoted}),
        Case("verifier", {"reward.txt": None, "reward.json": quoted.replace(b'"', b" ")}),
    ]
    for case in cases:
        answers = harbor.answer(case), candidate.answer(case)
        assert compare(case, *answers).agreement is Agreement.EXACT
    candidate.close()
