"""Both files are strict UTF-8, and a byte order mark is none of their text."""

from hypothesis import strategies as st

from conformance.operations.clause import Cases, clause, rare
from conformance.operations.strategies.characters import (
    ENCODINGS,
    LONE_BYTES,
    WELL_FORMED,
    encoded,
    with_bytes,
)
from conformance.operations.strategies.drawing import build
from conformance.operations.verifier import sources
from conformance.operations.verifier.inputs import BOTH_KINDS, json_file, txt_file
from conformance.operations.verifier.json_syntax import DOCUMENTS
from conformance.operations.verifier.text_form import NUMBERS

LEVEL = rare("an editor or shell that writes UTF-16, Latin-1 or a byte order mark")


@clause("text-utf8", *sources.TEXT, check="encodings", **BOTH_KINDS)
def txt_encodings() -> Cases:
    """A reward.txt that is not strict UTF-8 is a VerifierOutputParseError."""
    texts = st.sampled_from((*NUMBERS[:12], "\u00a01", "\u20030.5\u2003", "\u0661", "\uff11"))
    whole = build(encoded, texts, ("utf-8",) * 4 + ("utf-16",) * 2 + ENCODINGS)
    numbers = tuple(number.encode() for number in NUMBERS[:8])
    pieces = with_bytes(numbers, LONE_BYTES + WELL_FORMED * 2)
    return st.one_of(whole, pieces).map(txt_file)


@clause("text-byte-order-mark", *sources.TEXT, check="byte-order-marks", **BOTH_KINDS)
def txt_byte_order_marks() -> Cases:
    """A byte order mark is part of the text, so reward.txt with one is a
    VerifierOutputParseError."""
    marks = (b"", b"", b"\xef\xbb\xbf", b"\xef\xbb\xbf", b" \xef\xbb\xbf", b"\xef\xbb\xbf\n")
    start, end = st.sampled_from(marks), st.sampled_from((b"", b"", b"\n", b"\xef\xbb\xbf"))
    numbers = st.sampled_from(NUMBERS).map(str.encode)
    return st.builds(lambda a, b, c: txt_file(a + b + c), start, numbers, end)


@clause("json-utf8", *sources.DOCUMENT, check="encodings", **BOTH_KINDS)
def json_encodings() -> Cases:
    """A reward.json that is not strict UTF-8 is a VerifierOutputParseError."""
    texts = st.sampled_from(
        (*DOCUMENTS[:8], '{"\u00e9": 1}', '{"\u20ac": "1"}', '{"\U0001f600": 1}')
    )
    whole = build(encoded, texts, ("utf-8",) * 4 + ("utf-16",) * 2 + ENCODINGS)
    pieces = with_bytes((b'{"a": 1}', b'{"name": 0.5}', b'{"a": "1"}'), LONE_BYTES + WELL_FORMED)
    in_a_name = st.sampled_from(LONE_BYTES + WELL_FORMED).map(lambda piece: b'{"a%s": 1}' % piece)
    return st.one_of(whole, pieces, in_a_name).map(json_file)


@clause("json-byte-order-mark", *sources.DOCUMENT, check="byte-order-marks", **BOTH_KINDS)
def json_byte_order_marks() -> Cases:
    """A byte order mark before the document is a VerifierOutputParseError."""
    marks = (
        b"", b"", b"", b"", b"\xef\xbb\xbf", b"\xef\xbb\xbf", b" \xef\xbb\xbf", b"\xef\xbb\xbf\n",
    )  # fmt: skip
    start, end = st.sampled_from(marks), st.sampled_from((b"", b"", b" ", b"\n", b"\xef\xbb\xbf"))
    documents = st.sampled_from(DOCUMENTS).map(str.encode)
    return st.builds(lambda a, b, c: json_file(a + b + c), start, documents, end)
