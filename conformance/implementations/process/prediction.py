"""Predictions: functions that compute expected answers, in their own processes."""

import sys
from collections.abc import Iterable
from importlib.machinery import PathFinder
from pathlib import Path
from typing import cast

from conformance.implementations.process.candidate import Conversation
from conformance.implementations.process.command import ROOT, located, names_object, predicting
from conformance.implementations.process.pipe import CandidateError
from conformance.operations import messages
from conformance.protocol.shapes import Json, ShapeError
from conformance.protocol.values import Answer, Case, Fault

MOST_FAILURES = 3
"""The number of failures after which a function is no longer called."""


class Predictions:
    """One process for each predicting function; its errors are not expectations."""

    def __init__(self) -> None:
        """Begin without processes."""
        self._conversations: dict[str, Conversation] = {}
        self._failures: dict[str, list[Fault]] = {}

    def ask(self, function: str, case: Case, expected: Answer) -> Answer:
        """Return the answer that ``module:function`` expects, given the one expected so far."""
        failures = self._failures.setdefault(function, [])
        if isinstance(expected, Fault):
            return expected
        if len(failures) >= MOST_FAILURES:
            return failures[-1]
        given: Json = {
            "input": messages.input_to_json(case),
            "expected": cast("Json", messages.answer_to_json(case.operation, expected)),
        }
        try:
            response = self._conversation(function).ask((case.operation, given))
            return messages.answer_from_json(case.operation, response)
        except (CandidateError, ShapeError) as error:
            self._end(function)
            failures.append(Fault(f"the prediction {function}: {error}"))
            return failures[-1]

    def abandon(self) -> None:
        """End the processes immediately."""
        for function in list(self._conversations):
            self._end(function)

    def _conversation(self, function: str) -> Conversation:
        if function not in self._conversations:
            file = file_of(function)
            if file is None or not file.is_file():
                raise CandidateError("its module is not found from this folder")
            self._conversations[function] = Conversation(predicting(function, file))
        return self._conversations[function]

    def _end(self, function: str) -> None:
        if conversation := self._conversations.pop(function, None):
            conversation.pipe.kill()


def file_of(function: str, folder: Path | None = None) -> Path | None:
    """Return the file of the module in ``module:function``, found from a folder, if any."""
    names = function.partition(":")[0].split(".")
    # A user's package ``candidates`` may come before ours.
    return _below([str(folder or Path.cwd()), *sys.path], names) or _below([str(ROOT)], names)


def own_prediction(functions: Iterable[str], name: str, argv: Iterable[str]) -> str | None:
    """Return the first function from a file of the candidate's own, if any.

    The candidate is an object of this name, or a command of these words.
    """
    own = {Path(word).resolve() for word in argv if Path(word).is_file()}
    if names_object(name):
        folder, object_ = located(name)
        own |= {file for file in [file_of(object_, folder)] if file}
    return next((function for function in functions if file_of(function) in own), None)


def _below(path: list[str], names: list[str]) -> Path | None:
    """Return the file of a module without importing its package."""
    file = None
    for name in names:
        found = PathFinder.find_spec(name, path)
        if found is None:
            return None
        path = list(found.submodule_search_locations or ())
        file = found.origin
    return Path(file).resolve() if file else None
