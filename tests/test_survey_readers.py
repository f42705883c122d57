"""Which readers a survey can ask, and what it says of one that it cannot."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from toolchains import not_run

from conformance.attestation.surroundings import identity_of_reader
from conformance.certification.plan import Profile
from conformance.executor.workers import Workers
from conformance.implementations.environments import uv
from conformance.implementations.environments.uv import UvError
from conformance.implementations.readers import reader as readers
from conformance.implementations.readers import showing
from conformance.implementations.readers.reader import ReaderError, names, reader
from conformance.implementations.start import CandidateSpec, start
from conformance.operations import OPERATIONS
from conformance.survey import one, survey
from conformance.survey.one import ReaderTask, survey_one
from conformance.survey.questions import QUESTIONS, Question
from conformance.survey.results import Reading
from conformance.survey.survey import SurveySettings

TASK = QUESTIONS[0]


@pytest.mark.parametrize("name", names())
def test_each_reader_is_described(name: str) -> None:
    described = reader(name)
    assert {*described.calls, *described.lacks} == set(OPERATIONS)
    assert described.sentence.endswith(".")
    assert not described.score.endswith(".")
    assert described.package or described.from_repository


def test_an_unknown_reader_is_named_with_those_that_may_be_meant() -> None:
    with pytest.raises(ReaderError, match=r"no reader 'inspect-harbour' \(did you mean inspect-"):
        reader("inspect-harbour")


LACKS = "\n".join(f'{name} = "no"' for name in OPERATIONS if name != "verifier")
DESCRIBED = """
version = "{version}"
python = "{python}"
module = "{module}"
requires = [{requires}]
repository = "https://example.org/project"
kind = "{kind}"
source = "{source}"
score = "whatever is there"
sentence = "It is made for a test."
{more}
[calls]
verifier = "adapter.verifier"
[lacks]
"""
ADAPTER = """
import {module}
def verifier(question):
    {verifier}
def shown(job):
    {shown}
"""


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of readers that is the only one."""
    try:
        uv.program()
    except UvError as error:
        not_run(str(error))
    folder = tmp_path / "readers"
    folder.mkdir()
    (tmp_path / "source").mkdir()
    monkeypatch.setattr(readers, "_home", lambda: folder)
    readers.names.cache_clear()
    monkeypatch.setattr(one, "_seen", lambda *_: {})
    yield folder
    readers.names.cache_clear()


def write_reader(folder: Path, adapter: str = "", **described: str) -> None:
    values = {
        "version": "1.0.0",
        "python": f"{sys.version_info.major}.{sys.version_info.minor}",
        "module": "package",
        "requires": "",
        "kind": "reader",
        "source": "repository",
        "more": "",
        **described,
    }
    home = folder / "made"
    home.mkdir(exist_ok=True)
    (home / "reader.toml").write_text(DESCRIBED.format(**values) + LACKS)
    usual = {
        "module": "package",
        "verifier": "return {'rewards': {'reward': 1.0}}",
        "shown": "return 1",
    }
    path = "import os, sys; sys.path.insert(0, os.environ['READER_SOURCE'])"
    (home / "adapter.py").write_text(f"{path}\n{adapter or ADAPTER.format(**usual)}")
    (folder.parent / "source" / "package.py").write_text("")


def task(folder: Path, **members: object) -> ReaderTask:
    values = {
        "name": "made==1.0.0",
        "source": str(folder.parent / "source"),
        "seed": 0,
        "profile": Profile.QUICK,
        "seconds": 30.0,
        "cache": folder.parent / "cache",
        "jobs": {question.id: folder for question in QUESTIONS},
    }
    return ReaderTask(**{**values, **members})  # type: ignore[arg-type] # of the members' own types


def surveyed(folder: Path, monkeypatch: pytest.MonkeyPatch, **members: object) -> Reading:
    monkeypatch.setattr(one, "_certified", lambda met, *_: met)
    return survey_one(task(folder, **members))


