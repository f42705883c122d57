"""Questions about result.json as a document: syntax, names, nesting, bytes."""

from hypothesis import strategies as st

from conformance.model import Case
from conformance.strategies.characters import (
    ENCODINGS,
    LONE_BYTES,
    WELL_FORMED,
    encoded,
    with_bytes,
)
from conformance.strategies.trial_result import (
    EXCEPTION,
    document,
    file,
    inserted,
    json_object,
    text_file,
)

_READABLE = (
    document({}),
    document({"verifier_result": '{"rewards": {"a": 1}}'}),
    document({"exception_info": json_object(EXCEPTION)}),
)
_NOT_QUITE_JSON = (
    ",", ', "x": 1,', ", 'x': 1", ", x: 1", ', "x" 1', ', "x":: 1', ', "x" = 1', ', "x": 1;',
    ', "x": undefined', ', "x": True', ', "x": None', ', "x": TRUE', ', "x": nul', ', "x": tru',
    ", \"x\": 'a'", ', "x": `a`', ', "x": [1,]', ', "x": [,]', ', "x": [1 2]', ', "x": [1', ', "x"',
    ', "x": 1 "y": 2', ", 1: 1", ", null: 1", ', "x": /* c */ 1', " // c\n", " # c\n", ', "x": 1,,',
    ', "x": {,}', ', "x": {"a"}', ', "x": ]', ', "x": }', ', "x": (1)', ', "x": "\\', "}",
)  # fmt: skip
_JSON = (
    "", ', "x": 1', ',\n"x":\t[ ]', ', "x": {}', ', "": null', ', "x": [1, [2], {"a": {}}]',
    ', "x": [true, false, null]', '\r\n, "x" : "a" ', ', "x": "\\u0061"', ', "x": "//"',
)  # fmt: skip
_SPACES = ("", "", " ", "\n", "\r\n", "\t")
_NO_SPACES = ("\x0b", "\x0c", "\u00a0", "\u2028", "\x00", "\x1a", "\x1f", "\u200b", "\x85")
_BEHIND = ("x", "{}", " null", "}", "]", ",", ";", "\n1", " {}\n", "\n{", '"', "\\")
_ESCAPES = (
    '"', "\\", "/", "b", "f", "n", "r", "t", "u0061", "u00e9", "u00E9", "u0000", "ufeff", "u007f",
    "'", "0", "a", "v", "x61", "U0061", "N", "u61", "u{61}", "u006g", "u 061", "u+061", "u",
    "\n", "1", " ",
)  # fmt: skip
_UNITS = (
    "\\ud83d\\ude00", "\\ud800", "\\udc00", "\\ud83d", "\\ude00", "\\uDBFF", "\\uDFFF", "a",
    "\U0001f600", "\\n", "\\\\",
)  # fmt: skip


def syntax() -> st.SearchStrategy[Case]:
    """JSON, and what JavaScript, Python, YAML or JSON5 would take for it."""
    return st.sampled_from(_JSON * 3 + _NOT_QUITE_JSON).map(lambda end: text_file(inserted(end)))


def around_the_object() -> st.SearchStrategy[Case]:
    """A readable object with white space of any kind around it, or something behind it."""
    spaces = st.sampled_from(_SPACES * 3 + _NO_SPACES)
    behind = st.sampled_from(_SPACES * 2 + _BEHIND + _NO_SPACES[:3])
    return st.builds(
        lambda before, text, after: text_file(before + text + after),
        spaces,
        st.sampled_from(_READABLE),
        behind,
    )


def no_objects() -> st.SearchStrategy[Case]:
    """Documents of any type, in white space, among them readable ones."""
    texts = ("null", "[]", "{}", "1", "true", '"a"', "NaN", "0", '""', "", " ", f"[{_READABLE[0]}]")
    around = st.sampled_from(("", " ", "\n"))
    return st.builds(
        lambda a, text, b: text_file(a + text + b),
        around,
        st.sampled_from(texts + _READABLE * 2),
        around,
    )


