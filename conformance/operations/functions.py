"""Python functions as an implementation: one an operation, called in this process."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from conformance import __version__
from conformance.operations import EVERY_OPERATION, FORMS
from conformance.protocol.shapes import ShapeError
from conformance.protocol.values import (
    Answer,
    Case,
    Failure,
    Implementation,
    Misshapen,
    Result,
    Unsupported,
    Value,
)

type Function = Callable[[dict[str, Value]], Value]


class LocalCandidate:
    """Functions of this repository, one an operation; ``end`` removes what they leave."""

    def __init__(
        self, name: str, functions: Mapping[str, Function], end: Callable[[], None] | None = None
    ) -> None:
        """Take the functions by operation."""
        self._end = end
        self.name, self.version = name, __version__
        self.faults: list[str] = []
        self._functions = functions
        self.operations = tuple(op for op in EVERY_OPERATION if op in functions)

    def answer(self, case: Case) -> Answer:
        """Return what the function returns, or the name of what it raises."""
        function = self._functions.get(case.operation)
        if function is None:
            return Unsupported()
        answer = call(function, case)
        if isinstance(answer, Result):
            try:
                FORMS[case.operation].result.encode(answer.value)
            except ShapeError as error:
                return Misshapen(f"returned {error}")
        return answer

    def answers(self, cases: Sequence[Case]) -> Iterator[Answer]:
        """Yield the answer to each case."""
        return map(self.answer, cases)

    def close(self) -> None:
        """Remove what was left: no process was started."""
        if self._end is not None:
            self._end()

    abandon = close


def call(function: Function, case: Case) -> Answer:
    """Return what a function makes of a case, a value or an error."""
    try:
        return Result(function(case.input))
    except Exception as error:  # noqa: BLE001 - any error that a candidate raises is its answer
        return Failure(type(error).__name__, str(error))


def functions_of(holder: object) -> dict[str, Function]:
    """Return the functions that a module or object has under the names of operations."""
    members = {operation: getattr(holder, operation, None) for operation in EVERY_OPERATION}
    return {operation: function for operation, function in members.items() if callable(function)}


def asking(implementation: Implementation, operation: str) -> Function:
    """Return a function that has an implementation answer, and raises what it fails with."""

    def ask(case: dict[str, Value]) -> Value:
        match implementation.answer(Case(operation, case)):
            case Result(value):
                return value
            case Failure(error, message):
                raise type(error, (Exception,), {})(message)
        raise NotImplementedError(operation)

    return ask
