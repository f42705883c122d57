"""One table says what the name of a candidate stands for."""

import sys
from pathlib import Path

import pytest

from conformance.cli.candidates import CandidateOptions
from conformance.cli.options import expected_of
from conformance.diagnosis.expected.reading import load
from conformance.implementations.start import (
    CONNECTORS,
    OBJECT,
    CandidateSpec,
    UnknownCandidateError,
    candidate_names,
    candidates,
    command_of,
    connector_of,
    is_object,
    refuse_unknown,
    start,
)

KINDS = {
    "reader/": ("reader/agentopt",),
    "deviation/": tuple(f"deviation/{name}" for name in ("naive-sum", "a+b", "named=a:b")),
    "misbehaving/": ("misbehaving/never-reads",),
    OBJECT: (
        *("mine:", "mine.pack:thing.attribute", "reference:", "mine", "mine.py"),
        *("./folder/mine.py", "packed", "packed.inner"),
    ),
    **{name: (name,) for name in ("reference", "javascript", "rust", "harbor", "spec-002")},
}
FILES = ("mine.py", "reference.py", "folder/mine.py", "packed/__init__.py", "packed/inner.py")


@pytest.mark.parametrize(("kind", "name"), [(kind, name) for kind in KINDS for name in KINDS[kind]])
def test_a_name_is_of_one_kind(
    kind: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for file in FILES:
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).touch()
    assert connector_of(name).name == kind
    assert is_object(name) is (kind == OBJECT)


@pytest.mark.parametrize("name", ["", "refrence", "deviation", "Reference", "spec-004"])
def test_other_names_are_of_none(name: str) -> None:
    for act in (connector_of, refuse_unknown, lambda name: start(CandidateSpec(name))):
        with pytest.raises(UnknownCandidateError, match="no candidate"):
            act(name)
    assert not is_object(name)


def test_every_kind_can_be_started_one_way_and_every_listed_name_is_known() -> None:
    assert all((one.command is None) is not (one.local is None) for one in CONNECTORS)
    for name in candidate_names():
        refuse_unknown(name)
    assert set(candidates()) > {"reference", "harbor", "deviation/NAME", OBJECT}
    for name in ("reference", "spec-001", "deviation/naive-sum"):
        with pytest.raises(UnknownCandidateError, match="has no process of its own"):
            command_of(CandidateSpec(name))
        assert start(CandidateSpec(name)).name == name


def test_a_command_whose_last_word_is_a_file_of_python_is_no_module(tmp_path: Path) -> None:
    (tmp_path / "expected.toml").write_text('clauses = ["metric.*"]\n')
    spec = CandidateOptions(command=f"{sys.executable} mine.py").spec()
    file = tmp_path / "expected.toml"
    assert expected_of(spec, file) == load(file)
