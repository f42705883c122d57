"""The file as a JSON document, of any size: syntax, numbers, escapes, nesting, bytes."""

import json
from collections.abc import Callable

from hypothesis import strategies as st

from conformance.operations import sources
from conformance.operations.clause import Cases, Check, clause, extreme, is_result, rare, seeing
from conformance.operations.strategies.drawing import build, drawn, either, some
from conformance.operations.strategies.sizes import (
    MEGABYTE,
    OF_MANY_MEMBERS,
    counts,
    file_sizes,
    long_pair,
    names,
)
from conformance.operations.strategies.texts import (
    ENCODINGS,
    SEQUENCES,
    encoded,
    joined,
    with_bytes,
)
from conformance.operations.trial_result import inputs
from conformance.operations.trial_result.inputs import exception_with, with_members, with_rewards
from conformance.protocol.values import Case, Failure

LEVEL = rare("a file that another program wrote, or a person edited")

_READABLE = (
    inputs.document({}),
    inputs.document({"verifier_result": '{"rewards": {"a": 1}}'}),
    inputs.document({"exception_info": inputs.json_object(inputs.EXCEPTION)}),
)

_NOT_QUITE_JSON = (
    ",", ', "x": 1,', ", 'x': 1", ", x: 1", ', "x" 1', ', "x":: 1', ', "x" = 1', ', "x": 1;',
    ', "x": undefined', ', "x": True', ', "x": None', ', "x": TRUE', ', "x": nul', ', "x": tru',
    ", \"x\": 'a'", ', "x": `a`', ', "x": [1,]', ', "x": [,]', ', "x": [1 2]', ', "x": [1', ', "x"',
    ', "x": 1 "y": 2', ", 1: 1", ", null: 1", ', "x": /* c */ 1', " // c\n", " # c\n", ', "x": 1,,',
    ', "x": {,}', ', "x": {"a"}', ', "x": ]', ', "x": }', ', "x": (1)', ', "x": "\\', "}",
    ', "x": }}', ', "x": ]]', ', "x": [1}', ', "x": [}', ', ,x": 1', ', x": 1', ', "x"{1',
    ', "x", 1', ', "x": 1: "y": 2', ', "x": [1: 2]', ', "x": 1""y": 2',
)  # fmt: skip

_JSON = (
    "", ', "x": 1', ',\n"x":\t[ ]', ', "x": {}', ', "": null', ', "x": [1, [2], {"a": {}}]',
    ', "x": [true, false, null]', '\r\n, "x" : "a" ', ', "x": "\\u0061"', ', "x": "//"',
)  # fmt: skip

_SPACES = ("", "", " ", "\n", "\r\n", "\t", "\r")

_NO_SPACES = ("\x0b", "\x0c", "\u00a0", "\u2028", "\x00", "\x1a", "\x1f", "\u200b", "\x85")

_BEHIND = ("x", "{}", " null", "}", "]", ",", ";", "\n1", " {}\n", "\n{", '"', "\\")

_FORMS = (
    "0", "1", "-1", "1.5", "1e5", "1E-2", "-0", "0.10", "10", "-0.0", "0e0", "1.0e+2", "1e05",
    "01", "00", "-01", "+1", ".5", "1.", "-.5", "1.e5", "1e", "1e+", "--1", "- 1", "0x10", "1_0",
    "1.5.1", "1,5", "1f", "-", "1n", "0b1", "0.", "00.5", "-00", "+0", "+1.5", ".0", "007", "e5",
)  # fmt: skip

_ESCAPES = (
    '"', "\\", "/", "b", "f", "n", "r", "t", "u0061", "u00e9", "u00E9", "u0000", "ufeff", "u007f",
    "'", "0", "a", "v", "x61", "U0061", "N", "u61", "u{61}", "u006g", "u 061", "u+061", "u",
    "\n", "1", " ",
)  # fmt: skip

_UNITS = (
    "\\ud83d\\ude00", "\\ud800", "\\udc00", "\\ud83d", "\\ude00", "\\uDBFF", "\\uDFFF", "a",
    "\U0001f600", "\\n", "\\\\",
)  # fmt: skip


