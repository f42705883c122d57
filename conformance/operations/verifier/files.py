"""Which of the two reward files are read, and which are empty."""

from hypothesis import strategies as st

from conformance.operations.check import Check
from conformance.operations.clause import Clause, Source
from conformance.operations.verifier import sources
from conformance.operations.verifier.questions import Cases, both_kinds, files

_TEXTS = (b"1", b"0", b"0.5", b"nan", b"-1\n", b"", b" ", b"x", b"\xff", b"\xef\xbb\xbf1")

_JSONS = (
    b'{"reward": 2}', b'{"reward": 0.25}', b"{}", b"null", b'{"a": 1, "b": 0}', b"", b" ", b"x",
    b"[]", b"1", b'{"reward": null}', b'{"reward": "x"}', b"\xff", b'{"reward": 1',
)  # fmt: skip

_NEARLY_EMPTY = (
    b"", b" ", b"\n", b"\r\n", b"\t", b"  \n", b"\x00", b"\xef\xbb\xbf", b"\xc2\xa0", b"\xff",
    b'""', b"\x1a", b"\x00\x00", b"\n\n", b"\xe2\x80\x8b",
)  # fmt: skip


def both_files() -> Cases:
    """Both files, readable or not, never with the same reward."""
    return st.builds(files, st.sampled_from(_TEXTS), st.sampled_from(_JSONS))


def present_or_absent() -> Cases:
    """Each file present or absent, the absent ones in the majority."""
    absent = (None,) * 8
    return st.builds(
        files, st.sampled_from(absent + _TEXTS[:6]), st.sampled_from(absent + _JSONS[:6])
    )


def empty_text() -> Cases:
    """A reward.txt alone, of no bytes or of bytes that show nothing."""
    return st.builds(files, _nothing_to_see(), st.none())


def empty_json() -> Cases:
    """A reward.json of no bytes or of bytes that show nothing, beside a reward.txt or alone."""
    return st.builds(files, st.sampled_from((None, b"1", b"")), _nothing_to_see())


def _nothing_to_see() -> st.SearchStrategy[bytes]:
    padding = st.sampled_from((b"", b"", b" ", b"\n", b"\r\n", b"\t"))
    return st.builds(bytes.__add__, st.sampled_from(_NEARLY_EMPTY), padding)


CLAUSES = (
    Clause(
        "verifier.json-wins",
        "Where both files exist, only reward.json is read, even if it is empty or unreadable.",
        (sources.CHOICE,),
        checks=(Check("both-files", both_files()),),
    ),
    Clause(
        "verifier.missing-file",
        "Where neither file exists, the error is RewardFileNotFoundError.",
        (
            sources.CHOICE,
            Source(sources.VERIFIER, 30, 31, "class RewardFileNotFoundError(FileNotFoundError)"),
        ),
        checks=(both_kinds("present-or-absent", present_or_absent()),),
    ),
    Clause(
        "verifier.empty-text",
        "A reward.txt of zero bytes is a RewardFileEmptyError; one of white space alone is a "
        "VerifierOutputParseError.",
        (
            Source(
                sources.VERIFIER, 62, 65, "self.trial_paths.reward_text_path.stat().st_size == 0"
            ),
        ),
        checks=(Check("empty-text", empty_text()),),
    ),
    Clause(
        "verifier.empty-json",
        "A reward.json of zero bytes is a RewardFileEmptyError; one of white space alone is a "
        "VerifierOutputParseError.",
        (
            Source(
                sources.VERIFIER, 77, 80, "self.trial_paths.reward_json_path.stat().st_size == 0"
            ),
        ),
        checks=(Check("empty-json", empty_json()),),
    ),
)
