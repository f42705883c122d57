"""Questions about reward files: which of the two exist, and which are empty.

What stands in them is the subject of ``reward_text`` and ``reward_json``.
"""

from hypothesis import strategies as st

from conformance.model import Case

_TEXTS = (b"1", b"0", b"0.5", b"nan", b"-1\n", b"", b" ", b"x", b"\xff", b"\xef\xbb\xbf1")
_JSONS = (
    b'{"reward": 2}', b'{"reward": 0.25}', b"{}", b"null", b'{"a": 1, "b": 0}', b"", b" ", b"x",
    b"[]", b"1", b'{"reward": null}', b'{"reward": "x"}', b"\xff", b'{"reward": 1',
)  # fmt: skip
_NEARLY_EMPTY = (
    b"", b" ", b"\n", b"\r\n", b"\t", b"  \n", b"\x00", b"\xef\xbb\xbf", b"\xc2\xa0", b"\xff",
    b'""', b"\x1a", b"\x00\x00", b"\n\n", b"\xe2\x80\x8b",
)  # fmt: skip


def files(text: bytes | None, json: bytes | None) -> Case:
    """Return the case of these two files; None stands for no file."""
    return Case("verifier", {"reward.txt": text, "reward.json": json})


def both_files() -> st.SearchStrategy[Case]:
    """Both files, readable or not, never with the same reward."""
    return st.builds(files, st.sampled_from(_TEXTS), st.sampled_from(_JSONS))


def present_or_absent() -> st.SearchStrategy[Case]:
    """Each file present or absent, the absent ones in the majority."""
    absent = (None,) * 8
    return st.builds(
        files, st.sampled_from(absent + _TEXTS[:6]), st.sampled_from(absent + _JSONS[:6])
    )


def empty_text() -> st.SearchStrategy[Case]:
    """A reward.txt alone, of no bytes or of bytes that show nothing."""
    return st.builds(files, _nothing_to_see(), st.none())


def empty_json() -> st.SearchStrategy[Case]:
    """A reward.json of no bytes or of bytes that show nothing, beside a reward.txt or alone."""
    return st.builds(files, st.sampled_from((None, b"1", b"")), _nothing_to_see())


def _nothing_to_see() -> st.SearchStrategy[bytes]:
    padding = st.sampled_from((b"", b"", b" ", b"\n", b"\r\n", b"\t"))
    return st.builds(bytes.__add__, st.sampled_from(_NEARLY_EMPTY), padding)