@clause("syntax", sources.READ, **inputs.BOTH_KINDS)
def syntax() -> Cases:
    """Comments, trailing commas, single quotes, bare names and other languages' words are a
    ValidationError, even in a member that harbor ignores."""
    return st.sampled_from(_JSON * 3 + _NOT_QUITE_JSON).map(
        lambda end: inputs.text_file(inputs.inserted(end))
    )


@clause("one-object", sources.READ)
def one_object() -> tuple[Check, ...]:
    """The file holds one object, with nothing around it but space, tab, line feed and carriage
    return."""
    behind = _SPACES * 2 + _BEHIND + _NO_SPACES[:3]
    around_the_object = joined(_SPACES * 3 + _NO_SPACES, _READABLE, behind)
    # Documents of any type, in white space, among them readable ones.
    texts = ("null", "[]", "{}", "1", "true", '"a"', "NaN", "0", '""', "", " ")
    listed, around = tuple(f"[{text}]" for text in _READABLE), ("", " ", "\n")
    no_objects = joined(around, texts + listed + _READABLE * 2, around)
    return (
        Check(
            "around-the-object",
            around_the_object.map(inputs.text_file),
            **inputs.BOTH_KINDS,
            effort=1.5,
        ),
        Check("no-objects", no_objects.map(inputs.text_file), **inputs.BOTH_KINDS, effort=2),
    )


@clause("number-form", sources.READ, **inputs.BOTH_KINDS)
def forms() -> Cases:
    """A bare number has JSON's form, even in a member that harbor ignores."""
    elsewhere = [inputs.text_file(inputs.inserted(f', "x": {number}')) for number in _FORMS]
    return either([*map(inputs.with_reward, _FORMS)], elsewhere)


@clause("escapes", sources.READ, **inputs.BOTH_KINDS)
def escapes() -> Cases:
    """A backslash begins one of JSON's nine escapes, and no text has a control character up to
    U+001F without one."""
    escape = ["\\" + letters for letters in _ESCAPES]
    control = [chr(code) for code in (*range(0x20), 0x7F, 0x80, 0x9F, 0x2028)]
    places = (', "{0}": 1', ', "x": "{0}"', ', "a{0}b": ["1{0}"]')
    texts = build(str.format, places, either(escape, control))
    return texts.map(lambda text: inputs.text_file(inputs.inserted(text)))


@clause("surrogates", sources.READ, **inputs.BOTH_KINDS, effort=0.5)
@drawn(st.integers(0, 2), either(_UNITS, some(_UNITS[:1] * 3 + _UNITS, 1, 3).map("".join)))
def surrogates(place: int, text: str) -> Case:
    """An escaped surrogate pair is one character, and a surrogate without its partner is a
    ValidationError, unlike in reward.json."""
    rewards = inputs.document({"verifier_result": f'{{"rewards": {{"{text}": 1}}}}'})
    exception = inputs.json_object({**inputs.EXCEPTION, "exception_message": f'"{text}"'})
    raised = inputs.document({"exception_info": exception})
    return inputs.text_file((rewards, raised, inputs.inserted(f', "{text}": 1'))[place])


@clause(
    "nesting", sources.READ, level=extreme("no file nests 200 lists"), **inputs.BOTH_KINDS, effort=1
)
@drawn(
    (("[", "]"), ('{"a":', "}")),
    (198, 199, 200, 201, 1, *range(61, 67), *range(125, 130), 100, 150, 202, 250, 2000, 100_000),
    ("1", '"["', "", "{}", "[]"),
)
def nested(level: tuple[str, str], depth: int, innermost: str) -> Case:
    """A value inside more than 200 arrays and objects is a ValidationError."""
    inner = '""' if innermost == "" and level[0] != "[" else innermost
    return inputs.text_file(inputs.inserted(f', "x": {level[0] * depth}{inner}{level[1] * depth}'))


_NOT_UTF8 = Failure("UnicodeDecodeError")


