"""Which readers a survey can run, and what it says of one that it cannot."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from conformance.attestation.surroundings import identity_of_reader
from conformance.certification.plan import Profile
from conformance.executor.workers import Workers
from conformance.implementations.readers import environment
from conformance.implementations.readers import reader as readers
from conformance.implementations.readers.environment import Prepared, checkout
from conformance.implementations.readers.reader import ReaderError, names, reader
from conformance.implementations.readers.showing import Shows, of_reader
from conformance.implementations.start import CandidateSpec, start
from conformance.operations import OPERATIONS
from conformance.survey import one, survey
from conformance.survey.inputs import INPUTS
from conformance.survey.one import ReaderTask, survey_in_time
from conformance.survey.results import Reading
from conformance.survey.survey import SurveySettings

pytest.importorskip("uv", reason="pip install -c constraints.txt -e '.[gate]'")

LACKS = "\n".join(f'{name} = "no"' for name in OPERATIONS if name != "verifier")
DESCRIBED = """
version = "1.0.0"
python = "{python}"
module = "package"
repository = "https://example.org/project"
kind = "reader"
source = "{source}"
package = "{package}"
score = "a number"
sentence = "It is made for a test."
[read]
"{read}" = "{passage}"
[target]
source = "package.py:1"
[calls]
verifier = "adapter.verifier"
[lacks]
"""
PATH = "import os, sys; sys.path.insert(0, os.environ['READER_SOURCE'])\n"
WORKS = "import package\ndef verifier(case):\n    return {'rewards': {'reward': 1.0}}\n"


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a folder of readers that is the only one."""
    folder = tmp_path / "readers"
    folder.mkdir()
    (tmp_path / "source").mkdir()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(readers, "resources", SimpleNamespace(files=lambda _: tmp_path))
    readers.files.cache_clear()
    monkeypatch.setattr(one, "_certified", lambda met, *_: met)
    monkeypatch.setattr(environment, "checkout", lambda *_: tmp_path / "source")
    yield folder
    readers.files.cache_clear()


def write_reader(folder: Path, adapter: str = WORKS, **described: str) -> None:
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    usual = {"source": "repository", "package": "", "read": "package.py:1", "passage": "ANSWER = 1"}
    (folder / "made").mkdir(exist_ok=True)
    text = DESCRIBED.format(**{"python": python, **usual, **described}) + LACKS
    (folder / "made" / "reader.toml").write_text(text)
    (folder / "made" / "adapter.py").write_text(PATH + adapter)
    (folder.parent / "source" / "package.py").write_text("ANSWER = 1\n")
    readers.files.cache_clear()


def surveyed(folder: Path, *, seconds: float = 30.0) -> Reading:
    jobs = {(given.job, ""): folder for given in INPUTS}
    task = ReaderTask("made==1.0.0", 0, Profile.QUICK, 30.0, jobs)
    return survey_in_time(replace(task, seconds=seconds))


def test_a_reader_that_can_be_run_has_no_problem_even_if_its_package_prints_and_writes(
    made: Path,
) -> None:
    write_reader(made, f"print('{{', flush=True); open('left', 'w').write('x')\n{WORKS}")
    reading = surveyed(made)
    assert (reading.name, reading.version, reading.problem) == ("made", "1.0.0", "")
    assert all(seen.shown.lacks for seen in reading.seen.values())
    assert not Path("left").exists()
    source = (("READER_SOURCE", str(made.parent / "source")),)
    with closing(start(CandidateSpec("reader/made", env=source))) as candidate:
        assert candidate.operations == ("verifier",)


LIES = """
import types
sys.modules["package"] = types.SimpleNamespace(__file__="/elsewhere/package.py")
"""
EXITS = "import package\ndef written(): os._exit(4)"
WRITES = "import package\ndef written(): return {'a': {'other.txt': b'1'}}"
ABSENT = "made could not be imported: ModuleNotFoundError: No module named 'abs"
UNCITED = "made: what is cited is not in the package: "


