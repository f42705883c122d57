"""Other ways to read the file, and to write the line."""

import json
import re
from typing import Any

from candidates.deviations.deviation import (
    Changes,
    Deviation,
    Parameter,
    after,
    before,
    family,
    instead,
)
from candidates.deviations.outcome.documents import Json, on_document, refusing
from candidates.reference.outcome import OutcomeInput


def any_encoding(content: bytes) -> str:
    """Return the text of a file in the encoding that a parser of bytes finds."""
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
    family(
        "result-failures",
        "outcome.file-malformed",
        "{}",
        {
            "empty-is-missing": ("an empty file counts as missing", before(outcome=_none_if_empty)),
            "parser-error-escapes": (
                "the parser's own error is raised",
                before(outcome=_parsed_before),
            ),
        },
        advice="Report a file that cannot be read as harbor_result_malformed, and only one"
        " that does not exist as missing.",
    ),
    family(
        "result-parsed",
        "outcome.file-malformed",
        "{}",
        {
            "first-document": (
                "reading ends after the first document",
                before(parse=_first_document),
            ),
            "strict": (
                "NaN and Infinity are refused",
                before(parse=_without_python_words),
                "outcome.json-of-python",
            ),
            "first-of-equal-keys": (
                "of equal keys the first value counts",
                before(parse=_first_of_names),
                "outcome.json-of-python",
            ),
            "long-integers-as-floats": (
                "integers have no limit of digits",
                before(parse=_long_integers_as_floats),
                "outcome.limits",
            ),
            "finished-jobs-only": (
                "the file of an unfinished job is malformed",
                on_document(refusing(_is_unfinished)),
                "outcome.harbor-files",
            ),
            "trials-of-groups": (
                "the total is the sum of the groups' trials",
                on_document(_with_trials_of_groups),
                "outcome.harbor-files",
            ),
        },
        advice="Read the file as Python's json.loads() does.",
    ),
    family(
        "result-decoded",
        "outcome.encoding",
        "{}",
        {
            "replaced": (
                "bytes that are not UTF-8 are replaced",
                instead(decode=lambda content: content.decode(errors="replace")),
            ),
            "detected": (
                "the encoding is detected, UTF-16 and UTF-32 included",
                instead(decode=any_encoding),
            ),
        },
        advice="Decode the file as strict UTF-8, and treat a byte order mark as part of the text.",
    ),
    Deviation(
        "nesting-error-escapes",
        "outcome.limits",
        "a file nested more than {} levels deep raises the parser's error",
        parameter=Parameter("number of brackets", "1000", int, _nested_up_to),
        advice="Report any file that the parser refuses as harbor_result_malformed.",
    ),
    Deviation(
        "colon-behind-the-label",
        "outcome.line-form",
        "the line starts with {}",
        parameter=Parameter(
            "label", "BASE_BENCHMARK_RESULT: ", str, lambda label: instead(label=label)
        ),
        advice="Start the line with BASE_BENCHMARK_RESULT=.",
    ),
    Deviation(
        "other-code-for-malformed",
        "outcome.file-malformed",
        "the reason code of a file that cannot be read is {}",
        parameter=Parameter(
            "reason code", "harbor_result_invalid", str, lambda code: instead(malformed=code)
        ),
        advice="Use harbor_result_malformed for a file that cannot be read.",
    ),
    Deviation(
        "no-null-in-the-line",
        "outcome.line-form",
        "fields that are null are left out of the line",
        before(write=_without_null),
        advice="Write all five fields, null ones too.",
    ),
    Deviation(
        "score-to-four-places",
        "outcome.line-form",
        "the score is rounded to {} digits",
        parameter=Parameter("number of digits", "4", int, _score_to),
        advice="Write the score unrounded.",
    ),
)
"""Each breaks one clause about the file as a whole, or about the line."""
