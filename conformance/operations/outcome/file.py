"""result.json as a file: whether it exists, is JSON, and what line is made of it."""

from hypothesis import strategies as st

from conformance.operations.clause import Cases, Check, clause, common, extreme, rare
from conformance.operations.outcome import inputs
from conformance.operations.outcome.harbor_files import damaged_files
from conformance.operations.strategies.drawing import build, drawn, either
from conformance.operations.strategies.texts import (
    ENCODINGS,
    SEQUENCES,
    edited,
    encoded,
    joined,
    with_bytes,
)
from conformance.protocol.values import Case

LEVEL = rare("a file that another program wrote, or a person edited")
_COMMON = common("agent_challenge: a job that wrote no result.json, and the line of one that did")

RESULT = '{"n_total_trials": 3, "stats": {"evals": {"e": {"metrics": [{"mean": 0.5}]}}}}'

SHORT = '{"n_total_trials": 3}'

_DOCUMENTS = (
    RESULT, SHORT, "{}", '{"n_total_trials": 2, "stats": {"n_errored_trials": 1}}', "null", "[]",
    '{"stats": {"evals": {"e": {"metrics": [{"a": 1, "b": NaN}]}}}}', '"x"', "3", "true", "NaN",
    '{"n_total_trials": 2, "stats": {"evals": {"\u00e9": {"metrics": []}}}}', '[{"stats": {}}]',
)  # fmt: skip

_PIECES = (
    *("0", "1", "-", ".", "e", '"', ",", ":", "{", "}", "[", "]", " ", "\n", "\\", "'", "//", "#"),
    *("\x00", "\x0b", "\u00a0", "\ufeff", "null", "NaN", "true", ",,", "\u0661", "+"),
)

_NOT_QUITE_JSON = (
    '{"n_total_trials": 3,}', "{'n_total_trials': 3}", "{n_total_trials: 3}", "n_total_trials: 3",
    '{"n_total_trials": 3} // c', '{"n_total_trials": 03}', '{"n_total_trials": +3}', "None",
    '{"n_total_trials": 3.}', '{"n_total_trials": .5}', '{"n_total_trials": 0x3}', "{,}", "{",
    '{"n_total_trials": None}', '{"n_total_trials": True}', '{"n_total_trials": nan}', "undefined",
    '{"n_total_trials": -NaN}', '{"n_total_trials": 3} {}', '{"n_total_trials" 3}', "[1, 2",
    '{"n_total_trials": 3, "a": "\x01"}', '{"a": "\\x41"}', '{"a": "\t"}', "\x0c{}", '{"a": 1 "b"}',
    '{"stats": {"evals": {"e": {"metrics": [{"mean": 1},]}}}}', '{"n_total_trials": 3};',
    "Traceback (most recent call last):\n", "<html></html>", "3 trials", "{}\x00", "\ufeff{}",
)  # fmt: skip

_PYTHON_JSON = (
    SHORT, '{"a": NaN, "n_total_trials": 3}', '{"a": [Infinity, -Infinity]}', '{"a": "\\ud800"}',
    '{"n_total_trials": 3, "n_total_trials": 4}', '{"n_total_trials": 4, "n_total_trials": null}',
    '{"n_total_trials": 3, "stats": {"n_errored_trials": 1}, "stats": {}}', '\r\n\t {"a": 1e999}\n',
    '{"n_total_tri\\u0061ls": 3}', '{"n_total_trials": 3, "N_TOTAL_TRIALS": 4}', '{"a": "\u2028"}',
    '{"stats": {"evals": {"e": {"metrics": [{"mean": 1, "mean": 0.5}]}}}, "n_total_trials": 2}',
    '{"stats": {"evals": {"e": {"metrics": [{"mean": 0}]}, "e": {"metrics": [{"mean": 1}]}}}}',
    '{"n_total_trials": 1e2}', '{"n_total_trials": 1E+1}', '{"": "", "n_total_trials": -0}',
)  # fmt: skip

_DIGITS = tuple("1" * count for count in (4299, 4300, 4301, 5000))

