"""What a survey says of readers: of those that can be asked, and of those that cannot."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from disturbed import COMMAND
from toolchains import not_run

from conformance.certification.plan import Profile
from conformance.implementations.environments import uv
from conformance.implementations.environments.uv import UvError
from conformance.implementations.job_folders import write_jobs
from conformance.implementations.readers import reader as readers
from conformance.implementations.readers.reader import ReaderError, names, reader
from conformance.implementations.start import CandidateSpec, open_harbor, start
from conformance.operations import OPERATIONS
from conformance.survey import latest, one, showing, survey
from conformance.survey.one import Task, survey_one
from conformance.survey.questions import QUESTIONS, Question, Shows
from conformance.survey.results import Reading, Seen, Shown, Sign, Survey, sign_of
from conformance.survey.survey import Settings

TASK = QUESTIONS[0]


def shown(*values: str, error: str = "") -> Shown:
    return Shown(numbers={"": values[0]} if values else None, error=error)


@pytest.mark.parametrize(
    ("harbor", "of_reader", "sign"),
    [
        (shown("1"), shown("1.0"), Sign.SAME),
        (shown("nan"), shown("nan"), Sign.SAME),
        (shown("9007199254740993"), shown("9007199254740992.0"), Sign.OTHER),
        (shown("0.5"), shown("0.5000000000000001"), Sign.OTHER),
        (Shown(numbers={"a": "1", "b": "2"}), shown("1"), Sign.OTHER),
        (Shown(numbers={}), Shown(numbers={}), Sign.SAME),
        (shown("1"), shown(error="ValueError"), Sign.ERROR),
        (shown(error="ValidationError"), shown(error="TaskError"), Sign.SAME),
        (shown(error="ValidationError"), shown("0.0"), Sign.NUMBER),
        (shown("1"), Shown(lacks=True), Sign.LACKS),
    ],
)
def test_what_is_shown_is_held_to_harbor_exactly(
    harbor: Shown, of_reader: Shown, sign: Sign
) -> None:
    assert sign_of(harbor, of_reader) is sign


def test_each_question_has_an_id_and_a_title_of_its_own() -> None:
    assert len({question.id for question in QUESTIONS}) == len(QUESTIONS)
    assert len({question.title for question in QUESTIONS}) == len(QUESTIONS)


def shown_by_harbor() -> list[tuple[Question, Shown]]:
    harbor = open_harbor()
    try:
        return [(question, showing.of_harbor(harbor, question)) for question in QUESTIONS]
    finally:
        harbor.close()


@pytest.mark.end_to_end
def test_what_harbor_shows_is_what_stands_in_the_job_that_it_wrote(tmp_path: Path) -> None:
    jobs = write_jobs({question.id: question.scenario for question in QUESTIONS}, tmp_path)
    for question, expected in shown_by_harbor():
        stats = json.loads((jobs[question.id] / "result.json").read_bytes())["stats"]
        (group,) = stats["evals"].values()
        if question.shows is Shows.ATTEMPTS:
            in_file = {k: str(v) for k, v in group["pass_at_k"].items()}
        elif len(question.trials) == 1:
            (trial,) = jobs[question.id].glob("*/result.json")
            result = json.loads(trial.read_bytes())
            if result["exception_info"] is not None:
                assert expected.error == result["exception_info"]["exception_type"]
                continue
            in_file = {k: str(v) for k, v in result["verifier_result"]["rewards"].items()}
        else:
            in_file = {k: str(v) for k, v in group["metrics"][0].items()}
        # What is not finite has no number in JSON, and harbor writes null.
        shows = [
            v if v not in {"nan", "inf"} else "None" for v in (expected.numbers or {}).values()
        ]
        assert shows == list(in_file.values()), question.id


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


def task(folder: Path, **members: object) -> Task:
    values = {
        "name": "made==1.0.0",
        "source": str(folder.parent / "source"),
        "seed": 0,
        "profile": Profile.QUICK,
        "seconds": 30.0,
        "cache": folder.parent / "cache",
        "jobs": {question.id: folder for question in QUESTIONS},
    }
    return Task.model_validate({**values, **members})


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
        showing, "_ask", lambda *_: [{"file": str(made)}, *([{"lacks": True}] * 99)]
    )
    described = reader("made").model_copy(update={"package": "package", "source": "index"})
    ready = showing.Prepared(described, made / "bin" / "python", "0.9.0", ())
    with pytest.raises(ReaderError, match=r"package 0\.9\.0 is installed, and 1\.0\.0 was to be"):
        showing.of_reader(ready, dict.fromkeys((q.id for q in QUESTIONS), made), QUESTIONS, 1.0)


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


def test_a_reader_that_takes_too_long_does_not_keep_the_others(
    made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_reader(made)
    monkeypatch.setattr(survey, "_written", lambda asked, *_: dict.fromkeys(_ids(asked), made))
    settings = Settings((reader("made"),), made.parent / "cache", 1, seconds=0.05)
    result = survey.survey(settings, lambda _: None)
    assert result.problems == ["made was not surveyed within 0.05 s"]
    assert result.holds
    assert result.verdict == "1 readers surveyed; 1 could not be surveyed"


def _ids(asked: Sequence[Question]) -> list[str]:
    return [question.id for question in asked]


def reading(version: str, value: str, *, holds: bool = True) -> Reading:
    seen = {TASK.id: Seen(shown=shown(value))}
    findings = () if holds else ("naive-sum: declared, but never seen",)
    return Reading(name="made", version=version, seen=seen, holds=holds, findings=findings)


def of(one_reading: Reading) -> Survey:
    return Survey(harbor="0.13.1", seed=0, profile="quick", shown={}, readings=(one_reading,))


@pytest.mark.parametrize(
    ("newest", "lines"),
    [
        (reading("1.0.0", "1"), ["made 1.0.0 is the newest version"]),
        (reading("1.1.0", "1"), ["made 1.0.0 → 1.1.0: nothing changed"]),
        (
            reading("1.1.0", "2", holds=False),
            [
                f"made 1.0.0 → 1.1.0: {TASK.title}: 2, where it was 1",
                "made 1.0.0 → 1.1.0: its ledger does not hold any more",
                "made 1.0.0 → 1.1.0: naive-sum: declared, but never seen",
            ],
        ),
        (Reading(name="made", problem="it hangs"), ["made: it hangs"]),
    ],
)
def test_the_newest_version_is_told_by_what_it_shows_otherwise(
    newest: Reading, lines: list[str]
) -> None:
    assert latest.changes(of(reading("1.0.0", "1")), of(newest)) == lines


def test_the_newest_version_is_asked_of_the_index(monkeypatch: pytest.MonkeyPatch) -> None:
    index = next(one for one in map(reader, names()) if not one.from_repository)
    monkeypatch.setattr(uv, "compile_pins", lambda *_, **__: {index.package: "99.0"})
    assert latest.latest(index).version == "99.0"

    def offline(*_: object, **__: object) -> None:
        raise UvError("there is no network")

    monkeypatch.setattr(uv, "compile_pins", offline)
    with pytest.raises(ReaderError, match=r"the newest version is not known: there is no network"):
        latest.latest(index)


def run(*words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, **variables}
    return subprocess.run(
        [COMMAND, *words], capture_output=True, text=True, check=False, env=environment
    )


@pytest.mark.end_to_end
@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("nobody",), "no reader 'nobody'; there are "),
        (("--question", "nothing"), "no question 'nothing'; there are text-one, "),
        (("--source", "folder"), "--source folder: give NAME=FOLDER"),
        (("--source", "nobody=."), "--source nobody=.: no reader 'nobody'"),
        (("auto-harness",), "auto-harness is only in a repository: check out https://github.com/"),
    ],
)
def test_a_bad_option_is_one_line_and_nothing_is_started(
    words: tuple[str, ...], complaint: str
) -> None:
    ended = run("survey", *words)
    assert ended.returncode == 2
    assert ended.stderr.startswith(f"harbor-conformance: {complaint}")
    assert ended.stderr.count("\n") == 1


@pytest.mark.end_to_end
def test_a_reader_is_a_candidate_that_says_what_it_needs(tmp_path: Path) -> None:
    ended = run("certify", "reader/auto-harness", XDG_CACHE_HOME=str(tmp_path))
    assert ended.returncode == 3
    assert "certify takes --env READER_SOURCE=FOLDER" in ended.stderr
    ended = run("certify", "reader/nobody")
    assert (ended.returncode, ended.stderr.count("\n")) == (2, 1)


def test_a_reader_answers_like_any_candidate(made: Path) -> None:
    write_reader(made)
    source = (("READER_SOURCE", str(made.parent / "source")),)
    candidate = start(CandidateSpec("reader/made", env=source))
    try:
        assert candidate.operations == ("verifier",)
    finally:
        candidate.close()
