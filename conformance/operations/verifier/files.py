"""Which of the two reward files are read, and which are empty."""

from hypothesis import strategies as st

from conformance.operations import sources
from conformance.operations.clause import Cases, clause, common, rare
from conformance.operations.strategies.drawing import build
from conformance.operations.verifier.inputs import BOTH_KINDS, files

LEVEL = common(
    "PrimeIntellect-ai/verifiers#1401: tasks write both; Human-Agent-Society/reef#215: neither"
)
_RARE = rare("a test script that ends before it writes to the file that it opened")

_TEXTS = (b"1", b"0", b"0.5", b"nan", b"-1\n", b"", b" ", b"x", b"\xff", b"\xef\xbb\xbf1")

_JSONS = (
    b'{"reward": 2}', b'{"reward": 0.25}', b"{}", b"null", b'{"a": 1, "b": 0}', b"", b" ", b"x",
    b"[]", b"1", b'{"reward": null}', b'{"reward": "x"}', b"\xff", b'{"reward": 1',
)  # fmt: skip

_NEARLY_EMPTY = (
    b"", b" ", b"\n", b"\r\n", b"\t", b"  \n", b"\x00", b"\xef\xbb\xbf", b"\xc2\xa0", b"\xff",
    b'""', b"\x1a", b"\x00\x00", b"\n\n", b"\xe2\x80\x8b",
)  # fmt: skip
_PADDING = (b"", b"", b" ", b"\n", b"\r\n", b"\t")
_NOTHING_TO_SEE = build(bytes.__add__, _NEARLY_EMPTY, _PADDING)


@clause("json-wins", sources.CHOICE)
def both_files() -> Cases:
    """Where both files exist, only reward.json is read, even if it is empty or unreadable."""
    return build(files, _TEXTS, _JSONS)


@clause("missing-file", sources.CHOICE, sources.VERIFIER.lines(30, 31), **BOTH_KINDS)
def present_or_absent() -> Cases:
    """Where neither file exists, the error is RewardFileNotFoundError."""
    absent = (None,) * 8
    return build(files, absent + _TEXTS[:3], absent + _JSONS[:2])


@clause("empty-text", sources.VERIFIER.lines(62, 65), level=_RARE)
def empty_text() -> Cases:
    """A reward.txt of zero bytes is a RewardFileEmptyError; one with only white space is a
    VerifierOutputParseError."""
    return build(files, _NOTHING_TO_SEE, st.none())


@clause("empty-json", sources.VERIFIER.lines(77, 80), level=_RARE)
def empty_json() -> Cases:
    """A reward.json of zero bytes is a RewardFileEmptyError; one with only white space is a
    VerifierOutputParseError."""
    return build(files, (None, b"1", b""), _NOTHING_TO_SEE)
