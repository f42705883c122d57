"""Wrong ways to sum up a job's result.json."""

import json
import re

from candidates import reference
from candidates.broken import (
    outcome_counts,
    outcome_members,
    outcome_resolved,
    outcome_samples,
    outcome_score,
)
from candidates.broken.outcome_parts import (
    MALFORMED,
    MISSING,
    Json,
    Line,
    Summary,
    line_of,
    reading,
    refusing,
    saying,
    summary_of,
    with_bytes,
)
from candidates.broken.variant import Variant
from candidates.reference.outcome import OutcomeInput


def missing_is_malformed(question: OutcomeInput) -> Line:
    """Have one code for a file that is missing and one that is malformed."""
    return MALFORMED if question["result"] is None else reference.outcome(question)


def empty_is_missing(question: OutcomeInput) -> Line:
    """Take an empty file for none."""
    return reference.outcome(question) if question["result"] else MISSING


def parser_error_escapes(question: OutcomeInput) -> Line:
    """Let the parser's error through."""
    if question["result"] is not None:
        json.loads(question["result"])
    return reference.outcome(question)


def nesting_error_escapes(question: OutcomeInput) -> Line:
    """Expect nothing but a ValueError of the parser."""
    if question["result"] is not None and max(map(question["result"].count, b"{[")) > 1000:  # noqa: PLR2004 - too deep
        raise RecursionError
    return reference.outcome(question)


def guesses_encoding(question: OutcomeInput) -> Line:
    """Hand the parser bytes, so that it looks for the encoding itself."""
    content = question["result"]
    if content is None:
        return MISSING
    try:
        return reference.outcome({"result": json.dumps(json.loads(content)).encode()})
    except (ValueError, RecursionError):
        return reference.outcome(question)


def another_label(question: OutcomeInput) -> Line:
    """Put a colon behind the label."""
    return {"line": reference.outcome(question)["line"].replace("=", ": ", 1)}


def no_null(question: OutcomeInput) -> Line:
    """Leave out what is null."""
    summary = summary_of(reference.outcome(question))
    return line_of({name: member for name, member in summary.items() if member is not None})


def _first_document(content: bytes) -> bytes:
    try:
        text = content.decode().lstrip()
        return json.dumps(json.JSONDecoder().raw_decode(text)[0]).encode()
    except (ValueError, RecursionError):
        return content


def _first_of_names(content: bytes) -> bytes:
    try:
        first = json.loads(content.decode(), object_pairs_hook=lambda pairs: dict(reversed(pairs)))
    except (ValueError, RecursionError):
        return content
    return json.dumps(first).encode()


def _is_unfinished(result: Json) -> bool:
    return isinstance(result, dict) and result.get("finished_at", "") is None


def _trials_of_groups(result: Json) -> Json:
    groups = result.get("stats", {}).get("evals", {}).values()
    return {**result, "n_total_trials": sum(group.get("n_trials", 0) for group in groups)}


def _to_four_places(summary: Summary, _result: Json) -> Summary:
    return summary | {"score": round(summary["score"], 4)}


_READING = (
    Variant(
        "one-code-for-missing-and-malformed",
        "outcome.file-missing",
        "a missing file is malformed too",
        missing_is_malformed,
    ),
    Variant(
        "empty-result-is-missing",
        "outcome.file-malformed",
        "an empty file is taken for none",
        empty_is_missing,
    ),
    Variant(
        "parser-error-escapes",
        "outcome.file-malformed",
        "the parser's error is not caught",
        parser_error_escapes,
    ),
    Variant(
        "first-document-of-result",
        "outcome.file-malformed",
        "the parser stops behind the first document",
        with_bytes(_first_document),
    ),
    Variant(
        "result-of-strict-json",
        "outcome.json-of-python",
        "the parser refuses NaN and Infinity",
        with_bytes(lambda content: re.sub(rb"\b(NaN|Infinity)\b", rb"?", content)),
    ),
    Variant(
        "first-of-equal-names",
        "outcome.json-of-python",
        "of equal names the first value holds",
        with_bytes(_first_of_names),
    ),
    Variant(
        "result-without-its-mark",
        "outcome.encoding",
        "a byte order mark is dropped",
        with_bytes(lambda content: content.removeprefix(b"\xef\xbb\xbf")),
    ),
    Variant(
        "result-with-replacements",
        "outcome.encoding",
        "bytes that are not UTF-8 become question marks",
        with_bytes(lambda content: content.decode(errors="replace").encode()),
    ),
    Variant(
        "result-in-any-encoding",
        "outcome.encoding",
        "the parser is given bytes and finds UTF-16 by itself",
        guesses_encoding,
    ),
    Variant(
        "long-integers-as-floats",
        "outcome.limits",
        "integers have no limit of digits",
        with_bytes(lambda content: re.sub(rb'(?<!")\d{4301,}(?!["\d])', rb"1e999", content)),
    ),
    Variant(
        "nesting-error-escapes",
        "outcome.limits",
        "only a ValueError is expected of the parser",
        nesting_error_escapes,
    ),
    Variant(
        "unfinished-is-malformed",
        "outcome.harbor-files",
        "the file of a job that still runs is refused",
        refusing(_is_unfinished),
    ),
    Variant(
        "trials-of-groups",
        "outcome.harbor-files",
        "the trials of the groups are added up, which leaves out those without rewards",
        reading(_trials_of_groups),
    ),
    Variant(
        "colon-behind-the-label",
        "outcome.line-form",
        "the label is followed by a colon",
        another_label,
    ),
    Variant(
        "no-null-in-the-line",
        "outcome.line-form",
        "members that are null are left out",
        no_null,
    ),
    Variant(
        "score-to-four-places",
        "outcome.line-form",
        "the score is rounded for display",
        saying(_to_four_places),
    ),
)

VARIANTS = (
    *_READING,
    *outcome_members.VARIANTS,
    *outcome_counts.VARIANTS,
    *outcome_samples.VARIANTS,
    *outcome_score.VARIANTS,
    *outcome_resolved.VARIANTS,
)
