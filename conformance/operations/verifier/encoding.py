"""Both files are strict UTF-8, and a byte order mark is none of their text."""

from hypothesis import strategies as st

from conformance.operations import sources
from conformance.operations.clause import Cases, clause, rare
from conformance.operations.strategies.drawing import build, drawn
from conformance.operations.strategies.texts import (
    ENCODINGS,
    LONE_BYTES,
    WELL_FORMED,
    encoded,
    with_bytes,
)
from conformance.operations.verifier.inputs import BOTH_KINDS, json_file, txt_file
from conformance.operations.verifier.json_syntax import DOCUMENTS
from conformance.operations.verifier.text_form import NUMBERS
from conformance.protocol.values import Case

LEVEL = rare("an editor or shell that writes UTF-16, Latin-1 or a byte order mark")

_ENCODINGS = ("utf-8",) * 4 + ("utf-16",) * 2 + ENCODINGS


@clause("text-utf8", *sources.TEXT, check="encodings", **BOTH_KINDS)
def txt_encodings() -> Cases:
    """A reward.txt that is not strict UTF-8 is a VerifierOutputParseError."""
    texts = (*NUMBERS[:12], "\u00a01", "\u20030.5\u2003", "\u0661", "\uff11")
    whole = build(encoded, texts, _ENCODINGS)
    numbers = tuple(number.encode() for number in NUMBERS[:8])
    pieces = with_bytes(numbers, LONE_BYTES + WELL_FORMED * 2)
    return st.one_of(whole, pieces).map(txt_file)


_MARK = b"\xef\xbb\xbf"
_MARKED = (_MARK, _MARK, b" " + _MARK, _MARK + b"\n")


@clause("text-byte-order-mark", *sources.TEXT, check="byte-order-marks", **BOTH_KINDS)
@drawn((b"", b"", *_MARKED), NUMBERS, (b"", b"", b"\n", _MARK))
def txt_byte_order_marks(start: bytes, number: str, end: bytes) -> Case:
    """A byte order mark is part of the text, so reward.txt with one is a
    VerifierOutputParseError."""
    return txt_file(start + number.encode() + end)


@clause("json-utf8", *sources.DOCUMENT, check="encodings", **BOTH_KINDS)
def json_encodings() -> Cases:
    """A reward.json that is not strict UTF-8 is a VerifierOutputParseError."""
    texts = (*DOCUMENTS[:8], '{"\u00e9": 1}', '{"\u20ac": "1"}', '{"\U0001f600": 1}')
    whole = build(encoded, texts, _ENCODINGS)
    pieces = with_bytes((b'{"a": 1}', b'{"name": 0.5}', b'{"a": "1"}'), LONE_BYTES + WELL_FORMED)
    in_a_name = st.sampled_from(LONE_BYTES + WELL_FORMED).map(lambda piece: b'{"a%s": 1}' % piece)
    return st.one_of(whole, pieces, in_a_name).map(json_file)


@clause("json-byte-order-mark", *sources.DOCUMENT, check="byte-order-marks", **BOTH_KINDS)
@drawn((b"", b"", b"", b"", *_MARKED), DOCUMENTS, (b"", b"", b" ", b"\n", _MARK))
def json_byte_order_marks(start: bytes, document: str, end: bytes) -> Case:
    """A byte order mark before the document is a VerifierOutputParseError."""
    return json_file(start + document.encode() + end)
