"""Texts made of parts: one after the other, members of a JSON object, underscores between."""

from collections.abc import Iterable

from hypothesis import strategies as st

from conformance.operations.strategies.characters import edit
from conformance.operations.strategies.drawing import Choice, build


def joined(*parts: Choice) -> st.SearchStrategy[str]:
    """Return texts made of one part after the other."""
    return build(lambda *drawn: "".join(drawn), *parts)


def near_powers(
    bits: tuple[int, int], offsets: tuple[int, int], signs: tuple[str, ...]
) -> st.SearchStrategy[str]:
    """Return integers near powers of two; ``bits`` and ``offsets`` are the least and the most."""
    return build(
        lambda power, offset, sign: f"{sign}{2**power + offset}",
        st.integers(*bits),
        st.integers(*offsets),
        signs,
    )


def object_of(pairs: Iterable[tuple[str, str]]) -> str:
    """Return a JSON object as text, of names and values as text."""
    return "{" + ", ".join(f'"{name}": {value}' for name, value in pairs) + "}"


def underscored(text: str, *places: int) -> str:
    """Return a text with an underscore inserted at each place, which is counted round and round."""
    for place in places:
        text = edit(text, "insert", place, "_")
    return text
