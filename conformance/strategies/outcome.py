"""Questions about result.json as a file: whether it exists, is JSON, and has the members.

What stands in the members is the subject of ``outcome_counts``, ``outcome_score`` and
``outcome_rounding``; ``outcome_jobs`` has the files of harbor itself.
"""

from hypothesis import strategies as st

from conformance.model import Case
from conformance.strategies.characters import (
    ENCODINGS,
    LONE_BYTES,
    WELL_FORMED,
    edited,
    encoded,
    with_bytes,
)
from conformance.strategies.outcome_files import of_groups, of_metrics, of_text, question

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

_OTHER_TYPES = ("[]", "{}", "null", '"x"', "1", "true", '""', "[1]", '{"a": 1}', '{"mean": 1}', "0")
_PLACES = (
    "{}",
    '{{"stats": {}}}',
    '{{"n_total_trials": 3, "stats": {{"evals": {}}}}}',
    '{{"n_total_trials": 3, "stats": {{"evals": {{"a": {}}}}}}}',
    '{{"n_total_trials": 3, "stats": {{"evals": {{"a": {{"metrics": {}}}}}}}}}',
    '{{"n_total_trials": 3, "stats": {{"evals": {{"a": {{"metrics": {}}}}}}}}}',
    '{{"n_total_trials": 3, "stats": {{"evals": {{"a": {{"metrics": [{}]}}}}}}}}',
    '{{"n_total_trials": 3, "stats": {{"evals": {{"a": {{"metrics": [{{"mean": 1}}, {}]}}}}}}}}',
)
_TOTALS = ("", '"n_total_trials": 3', '"n_total_trials": 1')
_STATS = (
    "", '"stats": {}', '"stats": {"evals": {}}', '"stats": {"n_completed_trials": 2}',
    '"stats": {"n_errored_trials": 1}', '"stats": {"evals": {"e": {}}}',
    '"stats": {"evals": {"e": {"metrics": []}}}', '"stats": {"evals": {"e": {}, "f": {}}}',
    '"stats": {"evals": {"e": {}, "f": {"metrics": [{"mean": 1}]}}}', '"id": "x"',
)  # fmt: skip
_UNREAD = (
    '"n_running_trials": {}, ', '"n_pending_trials": {}, ', '"n_cancelled_trials": {}, ',
    '"n_trials": {}, ', '"n_errors": {}, ', '"metrics": {}, ', '"cost_usd": {}, ', '"total": {}, ',
)  # fmt: skip
_UNREAD_IN_A_GROUP = (
    '"n_trials": {}', '"n_errors": {}', '"n_errors": {}', '"pass_at_k": {}', '"reward_stats": {}',
    '"exception_stats": {}', '"trials": {}', '"mean": {}',
)  # fmt: skip
_ANYTHING = ("1", "0", "null", '"x"', "NaN", "[]", "{}", "-3", "[null]", '{"2": null}', "0.5")


def present_or_absent() -> st.SearchStrategy[Case]:
    """No file, or one of few bytes."""
    files = (b"", b" ", b"{}", b"null", SHORT.encode(), RESULT.encode(), b"\xff", b"{")
    return st.builds(
        lambda content, end: question(content if content is None else content + end),
        st.sampled_from((None, None, None, None, *files)),
        st.sampled_from((b"", b"\n", b" ", b"\r\n")),
    )


def not_json() -> st.SearchStrategy[Case]:
    """Files that are almost JSON, JSON of Python's kind, and files with one edit."""
    ends = st.sampled_from(("", "\n", " "))
    whole = st.builds(
        str.__add__,
        st.sampled_from((*_NOT_QUITE_JSON, *_NOT_QUITE_JSON, *_DOCUMENTS, *("",) * 12)),
        ends,
    )
    return st.one_of(whole, edited((RESULT, SHORT), _PIECES)).map(of_text)


def json_of_python() -> st.SearchStrategy[Case]:
    """What Python's json reads and other readers may refuse or read in another way."""
    return st.one_of(
        st.sampled_from(_PYTHON_JSON),
        edited(_PYTHON_JSON, ("NaN", "Infinity", " ", ",", '"a": 1,')),
    ).map(of_text)


