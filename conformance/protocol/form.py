"""The form of an operation's inputs and answers, as fields of the protocol's messages."""

from dataclasses import dataclass
from typing import cast

from conformance.protocol.shapes import TEXT, Json, Shape, ShapeError
from conformance.protocol.values import Answer, Case, Failure, Result, Unsupported, Value

_KINDS = "result", "error", "unsupported"


@dataclass(frozen=True, slots=True)
class Form:
    """The form of one operation's messages: the shapes of its input and of its result."""

    operation: str
    input: Shape
    result: Shape

    def input_to_json(self, case: Case) -> Json:
        """Return the ``input`` field of a request; raises ShapeError."""
        return self.input.encode(case.input)

    def case_from_json(self, json_input: Json) -> Case:
        """Return the case of the ``input`` field of a request; raises ShapeError."""
        return Case(self.operation, cast("dict[str, Value]", self.input.decode(json_input)))

    def answer_to_json(self, answer: Answer) -> dict[str, Json]:
        """Return the fields of a response with the answer; raises ShapeError."""
        match answer:
            case Result(value):
                return {"result": self.result.encode(value)}
            case Failure(error, ""):
                return {"error": error}
            case Failure(error, message):
                return {"error": error, "message": message}
            case Unsupported():
                return {"unsupported": True}
            case _:
                raise ShapeError(f"not an answer of the protocol: {answer.reason}")

    def answer_from_json(self, response: dict[str, Json]) -> Answer:
        """Return the answer in a response; raises ShapeError if there is none."""
        if sum(kind in response for kind in _KINDS) == 1:
            if "result" in response:
                return Result(self.result.decode(response["result"]))
            if "error" in response:
                error = TEXT.decode(response["error"])
                return Failure(cast("str", error), str(response.get("message") or ""))
            if response["unsupported"] is True:
                return Unsupported()
        given = " and ".join(f'"{kind}"' for kind in _KINDS if kind in response) or "none"
        raise ShapeError(
            f'{given} where exactly one of "result", "error" and "unsupported": true is expected'
        )