@clause(
    "utf8",
    sources.READ,
    **seeing(
        (inputs.READ, is_result, 0.1),
        ("the file is not UTF-8", lambda answer: answer == _NOT_UTF8, 0.2),
    ),
    effort=0.7,
)
def bytes_of_other_encodings() -> Cases:
    """A file that is not UTF-8 is a UnicodeDecodeError."""
    pieces = with_bytes(tuple(text.encode() for text in _READABLE), SEQUENCES)
    in_a_name = build(inputs.inserted(', "x": "@"').encode().replace, (b"@",), SEQUENCES)
    texts = (inputs.inserted(', "x": "\u00e9"'), *_READABLE)
    whole = build(encoded, texts, ("utf-8", "utf-16", "latin-1", *ENCODINGS))
    return st.one_of(pieces, in_a_name, whole).map(inputs.file)


_MARK = b"\xef\xbb\xbf"


@clause("byte-order-mark", sources.READ, **inputs.BOTH_KINDS, effort=0.8)
@drawn(
    (b"", b"", b"", _MARK, _MARK, b" " + _MARK, _MARK + b"\n"),
    (*_READABLE, inputs.inserted(', "x": "\ufeff"'), ""),
    (b"", b"", b"\n", _MARK),
)
def byte_order_marks(start: bytes, text: str, end: bytes) -> Case:
    """A byte order mark before the object is a ValidationError."""
    return inputs.file(start + text.encode() + end)


_EXTREME = extreme(
    "no result has a megabyte, a thousand rewards, or keys of thousands of characters"
)

_REWARDS = '{"rewards": {"a": 1}}'

_STEP = f'{{"step_name": "s", "verifier_result": {_REWARDS}}}'


def _text(size: int, piece: str = "x") -> str:
    return '"' + piece * (size // len(piece)) + '"'


def _list(element: str, size: int) -> str:
    return "[" + ", ".join([element] * (size // (len(element) + 2))) + "]"


_FILES: dict[str, Callable[[int], dict[str, str | None]]] = {
    "message": lambda size: {"exception_info": exception_with("exception_message", _text(size))},
    "traceback": lambda size: {
        "exception_info": exception_with("exception_traceback", _text(size, "\\n"))
    },
    "address": lambda size: {"trial_uri": _text(size)},
    "spaces": lambda size: {"id": None, "started_at": "null".rjust(size)},
}


_FILES_OF_MEMBERS: dict[str, Callable[[int], dict[str, str | None]]] = {
    "steps": lambda size: {"step_results": _list(_STEP, size)},
    "details": lambda size: {"agent_result": f'{{"metadata": {{"m": {_list("0.5", size)}}}}}'},
}


@clause("any-size-of-file", sources.READ, sources.TRIAL_RESULT, effort=0.075, level=_EXTREME)
def files_of_any_size() -> Cases:
    """All of the file is read, of any size."""
    return st.one_of(
        build(file_of_size, file_sizes(MEGABYTE), [*_FILES]),
        build(file_of_size, file_sizes(OF_MANY_MEMBERS), [*_FILES_OF_MEMBERS]),
    )


def file_of_size(size: int, kind: str) -> Case:
    """Return the case of a file whose rewards follow this many bytes."""
    members = (_FILES | _FILES_OF_MEMBERS)[kind](size)
    return with_members({**members, "verifier_result": _REWARDS})


@clause("any-number-of-rewards", sources.READ, sources.REWARDS, effort=0.075, level=_EXTREME)
def many_rewards() -> Cases:
    """Each reward is read back, however many there are."""
    return counts().map(
        lambda count: with_rewards(json.dumps(dict(zip(names(count), range(count), strict=True))))
    )


@clause("names-of-any-length", sources.READ, sources.REWARDS, effort=0.075, level=_EXTREME)
def long_names() -> Cases:
    """Names of rewards are kept to their last character, however long they are."""
    return long_pair().map(
        lambda names: with_rewards(json.dumps(dict.fromkeys(names, 1), ensure_ascii=False))
    )
