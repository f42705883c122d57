"""Changes of result.json and of the line, and values that make it malformed."""

import json
from collections.abc import Callable
from typing import Any

from candidates.deviations.deviation import Changes, Step, after, around
from candidates.reference.outcome import MalformedError, OutcomeInput

type Json = Any
type Line = dict[str, str]


def refusing(is_bad: Callable[[Json], bool]) -> Callable[[Json], Json]:
    """Return the change of a value that makes the file malformed where ``is_bad`` says so."""

    def refuse(value: Json) -> Json:
        if is_bad(value):
            raise MalformedError
        return value

    return refuse


def on_document(change: Callable[[Json], Json]) -> Changes:
    """Return the change of the parsed file; one that it does not fit is malformed."""

    def changed(document: Json) -> Json:
        try:
            return change(document)
        except (AttributeError, TypeError) as error:
            raise MalformedError from error

    return after(parse=changed)


def on_line(change: Callable[[Json, bytes], Json]) -> Changes:
    """Return the change of what a line says, to be made with a look into the file."""

    def changing(outcome: Step) -> Step:
        def answer(question: OutcomeInput) -> Line:
            label, brace, rest = outcome(question)["line"].partition("{")
            summary = change(json.loads(brace + rest), question["result"] or b"")
            return {"line": label + json.dumps(summary)}

        return answer

    return around(outcome=changing)
