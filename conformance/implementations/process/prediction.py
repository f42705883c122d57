"""Predictions: functions that say what is expected, in processes of their own."""

from typing import cast

from conformance.implementations.process.command import predicting
from conformance.implementations.process.conversation import Conversation
from conformance.implementations.process.pipe import CandidateError
from conformance.operations import messages
from conformance.protocol.shapes import Json, ShapeError
from conformance.protocol.values import Answer, Case, Fault

MOST_FAILURES = 3
"""Failures of one function after which it is not asked any more."""


class Predictions:
    """One process for each function that is asked; what goes wrong in it is no expectation."""

    def __init__(self) -> None:
        """Start nothing yet."""
        self._conversations: dict[str, Conversation] = {}
        self._failures: dict[str, list[Fault]] = {}

    def ask(self, function: str, case: Case, expected: Answer) -> Answer:
        """Return what ``module:function`` expects, given what was expected so far."""
        failures = self._failures.setdefault(function, [])
        if isinstance(expected, Fault):
            return expected
        if len(failures) >= MOST_FAILURES:
            return failures[-1]
        question: Json = {
            "input": messages.input_to_json(case),
            "expected": cast("Json", messages.answer_to_json(case.operation, expected)),
        }
        try:
            response = self._conversation(function).ask((case.operation, question))
            return messages.answer_from_json(case.operation, response)
        except (CandidateError, ShapeError) as error:
            self._end(function)
            failures.append(Fault(f"the prediction {function}: {error}"))
            return failures[-1]

    def abandon(self) -> None:
        """End the processes, at once."""
        for function in list(self._conversations):
            self._end(function)

    def _conversation(self, function: str) -> Conversation:
        if function not in self._conversations:
            self._conversations[function] = Conversation(predicting(function))
        return self._conversations[function]

    def _end(self, function: str) -> None:
        if conversation := self._conversations.pop(function, None):
            conversation.pipe.kill()
