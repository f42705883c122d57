"""What a survey asks readers, shows of them, and tells of their newest versions."""

import json
import os
import subprocess
from pathlib import Path

import pytest
from disturbed import COMMAND

from conformance.implementations.environments import uv
from conformance.implementations.environments.uv import UvError
from conformance.implementations.installed_harbor import write_jobs
from conformance.implementations.readers.reader import ReaderError, names, reader
from conformance.implementations.readers.showing import ShownValue, Shows
from conformance.implementations.start import open_harbor
from conformance.survey import latest, showing
from conformance.survey.questions import QUESTIONS, Question
from conformance.survey.results import (
    Counts,
    Reading,
    Seen,
    Sign,
    Survey,
    in_one_sentence,
    sign_of,
)

TASK = QUESTIONS[0]


def shown(*values: str, error: str = "") -> ShownValue:
    return ShownValue(numbers={"": values[0]} if values else None, error=error)


@pytest.mark.parametrize(
    ("harbor", "of_reader", "sign"),
    [
        (shown("1"), shown("1.0"), Sign.SAME),
        (shown("nan"), shown("nan"), Sign.SAME),
        (shown("9007199254740993"), shown("9007199254740992.0"), Sign.ROUNDED),
        (shown("0.5"), shown("0.5000000000000001"), Sign.ROUNDED),
        (shown("0.5"), shown("0.5000000000000002"), Sign.OTHER),
        (shown("0.3333333333333333"), shown("0.33"), Sign.ROUNDED),
        (shown("0.3333333333333333"), shown("0.34"), Sign.OTHER),
        (ShownValue(numbers={"a": "1", "b": "2"}), shown("1"), Sign.SINGLE),
        (ShownValue(numbers={"a": "1"}), shown("1"), Sign.OTHER),
        (ShownValue(numbers={}), ShownValue(numbers={}), Sign.SAME),
        (shown("1"), shown(error="ValueError"), Sign.ERROR),
        (shown(error="ValidationError"), shown(error="TaskError"), Sign.SAME),
        (shown(error="ValidationError"), shown("0.0"), Sign.ZERO),
        (shown(error="ValidationError"), shown("0.5"), Sign.NUMBER),
        (shown("1"), ShownValue(lacks=True), Sign.LACKS),
    ],
)
def test_what_is_shown_is_held_to_harbor_exactly(
    harbor: ShownValue, of_reader: ShownValue, sign: Sign
) -> None:
    assert sign_of(harbor, of_reader) is sign


@pytest.mark.parametrize(
    ("newest", "sign"),
    [
        (shown(error="VerifierOutputParseError"), Sign.LATER),
        (shown("0.5"), Sign.ERROR),
        (None, Sign.ERROR),
    ],
)
def test_a_refusal_is_no_fault_where_the_newest_harbor_refuses_too(
    newest: ShownValue | None, sign: Sign
) -> None:
    assert sign_of(shown("0.5"), shown(error="TaskError"), newest) is sign


def test_a_reader_is_described_by_the_cases_in_which_it_behaves_as_declared() -> None:
    counts = {"verifier": Counts(cases=2794, declared=12, divergences=0)}
    holds = Reading(name="a", operations=counts)
    assert in_one_sentence(holds) == (
        "behaves as declared in all 2,794 cases, like harbor in 2,782"
    )
    broken = {"verifier": Counts(cases=2794, declared=12, divergences=3)}
    assert in_one_sentence(Reading(name="a", operations=broken, holds=False)) == (
        "does not behave as declared in 3 of 2,794 cases"
    )


def test_each_question_has_an_id_and_a_title_of_its_own() -> None:
    assert len({question.id for question in QUESTIONS}) == len(QUESTIONS)
    assert len({question.title for question in QUESTIONS}) == len(QUESTIONS)


def shown_by_harbor() -> list[tuple[Question, ShownValue]]:
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
                "made 1.0.0 → 1.1.0: its expected deviations do not hold any more",
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