def escapes() -> st.SearchStrategy[Case]:
    """Names and texts with escapes, and with control characters without one."""
    escape = st.sampled_from(_ESCAPES).map(lambda letters: "\\" + letters)
    control = st.sampled_from((*range(0x20), 0x7F, 0x80, 0x9F, 0x2028)).map(chr)
    places = (', "{}": 1', ', "x": "{}"', ', "a{}b": ["1{}"]')
    return st.builds(
        lambda place, text: text_file(inserted(place.replace("{}", text))),
        st.sampled_from(places),
        st.one_of(escape, escape, control),
    )


def surrogates() -> st.SearchStrategy[Case]:
    """Names of rewards and texts with escaped surrogates, paired or alone."""
    texts = st.one_of(
        st.sampled_from(_UNITS),
        st.lists(st.sampled_from(_UNITS[:1] * 3 + _UNITS), min_size=1, max_size=3).map("".join),
    )
    return st.builds(_with_text, st.integers(0, 2), texts)


def repeated_members() -> st.SearchStrategy[Case]:
    """Files in which a member comes twice, once or twice with a value that harbor refuses."""
    results = ('{"rewards": {"a": 1}}', '{"rewards": {"a": 0}}', "null", "1", "{}")
    rewards = ('{"a": 1}', '{"b": 2}', "null", '{"a": null}', "[]")
    members = st.one_of(
        _twice('"verifier_result": {}, "verifier_result": {}', results),
        _twice('"verifier_result": {{"rewards": {}, "rewards": {}}}', rewards),
        _twice('"source": {}, "x": 1, "x": 2, "sourc\\u0065": {}', ("null", '"s"', "1")),
    )
    required = _twice('"task_name": {}, "task_name": {}', ('"t"', "1", "null"))
    return st.one_of(
        members.map(lambda twice: text_file(f"{{{twice}, {document({})[1:]}")),
        required.map(lambda twice: text_file(f"{{{twice}, {document({'task_name': None})[1:]}")),
    )


def nested() -> st.SearchStrategy[Case]:
    """A member that harbor passes over, nested about 200 levels deep, or very deep."""
    return st.builds(
        _nest,
        st.sampled_from((("[", "]"), ('{"a":', "}"))),
        st.sampled_from((198, 199, 200, 201, 1, 50, 150, 202, 250, 500, 2000, 100_000)),
        st.sampled_from(("1", '"["', "", "{}", "[]")),
    )


def bytes_of_other_encodings() -> st.SearchStrategy[Case]:
    """Files with bytes that are not UTF-8, and files in other encodings altogether."""
    pieces = with_bytes(tuple(text.encode() for text in _READABLE), LONE_BYTES + WELL_FORMED)
    in_a_name = st.sampled_from(LONE_BYTES + WELL_FORMED).map(
        lambda piece: inserted(', "x": "@"').encode().replace(b"@", piece)
    )
    whole = st.builds(
        encoded, st.sampled_from((inserted(', "x": "\u00e9"'), *_READABLE)), _encodings()
    )
    return st.one_of(pieces, in_a_name, whole).map(file)


def byte_order_marks() -> st.SearchStrategy[Case]:
    """Files behind, before or without a byte order mark."""
    mark = b"\xef\xbb\xbf"
    starts = st.sampled_from((b"", b"", b"", mark, mark, b" " + mark, mark + b"\n"))
    ends = st.sampled_from((b"", b"", b"\n", mark))
    inner = st.sampled_from((*_READABLE, inserted(', "x": "\ufeff"'), "")).map(str.encode)
    return st.builds(lambda a, text, b: file(a + text + b), starts, inner, ends)


def _twice(members: str, values: tuple[str, ...]) -> st.SearchStrategy[str]:
    return st.builds(members.format, st.sampled_from(values), st.sampled_from(values))


def _encodings() -> st.SearchStrategy[str]:
    return st.sampled_from(("utf-8", "utf-16", "latin-1", *ENCODINGS))


def _with_text(place: int, text: str) -> Case:
    rewards = document({"verifier_result": f'{{"rewards": {{"{text}": 1}}}}'})
    exception = json_object({**EXCEPTION, "exception_message": f'"{text}"'})
    raised = document({"exception_info": exception})
    return text_file((rewards, raised, inserted(f', "{text}": 1'))[place])


def _nest(level: tuple[str, str], depth: int, innermost: str) -> Case:
    inner = '""' if innermost == "" and level[0] != "[" else innermost
    return text_file(inserted(f', "x": {level[0] * depth}{inner}{level[1] * depth}'))
