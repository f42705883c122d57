"""Questions about reward files."""

from hypothesis import strategies as st

from conformance.model import Case


def files(text: bytes | None, json: bytes | None) -> Case:
    """Return the case of these two files; None stands for no file."""
    return Case("verifier", {"reward.txt": text, "reward.json": json})


def both_files() -> st.SearchStrategy[Case]:
    """Both files, mostly readable and mostly different."""
    texts = st.sampled_from([b"1", b"0", b"0.5", b"", b"x"])
    return st.builds(files, texts, texts.map(lambda text: b'{"reward": %s}' % text))
