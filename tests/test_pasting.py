"""A case that is pasted as Python judges a module as a run does."""

import json
import shlex
import sys
from types import ModuleType

import pytest
from reported import PLANNED

from conformance.cli.app import loaded
from conformance.cli.ask import AskCommand, parse_input
from conformance.examination import corpus
from conformance.implementations.deviating import catalogue
from conformance.implementations.start import open_candidate
from conformance.operations import EVERY_OPERATION, messages
from conformance.operations.catalogue import CATALOGUE
from conformance.operations.comparing import diverges
from conformance.protocol import show
from conformance.protocol.values import Answer, Case, Failure, Result
from conformance.report import pasting

DEVIATION_OF = {
    CATALOGUE[row.clause].operation: name for name, row in reversed([*catalogue().items()])
}
"""A deviation of each operation, the first in the catalogue."""


def passes(test: str, case: Case, answer: Answer, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Return whether a module that answers so passes the test."""

    def function(given: object) -> object:
        assert repr(given) == repr(case.input)
        if isinstance(answer, Failure):
            raise type(answer.error, (Exception,), {})
        return answer.value if isinstance(answer, Result) else None

    module = ModuleType("mine")
    setattr(module, case.operation, function)
    monkeypatch.setitem(sys.modules, "mine", module)
    names: dict[str, object] = {}
    exec(f"{test}\n\ntest_{case.operation}()", names)  # noqa: S102 - what is tested
    return True


@pytest.mark.parametrize("operation", sorted({*DEVIATION_OF} - {"run"}))
def test_a_pasted_test_passes_exactly_where_the_answers_agree(
    operation: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    candidate, seen = open_candidate(f"deviation/{DEVIATION_OF[operation]}"), set()
    for one in corpus.load(operation):
        try:
            test = pasting.python_test(one.case, one.answer, "mine")
        except ValueError:
            assert "4301-digits" in one.id
            continue
        for answer in (one.answer, candidate.answer(one.case)) if test else ():
            agrees = not diverges(one.case, one.answer, answer)
            seen.add(agrees)
            try:
                passed = passes(test, one.case, answer, monkeypatch)
            except (Exception, pytest.fail.Exception):  # noqa: BLE001 - any failure
                passed = False
            assert passed is agrees, one.id
    assert seen == {True, False}


@pytest.mark.parametrize("operation", EVERY_OPERATION)
def test_a_pasted_command_and_file_are_the_same_case(operation: str) -> None:
    ask = loaded("ask")
    for one in corpus.load(operation):
        given = [parse_input(operation, json.dumps(messages.input_to_json(one.case)))]
        if line := PLANNED.ask_typed(one.case):
            assert line == show.safe(line)
            options = ask.make_context("ask", shlex.split(line)[2:]).params
            given.append(AskCommand(**options).case())
        assert {*map(messages.key_of_case, given)} == {messages.key_of_case(one.case)}