_LIMITED = (
    '{{"n_total_trials": 3, "a": {}}}', '{{"n_total_trials": 3, "a": [-{}]}}', '{{"a": {}.0}}',
    '{{"stats": {{"n_errored_trials": "{}"}}}}', '{{"n_total_trials": {}}}', '{{"a": "{}"}}',
    '{{"n_total_trials": "0", "stats": {{"n_errored_trials": "-0{}"}}}}', '{{"{}": 3}}',
)  # fmt: skip


@clause("file-missing", *inputs.RULES, level=_COMMON)
@drawn(
    (*[None] * 4, b"", b" ", b"{}", b"null", SHORT.encode(), RESULT.encode(), b"\xff", b"{"),
    (b"", b"\n", b" ", b"\r\n"),
)
def present_or_absent(content: bytes | None, end: bytes) -> Case:
    """Without a result.json the reason code is harbor_result_missing, the status failed, and score,
    resolved and total are zero."""
    return inputs.case_with(content if content is None else content + end)


def not_json() -> Cases:
    """Files that are almost JSON, JSON with Python's extensions, and files with one edit."""
    whole = joined((*_NOT_QUITE_JSON * 2, *_DOCUMENTS, *("",) * 12), ("", "\n", " "))
    return st.one_of(whole, edited((RESULT, SHORT), _PIECES)).map(inputs.of_text)


@clause("file-malformed", *inputs.RULES)
def file_malformed() -> tuple[Check, ...]:
    """A result.json that is not JSON, an empty one included, gives the reason code
    harbor_result_malformed, and all else is as without a file."""
    return (
        Check("not-json", not_json(), **inputs.BOTH_KINDS),
        Check("damaged-files", damaged_files(), **inputs.BOTH_KINDS, effort=0.5),
    )


@clause("json-of-python", *inputs.RULES, **inputs.BOTH_KINDS)
def json_of_python() -> Cases:
    """The file is read as Python's json reads it: NaN, Infinity and -Infinity are numbers, and of
    equal names the last value holds."""
    pieces = ("NaN", "Infinity", " ", ",", '"a": 1,')
    return either(_PYTHON_JSON, edited(_PYTHON_JSON, pieces)).map(inputs.of_text)


@clause("encoding", *inputs.RULES, **inputs.BOTH_KINDS, effort=2.5)
def encodings() -> Cases:
    """The file is strict UTF-8, and a byte order mark makes it malformed."""
    texts = (SHORT, RESULT, '{"n_total_trials": 2, "\u00e9": "\u20ac"}', "{}")
    names = ("utf-8", "utf-8", "utf-8", "utf-8-sig", "utf-8-sig", *ENCODINGS)
    whole = build(encoded, texts, names)
    pieces = with_bytes((SHORT.encode(), b'{"name": 0.5}'), SEQUENCES)
    in_text = build(b'{"n_total_trials": 3, "a": "%s"}'.__mod__, SEQUENCES)
    return st.one_of(whole, pieces, in_text).map(inputs.case_with)


@clause(
    "limits",
    *inputs.RULES,
    level=extreme("no file has a number of 4,300 digits or nests 100,000 lists"),
    **inputs.BOTH_KINDS,
)
def limits() -> Cases:
    """A value that Python refuses to read makes the file malformed, wherever it is: an integer of
    more than 4300 digits, bare or as the text of a count, and nesting of 100,000 levels."""
    integers = build(lambda place, digits: inputs.of_text(place.format(digits)), _LIMITED, _DIGITS)
    nested = build(
        lambda depth, level: inputs.of_text(f'{{"a": {level[0] * depth}1{level[1] * depth}}}'),
        (1, 50, 99, 100_000, 110_000),
        (("[", "]"), ('{"a":', "}")),
    )
    return st.one_of(integers, nested)


@clause("line-form", *inputs.RULES, level=_COMMON, effort=0.5)
@drawn(
    ("0.5", "1", "0", "1e-7", "1e16", "123456789.125", "0.1", "1e22", "-0.25", "1e-5", "null"),
    ("0.5", "1", "2", "0.3"),
    ("3", "1", "7"),
    ("0", "0", "1"),
)
def lines(score: str, other: str, total: str, errored: str) -> Case:
    """The line is BASE_BENCHMARK_RESULT= and an object of reason_code, resolved, score, status and
    total in this order, as json.dumps writes it."""
    return inputs.of_metrics(
        f'{{"a": {score}, "b": {other}}}', total, f'"n_errored_trials": {errored}, '
    )
