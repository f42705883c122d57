"""Which files a candidate's certificate is about."""

import os
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from conformance.attestation.certificate import basis_of
from conformance.attestation.files import differences, digests
from conformance.attestation.subject import SubjectError, subject_of
from conformance.cli.candidates import CandidateOptions
from conformance.diagnosis.expected.deviations import ExpectedDeviations, Prediction
from conformance.implementations.start import CandidateSpec, UnknownCandidateError
from oracle import wheels


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with a runner of two files and a package."""
    monkeypatch.chdir(tmp_path)
    for name in ("runner.py", "src/more.py", "src/.hidden", "pack/__init__.py", "pack/sub/a.py"):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(name)
    (tmp_path / "pack" / "__pycache__").mkdir()
    (tmp_path / "pack" / "__pycache__" / "a.pyc").write_text("")
    return tmp_path


def named(name: str | None = None, line: str | None = None, given: Sequence[str] = ()) -> list[str]:
    spec = CandidateOptions(candidate=name, command=line).spec()
    return sorted(subject_of(spec, given))


PYTHON = Path(sys.executable).name
LINE = shlex.join([sys.executable, "runner.py", "--fast", "no-file"])
SUBJECTS: dict[str, tuple[str | None, str | None, list[str], list[str]]] = {
    # A candidate, or a command, what is given with --subject, and the names of its files.
    "the program of a command and the files that it names": (
        None, LINE, [], [PYTHON, "runner.py"]),
    "a folder that is given, with all that is below": (
        None, LINE, ["src"], [PYTHON, "runner.py", "src/.hidden", "src/more.py"]),
    "the file of a module": ("runner:", None, [], ["runner.py"]),
    "all below the folder of a package but caches": (
        "pack.sub.a:anything", None, [], ["pack/__init__.py", "pack/sub/a.py"]),
}  # fmt: skip


@pytest.mark.parametrize("subject", SUBJECTS)
def test_a_subject_is(subject: str) -> None:
    name, line, given, names = SUBJECTS[subject]
    assert named(name, line, given) == sorted(names)


IMPORTS = {
    "import helper": ["helper.py"],
    "def later():\n    from helper import right": ["helper.py"],
    "import pack.sub.a": ["pack/__init__.py", "pack/sub/a.py"],
    "from spaces.one import two": ["spaces/one.py"],
    "import json, os.path": [],
    "import chain": ["chain.py", "helper.py"],
    "this is no Python": [],
}


@pytest.mark.parametrize("code", IMPORTS)
def test_imports_from_its_folder_belong_to_it(code: str, folder: Path) -> None:
    (folder / "runner.py").write_text(code)
    (folder / "helper.py").write_text("import runner")
    (folder / "chain.py").write_text("import helper")
    (folder / "json").mkdir()
    (folder / "spaces").mkdir()
    (folder / "spaces" / "one.py").touch()
    files = sorted(["runner.py", *IMPORTS[code]])
    assert named("runner:") == files
    assert named(line=LINE) == sorted([PYTHON, *files])


def test_where_a_folder_lies_does_not_matter(folder: Path) -> None:
    here = subject_of(CandidateSpec("pack:"), ["src"])
    (folder / "elsewhere").mkdir()
    (folder / "src").rename(folder / "elsewhere" / "src")
    assert subject_of(CandidateSpec("pack:"), ["elsewhere/src"]) == here


def test_of_built_in_candidates_the_record_of_a_wheel_or_what_is_below_their_folders() -> None:
    subject = subject_of(CandidateSpec("harbor"))
    assert subject == {"harbor==0.13.1/RECORD": wheels.WHEELS["0.13.1"]}
    assert "candidates/reference/metric.py" in named("reference")
    assert "candidates/spec_000/expected.toml" in named("spec-000")
    deviating = named("deviation/text-wins")
    assert any(name.startswith("candidates/deviations/") for name in deviating)
    assert any(name.startswith("candidates/reference/") for name in deviating)


@pytest.mark.parametrize(
    ("name", "given", "error", "why"),
    [
        ("../../etc", [], UnknownCandidateError, "no candidate"),
        ("sys:", [], SubjectError, "module sys are not found: name them with --subject"),
        ("runner:", ["missing.py"], SubjectError, r"missing\.py: no file"),
    ],
)
def test_what_has_no_files_is_refused(
    name: str, given: list[str], error: type[Exception], why: str
) -> None:
    with pytest.raises(error, match=why):
        named(name, given=given)


def test_links_that_lead_round_end_no_pipe_is_read_and_two_files_of_one_name_are_listed(
    folder: Path,
) -> None:
    (folder / "pack" / "round").symlink_to(folder / "pack", target_is_directory=True)
    os.mkfifo(folder / "pack" / "pipe")
    assert named("pack:") == ["pack/__init__.py", "pack/sub/a.py"]
    with pytest.raises(SubjectError, match="pipe: no file"):
        named("runner:", given=["pack/pipe"])
    files = [("a.py", folder / "runner.py"), ("a.py", folder / "src" / "more.py")]
    assert list(digests(files)) == ["a.py", "a.py#2"]


def test_the_modules_of_predictions_belong_to_the_expected_deviations(folder: Path) -> None:
    (folder / "own.toml").write_text("")
    prediction = Prediction("pack.sub.a:told", ("metric",), "cause", "source")
    declared = ExpectedDeviations(predictions=(prediction,))
    before = basis_of(CandidateSpec("runner:"), (), folder / "own.toml", declared).expected
    assert list(before) == ["own.toml", "pack.sub/a.py"]
    (folder / "pack" / "sub" / "a.py").write_text("another")
    after = basis_of(CandidateSpec("runner:"), (), folder / "own.toml", declared).expected
    (difference,) = differences(before, after)
    assert difference.startswith("pack.sub/a.py: ")
