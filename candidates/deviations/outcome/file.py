"""Other ways to read the file, and to write the line."""

import json
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from candidates.deviations.deviation import Changes, Table, after, before, instead
from candidates.deviations.forms import first_document, first_of_each, refusing, rewritten
from candidates.deviations.parameters import taking
from candidates.reference.outcome import MalformedError, OutcomeInput

type Json = Any

malformed = partial(refusing, MalformedError)
"""Returns the change of a value that makes the file malformed where a condition applies."""


def on_document(change: Callable[[Json], Json]) -> Changes:
    """Return the change of the parsed file; one that it does not fit is malformed."""

    def changed(document: Json) -> Json:
        try:
            return change(document)
        except (AttributeError, TypeError) as error:
            raise MalformedError from error

    return after(parse=changed)


def any_encoding(content: bytes) -> str:
    """Return the text of a file in the encoding that a parser of bytes finds."""
    return content.decode(json.detect_encoding(content), "surrogatepass")


def _parsed_before(case: OutcomeInput) -> OutcomeInput:
    if case["result"] is not None:
        json.loads(case["result"])
    return case


def _nested_up_to(most: int) -> Changes:
    def is_too_deep(case: OutcomeInput) -> bool:
        return case["result"] is not None and max(map(case["result"].count, b"{[")) > most

    return before(outcome=refusing(RecursionError, is_too_deep))


def _first_of_names(text: str) -> str:
    with suppress(ValueError, RecursionError):
        return json.dumps(json.loads(text, object_pairs_hook=first_of_each))
    return text


def _with_trials_of_groups(result: Json) -> Json:
    groups = result.get("stats", {}).get("evals", {}).values()
    return {**result, "n_total_trials": sum(group.get("n_trials", 0) for group in groups)}


ROWS: Table = {
    "result-failures": {
        "parser-error-escapes": before(outcome=_parsed_before),
    },
    "result-parsed": {
        "first-document": before(parse=first_document),
        "strict": rewritten("parse", r"(?a)\b(NaN|Infinity)\b", "?"),
        "first-of-equal-keys": before(parse=_first_of_names),
        "long-integers-as-floats": rewritten("parse", r'(?a)(?<!")\d{4301,}(?!["\d])', "1e999"),
        "finished-jobs-only": on_document(
            malformed(
                lambda result: isinstance(result, dict) and result.get("finished_at", "") is None
            )
        ),
        "trials-of-groups": on_document(_with_trials_of_groups),
    },
    "result-decoded": {
        "replaced": instead(decode=lambda content: content.decode(errors="replace")),
        "detected": instead(decode=any_encoding),
    },
    "nesting-error-escapes": taking("number of brackets", int, _nested_up_to, "1000"),
    "colon-behind-the-label": taking(
        "label", str, lambda label: instead(label=label), "BASE_BENCHMARK_RESULT: "
    ),
    "other-code-for-malformed": taking(
        "reason code", str, lambda code: instead(malformed=code), "harbor_result_invalid"
    ),
    "score-to-four-places": taking(
        "number of digits",
        int,
        lambda digits: after(summary=lambda of: of | {"score": round(of["score"], digits)}),
        "4",
    ),
}
