"""What names releases, and what does not."""

import sys
from pathlib import Path

import pytest

from conformance.implementations.environments import uv, versions
from conformance.implementations.environments.uv import UvError


def test_a_release_has_one_spelling() -> None:
    assert versions.releases_of(["0.25", "v0.25.0", "0.25.0.0"]) == ["0.25.0"]


def test_the_latest_is_what_the_index_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uv, "compile_pins", lambda *_: {"harbor": "0.99.0"})
    assert versions.releases_of(["latest", "0.25.0"]) == ["0.25.0", "0.99.0"]


@pytest.mark.parametrize(
    ("arguments", "pairs"),
    [
        ((["0.13.0..0.13.2"],), "0.13.0 → 0.13.1, 0.13.1 → 0.13.2"),
        ((["0.14.0", "1.0.0", "0.14.0"],), "0.13.1 → 0.14.0, 0.13.1 → 1.0.0"),
        ((["1.0.0"], "0.14.0"), "0.14.0 → 1.0.0"),
        ((["v0.14.0", "1.0.0-rc1", "0.14.0"],), "0.13.1 → 0.14.0, 0.13.1 → 1.0.0rc1"),
    ],
)
def test_a_release_of_a_range_is_compared_with_the_one_before_and_others_once_with_the_base(
    arguments: tuple[list[str], str], pairs: str
) -> None:
    assert ", ".join(map(str, versions.pairs_of(*arguments))) == pairs


UNKNOWN = ("", "x", "0.14.0..", "..0.14.0", "0.13.1...0.14.0", ">=1", "1 2")


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        *((([word],), "neither a version") for word in UNKNOWN),
        *(((["0.14.0"], word), "neither a version") for word in UNKNOWN),
        ((["0.15.0..0.14.0"],), "holds no release"),
        ((["0.20.0..0.99.0"],), "a range is of known releases, .*: name 0.99.0 by itself$"),
        ((["0.14.0..0.14.0"],), "too few"),
    ],
)
def test_other_words_and_a_range_without_two_releases_are_refused(
    arguments: tuple[list[str], str], why: str
) -> None:
    with pytest.raises(versions.ReleaseError, match=why):
        versions.pairs_of(*arguments)


def test_a_message_says_how_to_get_uv(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UvError, match=r"pip install -e '\.\[gate\]'"):
        uv.program()