@pytest.mark.parametrize(
    ("described", "problem"),
    [
        ({"adapter": "import absent"}, ABSENT),
        ({"adapter": "print(1)"}, "made: package was never imported, not from"),
        ({"adapter": LIES}, "made: package came from /elsewhere/package.py, not from"),
        ({"adapter": "import package; os._exit(3)"}, "made could not be imported: exit status 3"),
        ({"adapter": EXITS}, "made ended before its last answer: exit status 4"),
        ({"adapter": WRITES}, "made: 'a' holds other files"),
        ({"python": "3.99"}, "made cannot be installed: "),
        ({"source": "index", "package": "package"}, "made cannot be installed: "),
        ({"read": "package.py:2-3"}, f"{UNCITED}package.py:2-3"),
        ({"passage": "ANSWER = 2"}, f"{UNCITED}package.py:1"),
        ({"read": "package.py"}, f"{UNCITED}package.py"),
    ],
)
def test_a_reader_that_cannot_be_run_is_said_to_be_that_in_one_line(
    described: dict[str, str], problem: str, made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_reader(made, **described)
    monkeypatch.setenv("UV_OFFLINE", "1")
    monkeypatch.setenv("UV_CACHE_DIR", str(made.parent / "uv"))
    said = surveyed(made).problem
    assert said.startswith(problem)
    assert "\n" not in said


def test_a_package_that_hangs_as_it_is_imported_ends_with_its_time(made: Path) -> None:
    write_reader(made, "import subprocess; subprocess.run(['sleep', '600'])")
    assert surveyed(made, seconds=2.0).problem.endswith(" within 2 s")
    sleeping = subprocess.run(["pgrep", "-f", "^sleep 600$"], capture_output=True, check=False)
    assert sleeping.stdout == b""


def test_a_version_that_is_not_the_one_installed_is_refused(made: Path) -> None:
    write_reader(made)
    described = reader("made").model_copy(update={"package": "package"})
    around = (("READER_SOURCE", str(made.parent / "source")),)
    ready = Prepared(described, Path(sys.executable), "0.9.0", around)
    with pytest.raises(ReaderError, match=r"package 0\.9\.0 is installed, and 1\.0\.0 was to be"):
        of_reader(ready, [(made, Shows.JOB)], 30.0)


def test_a_file_may_describe_several_readers_of_one_package(made: Path) -> None:
    write_reader(made)
    file = made / "made" / "reader.toml"
    parts = "\n[readers.made-one]\nunit = 'tasks'\n[readers.made-two]\nreleases = true\n"
    file.write_text(file.read_text() + parts)
    readers.files.cache_clear()
    assert names() == ("made-one", "made-two")
    assert (reader("made-one").unit, reader("made-one").label) == ("tasks", "made-one")
    assert reader("made-two==2.0.0").label == "made-two 2.0.0"


@pytest.fixture
def settings(made: Path, monkeypatch: pytest.MonkeyPatch) -> SurveySettings:
    """Settings for the made reader, which needs no job of harbor's."""
    monkeypatch.setattr(survey, "write_released_jobs", lambda _, j, *__: dict.fromkeys(j, made))
    monkeypatch.setattr(survey, "_surveyed", lambda _, ts: ((t, survey_in_time(t)) for t in ts))
    write_reader(made)
    return SurveySettings((reader("made"),), Workers(1), identity_of_reader)


@pytest.mark.parametrize(
    ("certify", "problem"),
    [
        (lambda *_: time.sleep(60), "made was not surveyed within 2.5 s"),
        (lambda *_: dict[str, str]()["a reader"], "made was not surveyed: KeyError: 'a reader'"),
    ],
)
def test_one_reader_does_not_keep_the_others(
    settings: SurveySettings,
    monkeypatch: pytest.MonkeyPatch,
    certify: Callable[..., object],
    problem: str,
) -> None:
    monkeypatch.setattr(one, "_certified", certify)
    result = survey.survey(replace(settings, seconds=2.5), lambda _: None)
    assert result.problems == [problem]
    assert result.holds
    assert result.verdict == "1 readers surveyed; 1 could not be surveyed"


def test_what_is_known_of_a_reader_is_not_surveyed_again_and_each_is_named_once(
    settings: SurveySettings,
) -> None:
    told: list[str] = []
    for changed, times in [({}, 1), ({}, 1), ({"fresh": True}, 2), ({"seed": 1}, 3)]:
        result = survey.survey(replace(settings, **changed), told.append)  # type: ignore[arg-type] # of the members' own types
        assert [one.name for one in result.readings] == ["made"]
        assert told.count("made==1.0.0: surveyed") == times
    write_reader(settings.readers[0].folder.parent, f"{WORKS}# another adapter")
    survey.survey(settings, told.append)
    assert told.count("made==1.0.0: surveyed") == 4


def test_jobs_come_along_to_another_machine(made: Path, tmp_path: Path) -> None:
    (made / "job").mkdir()
    (made / "job" / "result.json").write_text("{}")
    (tmp_path / "elsewhere").mkdir()
    places = survey.unpack(survey.pack([made / "job"] * 2), tmp_path / "elsewhere")
    assert [place.name for place in places] == ["job", "job"]
    assert (places[0] / "result.json").read_text() == "{}"


@pytest.mark.parametrize("name", names())
def test_each_reader_is_described(name: str) -> None:
    described = reader(name)
    assert sorted([*described.calls, *described.lacks]) == sorted(OPERATIONS)
    assert described.sentence.endswith(".")
    assert not described.score.endswith(".")
    assert described.package or described.from_repository


COMMITS = """
git init --quiet; git config user.name a; git config user.email a@example.org
mkdir needed other; echo first | tee needed/file > other/file
git add .; git commit --quiet --message one; git rev-parse HEAD
echo second > needed/file; git commit --quiet --all --message two
"""


def test_a_reader_that_no_index_has_is_checked_out_at_its_commit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    first = subprocess.check_output(["sh", "-ec", COMMITS], cwd=tmp_path, text=True).strip()
    update = {"repository": tmp_path.as_uri(), "commit": first, "folders": ("needed",)}
    described = reader("aec-bench").model_copy(update=update)
    for _ in range(2):
        found = checkout(described)
        assert [one.name for one in found.rglob("*")] == ["needed", "file"]
        assert (found / "needed" / "file").read_text() == "first\n"
    absent = described.model_copy(update={"commit": "0" * 40})
    with pytest.raises(ReaderError, match=r"^aec-bench cannot be checked out of file://.*: \S"):
        checkout(absent)