def test_a_reader_that_can_be_asked_has_no_problem(
    made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_reader(made)
    assert surveyed(made, monkeypatch) == Reading(name="made", version="1.0.0")


LIES = """
import types
sys.modules["package"] = types.SimpleNamespace(__file__="/elsewhere/package.py")
"""


@pytest.mark.parametrize(
    ("adapter", "problem"),
    [
        (
            "import absent",
            "made could not be imported: ModuleNotFoundError: No module named 'absent'",
        ),
        ("print(1)", "made: package was never imported, not from"),
        (LIES, "made: package came from /elsewhere/package.py, not from"),
        ("import package; os._exit(3)", "made could not be imported: exit status 3"),
        (
            "import package\ndef shown(job): os._exit(4)",
            "made ended while it was asked: exit status 4",
        ),
        (
            "import package\ndef written(): return {'a': {'other.txt': b'1'}}",
            "made: 'a' holds other files",
        ),
    ],
)
def test_a_reader_that_cannot_be_asked_is_said_to_be_that(
    adapter: str, problem: str, made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_reader(made, adapter)
    assert surveyed(made, monkeypatch).problem.startswith(problem)


def test_a_package_that_hangs_as_it_is_imported_ends_with_its_time(
    made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_reader(made, "import subprocess; subprocess.run(['sleep', '600'])")
    reading = surveyed(made, monkeypatch, seconds=1.0)
    assert reading.problem == "made did not answer within 1 s"
    sleeping = subprocess.run(["pgrep", "-f", "^sleep 600$"], capture_output=True, check=False)
    assert sleeping.stdout == b""


def test_what_a_package_prints_and_writes_spoils_nothing(
    made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    noise = "print('{', flush=True); open('left', 'w').write('x'); import package\n"
    write_reader(made, f"{noise}def shown(job): return 1")
    assert surveyed(made, monkeypatch).problem == ""
    assert not Path("left").exists()


@pytest.mark.parametrize(
    ("described", "problem"),
    [
        ({"python": "3.99"}, "made cannot be installed: "),
        ({"source": "index", "more": 'package = "package"'}, "made cannot be installed: "),
    ],
)
def test_what_cannot_be_installed_is_said_with_the_reason(
    described: dict[str, str], problem: str, made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_reader(made, **described)
    monkeypatch.setenv("UV_OFFLINE", "1")
    monkeypatch.setenv("UV_CACHE_DIR", str(made.parent / "uv"))
    reading = surveyed(made, monkeypatch)
    assert reading.problem.startswith(problem)
    assert "\n" not in reading.problem


def test_a_version_that_is_not_the_one_installed_is_refused(
    made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_reader(made)
    monkeypatch.setattr(
        showing, "_answers", lambda *_: [{"file": str(made)}, *([{"lacks": True}] * 99)]
    )
    described = reader("made").model_copy(update={"package": "package", "source": "index"})
    ready = showing.Prepared(described, made / "bin" / "python", "0.9.0", ())
    with pytest.raises(ReaderError, match=r"package 0\.9\.0 is installed, and 1\.0\.0 was to be"):
        showing.of_reader(ready, [(made, showing.Shows.SCORE)] * 98, 1.0)


def test_a_source_that_is_no_folder_is_refused(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_reader(made)
    reading = surveyed(made, monkeypatch, source=str(made / "absent"))
    assert reading.problem.endswith("is no folder: give one with its checkout")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('kind = "writer"', "made: reader.toml: source: Field required"),
        ("= 1", "reader.toml: "),
    ],
)
def test_a_description_that_is_none_is_refused_in_one_line(text: str, why: str, made: Path) -> None:
    (made / "made").mkdir()
    (made / "made" / "reader.toml").write_text(text)
    with pytest.raises(ReaderError, match=why):
        reader("made")


def test_an_operation_that_is_neither_called_nor_lacking_is_missed(made: Path) -> None:
    write_reader(made)
    file = made / "made" / "reader.toml"
    file.write_text(file.read_text().replace('metric = "no"\n', ""))
    with pytest.raises(ReaderError, match=r"calls or lacks must say metric, once$"):
        reader("made")


class Inline(Workers):
    """Workers that do each task here and now."""

    @contextmanager
    def executor(self, *_: object, **__: object) -> Iterator[Executor]:
        """Yield an executor of this process."""

        class Here(Executor):
            def submit[R](self, function: Callable[..., R], *given: object) -> Future[R]:  # type: ignore[override]
                future = Future[R]()
                future.set_result(function(*given))
                return future

        yield Here()


@pytest.fixture
def settings(made: Path, monkeypatch: pytest.MonkeyPatch) -> SurveySettings:
    """Settings for the made reader alone, which needs no job of harbor's."""
    monkeypatch.setattr(survey, "_written", lambda asked, *_: dict.fromkeys(_ids(asked), made))
    monkeypatch.setattr(survey, "Workers", Inline)
    write_reader(made)
    sources = {"made": made.parent / "source"}
    return SurveySettings(
        (reader("made"),),
        made.parent / "cache",
        Inline(1),
        identity_of_reader,
        sources=sources,
    )


def test_a_reader_that_takes_too_long_does_not_keep_the_others(
    settings: SurveySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(one, "_certified", lambda *_: time.sleep(60))
    result = survey.survey(replace(settings, seconds=2.5), lambda _: None)
    assert result.problems == ["made was not surveyed within 2.5 s"]
    assert result.holds
    assert result.verdict == "1 readers surveyed; 1 could not be surveyed"


def test_a_defect_of_one_survey_does_not_keep_the_others(
    settings: SurveySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(one, "_certified", lambda *_: {}["a reader"])
    result = survey.survey(settings, lambda _: None)
    assert result.problems == ["made was not surveyed: KeyError: 'a reader'"]


def test_what_is_known_of_a_reader_is_not_surveyed_again(
    settings: SurveySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(one, "_certified", lambda met, *_: met)
    told: list[str] = []
    first, again = (survey.survey(settings, told.append) for _ in range(2))
    assert first.readings == again.readings == (Reading(name="made", version="1.0.0"),)
    assert told.count("made==1.0.0: surveyed") == 1
    survey.survey(replace(settings, fresh=True), told.append)
    assert told.count("made==1.0.0: surveyed") == 2
    survey.survey(replace(settings, seed=1), told.append)
    assert told.count("made==1.0.0: surveyed") == 3
    write_reader(settings.readers[0].folder.parent, "import package  # another adapter")
    survey.survey(settings, told.append)
    assert told.count("made==1.0.0: surveyed") == 4


def test_jobs_come_along_to_another_machine(made: Path, tmp_path: Path) -> None:
    (made / "job").mkdir()
    (made / "job" / "result.json").write_text("{}")
    (tmp_path / "elsewhere").mkdir()
    places = survey.unpack(survey.pack({"text-one": made / "job"}), tmp_path / "elsewhere")
    assert (places["text-one"] / "result.json").read_text() == "{}"
    assert set(places) == {"text-one"}


def test_a_reader_answers_like_any_candidate(made: Path) -> None:
    write_reader(made)
    source = (("READER_SOURCE", str(made.parent / "source")),)
    candidate = start(CandidateSpec("reader/made", env=source))
    try:
        assert candidate.operations == ("verifier",)
    finally:
        candidate.close()


def _ids(asked: Iterable[Question]) -> list[str]:
    return [question.id for question in asked]
