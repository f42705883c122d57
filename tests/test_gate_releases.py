"""What names releases, and what does not."""

import sys
from pathlib import Path

import pytest
from programs import shell_program

from conformance.implementations.environments import uv, versions
from conformance.implementations.environments.installed import of_any_version
from conformance.implementations.environments.uv import NoVersionError, UvError

INDEX = ("0.13.0", "0.13.1", "0.14.0", "0.15.0", "1.0.0")


def number(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def from_index(requirements: list[str], *_: str) -> dict[str, str]:
    """Resolve a requirement as uv does, from a package index of five releases."""
    lower, upper = requirements[0].removeprefix("harbor>=").split(",")
    inclusive = upper.startswith("<=")
    last = number(upper.strip("<="))
    found = [v for v in INDEX if number(lower) <= number(v) < last]
    found += [v for v in INDEX if inclusive and number(v) == last]
    if not found:
        raise NoVersionError(f"there is no version of {requirements[0]}")
    return {"harbor": max(found, key=number)}


@pytest.fixture(autouse=True)
def index(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uv, "compile_pins", from_index)


def test_a_range_holds_what_the_index_has_oldest_first_and_a_release_has_one_spelling() -> None:
    assert versions.releases_of(["0.25", "v0.25.0", "0.25.0.0"]) == ["0.25.0"]
    assert versions.between("0.13.1", "0.15.0") == ["0.13.1", "0.14.0", "0.15.0"]


@pytest.mark.parametrize(
    ("arguments", "pairs"),
    [
        ((["0.13.0..0.13.2"],), "0.13.0 → 0.13.1, 0.13.1 → 0.13.2"),
        ((["0.15.0..1.0.0"],), "0.15.0 → 1.0.0"),
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
        *((([one],), "holds no release") for one in ("0.20.0..0.30.0", "0.15.0..0.14.0")),
        ((["0.14.0..0.14.0"],), "too few"),
    ],
)
def test_other_words_and_a_range_without_two_releases_are_refused(
    arguments: tuple[list[str], str], why: str
) -> None:
    with pytest.raises(versions.ReleaseError, match=why):
        versions.pairs_of(*arguments)


def test_an_index_that_is_not_reached_misses_no_release(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable(*_: object) -> dict[str, str]:
        raise UvError("error sending request")

    monkeypatch.setattr(uv, "compile_pins", unreachable)
    with pytest.raises(UvError, match="sending"):
        versions.between("0.13.1", "0.15.0")


def test_a_message_says_how_to_get_uv(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UvError, match=r"pip install -e '\.\[gate\]'"):
        uv.program()


@pytest.mark.parametrize(
    ("requirement", "relaxed"),
    [
        ("certifi>=2026.10.19", "certifi"),
        ("httpx[http2]<1,>=0.27", "httpx[http2]"),
        ("pydantic-core (>=2) ; python_version < '4'", 'pydantic-core; python_version < "4"'),
    ],
)
def test_a_requirement_that_cannot_be_met_loses_its_bounds(requirement: str, relaxed: str) -> None:
    assert of_any_version(requirement) == relaxed


@pytest.mark.parametrize(
    ("log", "kind"),
    [
        ("Because only certifi<=2026.10.18 is available and you require certifi>=2027,",
         NoVersionError),
        ("Because there is no version of certifi==1.999 and you require certifi==1.999,",
         NoVersionError),
        ("you require certifi<0.5 and certifi>=1, which are incompatible.", NoVersionError),
        ("Because only the following versions of x are available: x<2 x>3 and you require x,",
         NoVersionError),
        ("Because certifi was not found in the package registry and you require certifi,", UvError),
        ("error: error sending request for url (https://index/simple/certifi/)", UvError),
        ("error: HTTP status server error (503 Service Unavailable) for url (https://i)", UvError),
    ],
)  # fmt: skip
def test_an_index_that_fails_is_distinguished_from_one_without_the_version(
    log: str, kind: type[UvError], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program = shell_program(tmp_path / "uv", f"echo '{log}' >&2\nexit 1")
    monkeypatch.setattr(uv, "program", lambda: str(program))
    with pytest.raises(UvError) as error:
        uv.run(["pip", "compile"])
    assert type(error.value) is kind
