"""Other ways to read the file, and to write the line."""

import json
import re
from typing import Any

from candidates.deviations import descriptions
from candidates.deviations.deviation import (
    Changes,
    Deviation,
    Parameter,
    after,
    before,
    instead,
)
from candidates.deviations.outcome.documents import Json, on_document, refusing
from candidates.reference.outcome import OutcomeInput


def any_encoding(content: bytes) -> str:
    """Return the text of a file in whatever encoding a parser of bytes finds."""
    return content.decode(json.detect_encoding(content), "surrogatepass")


def _none_if_empty(question: OutcomeInput) -> OutcomeInput:
    return question if question["result"] else {"result": None}


def _parsed_before(question: OutcomeInput) -> OutcomeInput:
    """Let the parser's error through."""
    if question["result"] is not None:
        json.loads(question["result"])
    return question


def _nested_up_to(most: int) -> Changes:
    """Return the change that lets the parser's error through where nesting is too deep."""

    def look(question: OutcomeInput) -> OutcomeInput:
        if question["result"] is not None and max(map(question["result"].count, b"{[")) > most:
            raise RecursionError
        return question

    return before(outcome=look)


def _first_document(text: str) -> str:
    try:
        return text.lstrip()[: json.JSONDecoder().raw_decode(text.lstrip())[1]]
    except (ValueError, RecursionError):
        return text


def _without_python_words(text: str) -> str:
    return re.sub(r"\b(NaN|Infinity)\b", "?", text, flags=re.ASCII)


def _first_of_names(text: str) -> str:
    try:
        first = json.loads(text, object_pairs_hook=lambda pairs: dict(reversed(pairs)))
    except (ValueError, RecursionError):
        return text
    return json.dumps(first)


def _long_integers_as_floats(text: str) -> str:
    return re.sub(r'(?<!")\d{4301,}(?!["\d])', "1e999", text, flags=re.ASCII)


def _is_unfinished(result: Json) -> bool:
    return isinstance(result, dict) and result.get("finished_at", "") is None


def _with_trials_of_groups(result: Json) -> Json:
    groups = result.get("stats", {}).get("evals", {}).values()
    return {**result, "n_total_trials": sum(group.get("n_trials", 0) for group in groups)}


def _without_null(summary: dict[str, Any]) -> dict[str, Any]:
    return {name: member for name, member in summary.items() if member is not None}


def _score_to(digits: int) -> Changes:
    return after(summary=lambda summary: summary | {"score": round(summary["score"], digits)})


DEVIATIONS = (
    Deviation(
        "one-code-for-missing-and-malformed",
        "outcome.file-missing",
        "a missing file is malformed too",
        parameter=Parameter(
            "reason code", "harbor_result_malformed", str, lambda code: instead(missing=code)
        ),
    ),
    Deviation(
        "empty-result-is-missing",
        "outcome.file-malformed",
        "an empty file is taken for none",
        before(outcome=_none_if_empty),
    ),
    Deviation(
        "parser-error-escapes",
        "outcome.file-malformed",
        "the parser's error is not caught",
        before(outcome=_parsed_before),
    ),
    Deviation(
        "first-document-of-result",
        "outcome.file-malformed",
        "the parser stops behind the first document",
        before(parse=_first_document),
    ),
    Deviation(
        "result-of-strict-json",
        "outcome.json-of-python",
        "the parser refuses NaN and Infinity",
        before(parse=_without_python_words),
    ),
    Deviation(
        "first-of-equal-names",
        "outcome.json-of-python",
        "of equal names the first value holds",
        before(parse=_first_of_names),
    ),
    Deviation(
        "result-without-its-mark",
        "outcome.encoding",
        "a byte order mark is dropped",
        before(decode=lambda content: content.removeprefix(b"\xef\xbb\xbf")),
    ),
    Deviation(
        "result-with-replacements",
        "outcome.encoding",
        "bytes that are not UTF-8 become question marks",
        instead(decode=lambda content: content.decode(errors="replace")),
    ),
    Deviation(
        "result-in-any-encoding",
        "outcome.encoding",
        descriptions.GIVEN_BYTES,
        instead(decode=any_encoding),
    ),
    Deviation(
        "long-integers-as-floats",
        "outcome.limits",
        "integers have no limit of digits",
        before(parse=_long_integers_as_floats),
    ),
    Deviation(
        "nesting-error-escapes",
        "outcome.limits",
        "only a ValueError is expected of the parser",
        parameter=Parameter("number of brackets", "1000", int, _nested_up_to),
    ),
    Deviation(
        "unfinished-is-malformed",
        "outcome.harbor-files",
        "the file of a job that still runs is refused",
        on_document(refusing(_is_unfinished)),
    ),
    Deviation(
        "trials-of-groups",
        "outcome.harbor-files",
        "the trials of the groups are added up, which leaves out those without rewards",
        on_document(_with_trials_of_groups),
    ),
    Deviation(
        "colon-behind-the-label",
        "outcome.line-form",
        "the label is followed by a colon",
        parameter=Parameter(
            "label", "BASE_BENCHMARK_RESULT: ", str, lambda label: instead(label=label)
        ),
    ),
    Deviation(
        "other-code-for-malformed",
        "outcome.file-malformed",
        "a file that cannot be read has a reason code of its own",
        parameter=Parameter(
            "reason code", "harbor_result_invalid", str, lambda code: instead(malformed=code)
        ),
    ),
    Deviation(
        "no-null-in-the-line",
        "outcome.line-form",
        "members that are null are left out",
        before(write=_without_null),
    ),
    Deviation(
        "score-to-four-places",
        "outcome.line-form",
        "the score is rounded for display",
        parameter=Parameter("number of digits", "4", int, _score_to),
    ),
)
"""Each breaks one clause about the file as a whole, or about the line."""