def encodings() -> st.SearchStrategy[Case]:
    """Files in other encodings than UTF-8, with a byte order mark, or with stray bytes."""
    texts = st.sampled_from((SHORT, RESULT, '{"n_total_trials": 2, "\u00e9": "\u20ac"}', "{}"))
    names = ("utf-8", "utf-8", "utf-8", "utf-8-sig", "utf-8-sig", *ENCODINGS)
    whole = st.builds(encoded, texts, st.sampled_from(names))
    pieces = with_bytes((SHORT.encode(), b'{"name": 0.5}'), LONE_BYTES + WELL_FORMED)
    in_text = st.sampled_from(LONE_BYTES + WELL_FORMED).map(
        lambda piece: b'{"n_total_trials": 3, "a": "%s"}' % piece
    )
    return st.one_of(whole, pieces, in_text).map(question)


def limits() -> st.SearchStrategy[Case]:
    """Integers about 4300 digits long, and values nested up to 200 or beyond 100,000 levels."""
    integers = st.builds(
        lambda place, digits: of_text(place.format(digits)),
        st.sampled_from(_LIMITED),
        st.sampled_from(_DIGITS),
    )
    nested = st.builds(
        lambda depth, level: of_text(f'{{"a": {level[0] * depth}1{level[1] * depth}}}'),
        st.sampled_from((1, 50, 99, 100_000, 110_000)),
        st.sampled_from((("[", "]"), ('{"a":', "}"))),
    )
    return st.one_of(integers, integers, nested)


def other_types() -> st.SearchStrategy[Case]:
    """Something else in the place of an object or a list."""
    values, places = st.sampled_from(_OTHER_TYPES), st.sampled_from(_PLACES)
    return st.builds(lambda place, value: of_text(place.format(value)), places, values)


def absent_members() -> st.SearchStrategy[Case]:
    """Objects without some or all of the members that are read."""
    return st.builds(
        lambda total, stats: of_text("{" + ", ".join(filter(None, (total, stats))) + "}"),
        st.sampled_from(_TOTALS),
        st.sampled_from(_STATS),
    )


def null_members() -> st.SearchStrategy[Case]:
    """null, or what it might stand for, in the place of an object or a list."""
    return st.builds(
        lambda place, value: of_text(place.format(value)),
        st.sampled_from(_PLACES[1:6]),
        st.sampled_from(("null", "null", "{}", '{"a": {}}')),
    )


def one_bad_member() -> st.SearchStrategy[Case]:
    """Readable samples and counts, and often one that cannot be read."""
    values = st.sampled_from(("1", "0.5", "0", "true", "2", "null", "[]", '"x"', "NaN"))
    counts = st.sampled_from(("3", "1", "0", "null", "3", "1", '"x"', "[1]"))
    return st.builds(
        lambda first, second, total, completed: of_metrics(
            f'{{"mean": {first}}}, {{"a": 1, "b": {second}}}',
            total,
            f'"n_completed_trials": {completed}, ',
        ),
        values,
        values,
        counts,
        counts,
    )


def unread_members() -> st.SearchStrategy[Case]:
    """Anything in members that are not read, harbor's own among them."""
    values = st.sampled_from(_ANYTHING)
    return st.builds(
        lambda count, member, first, second, total: of_groups(
            f'"e": {{{member.format(first)}, "metrics": [{{"mean": 1}}]}}',
            f'3, "status": {second}, "trial_results": {first}' if total else "3",
            count.format(second),
        ),
        st.sampled_from(_UNREAD),
        st.sampled_from(_UNREAD_IN_A_GROUP),
        values,
        values,
        st.booleans(),
    )


def lines() -> st.SearchStrategy[Case]:
    """Results with scores of every length, errored trials or none, and files that have none."""
    scores = st.sampled_from(
        ("0.5", "1", "0", "1e-7", "1e16", "123456789.125", "0.1", "1e22", "-0.25", "1e-5", "null")
    )
    others = st.sampled_from(("0.5", "1", "2", "0.3"))
    return st.builds(
        lambda score, other, total, errored: of_metrics(
            f'{{"a": {score}, "b": {other}}}', total, f'"n_errored_trials": {errored}, '
        ),
        scores,
        others,
        st.sampled_from(("3", "1", "7")),
        st.sampled_from(("0", "0", "1")),
    )
