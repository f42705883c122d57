"""What harbor shows for the questions, and what a reader's adapter shows its users."""

import base64
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import cast

from conformance.implementations.process.command import environment
from conformance.implementations.process.reaper import reaped_tempdir
from conformance.implementations.process.tool import run_tool
from conformance.implementations.readers.environment import SOURCE, Prepared
from conformance.implementations.readers.reader import ADAPTER, ReaderError
from conformance.protocol.shapes import Number
from conformance.protocol.values import Case, Failure, Implementation, Result, Value
from conformance.survey.questions import FAILURE, Question, Shows, Trial
from conformance.survey.results import ShownValue

SHOWN = Path(__file__).parent.parent / "implementations" / "shim" / "harbor_conformance_shown.py"
"""Asks an adapter, under the interpreter of its environment."""

_FUNCTIONS = {Shows.SCORE: "shown", Shows.ATTEMPTS: "passes"}

type Files = dict[str, dict[str, str]]
"""By title, the files that a writer writes, each as base64."""


def of_harbor(harbor: Implementation, question: Question) -> ShownValue:
    """Return what harbor shows: a trial's rewards or its error, a job's mean, or its pass@k."""
    if question.shows is Shows.ATTEMPTS:
        return _shown(harbor, Case("pass_at_k", {"trials": attempts(harbor, question)}))
    if len(question.trials) == 1:
        (trial,) = question.trials
        return ShownValue(error=FAILURE) if trial.fails else _shown(harbor, trial.case)
    rewards = [rewards_of(harbor, trial) for trial in question.trials]
    return _shown(harbor, Case("metric", {"metric": "mean", "rewards": rewards}))


def rewards_of(harbor: Implementation, trial: Trial) -> Value:
    """Return the rewards that harbor has of a trial; None where it has no verifier result."""
    answer = None if trial.fails else harbor.answer(trial.case)
    return _members(answer)["rewards"] if isinstance(answer, Result) else None


def attempts(harbor: Implementation, question: Question) -> list[Value]:
    """Return the trials of a question as ``pass_at_k`` is asked about them."""
    return [
        {
            "task_name": trial.task,
            "agent": "nop",
            "verifier_result": {"rewards": rewards_of(harbor, trial)},
        }
        for trial in question.trials
    ]


def _shown(harbor: Implementation, case: Case) -> ShownValue:
    answer = harbor.answer(case)
    if not isinstance(answer, Result):
        return ShownValue(error=answer.error if isinstance(answer, Failure) else "no answer")
    members = _members(answer)
    match case.operation:
        case "pass_at_k":
            return _numbers(next(iter(members.values()), {}), "")
        case "verifier":
            return _numbers(members["rewards"], "reward")
    return _numbers(members, "mean")


def _members(answer: Result) -> dict[str, Value]:
    return cast("dict[str, Value]", answer.value)


def _numbers(values: Value, alone: str) -> ShownValue:
    """Return numbers by name; one of the usual name is a number alone."""
    if values is None:
        return ShownValue(error="None")
    named = cast("dict[str, float]", values)
    texts = {name: _text(value) for name, value in named.items()}
    return ShownValue(numbers={"": texts[alone]} if set(texts) == {alone} else texts)


def _text(value: float) -> str:
    form = cast("dict[str, str]", Number().encode(value))
    return next(iter(form.values()))


def of_reader(
    prepared: Prepared, jobs: Mapping[str, Path], questions: Sequence[Question], seconds: float
) -> tuple[list[ShownValue], Files]:
    """Return what a reader shows for each question, and the files that it writes, if it does.

    Raises ReaderError where it cannot be asked, or is not what it says.
    """
    asked = [{"function": _FUNCTIONS[q.shows], "job": str(jobs[q.id])} for q in questions]
    met, *answers, written = _ask(prepared, [*asked, {"function": "written"}], seconds)
    _refuse_stranger(prepared, met.get("file"))
    files = written.get("files", {})
    for title, contents in files.items():
        for content in contents.values():
            base64.b64decode(content, validate=True)
        if not set(contents) <= {"reward.txt", "reward.json"}:
            raise ReaderError(f"{prepared.reader.name}: {title!r} holds other files")
    return [_said(answer) for answer in answers], files


def _said(answer: dict[str, dict[str, dict[str, str]]]) -> ShownValue:
    if "lacks" in answer:
        return ShownValue(lacks=True)
    if "numbers" not in answer:
        return ShownValue(error=str(answer["error"]))
    texts = {name: next(iter(form.values())) for name, form in answer["numbers"].items()}
    return ShownValue(numbers={"": texts["reward"]} if set(texts) == {"reward"} else texts)


def _ask(prepared: Prepared, questions: list[dict[str, str]], seconds: float) -> list[dict]:  # type: ignore[type-arg] # lines of the shown program
    """Return the lines that come back: who was met, and an answer to each question."""
    name, home = prepared.reader.name, prepared.reader.folder
    argv = [str(prepared.python), str(SHOWN), ADAPTER, prepared.reader.module]
    lines = "".join(f"{json.dumps(question)}\n" for question in questions)
    with reaped_tempdir("reader-") as folder:
        # Nobody is held to harbor here: a package that uses harbor itself may have it.
        around = environment(prepared.command(0), folder) | {"PYTHONPATH": str(home)}
        try:
            ended = run_tool(argv, folder=folder, env=around, stdin=lines, seconds=seconds)
        except TimeoutError:
            raise ReaderError(f"{name} did not answer within {seconds:g} s") from None
        except (OSError, UnicodeError) as error:
            raise ReaderError(f"{name} could not be started: {error}") from error
    answers = [json.loads(line) for line in ended.stdout.splitlines()]
    if len(answers) != 1 + len(questions):
        log = ended.stderr.strip().rpartition("\n")[2] or f"exit status {ended.returncode}"
        what = "could not be imported" if not answers else "ended while it was asked"
        raise ReaderError(f"{name} {what}: {log}")
    return answers


def _refuse_stranger(prepared: Prepared, file: str | None) -> None:
    """Raise ReaderError unless the package that was imported is the one that is surveyed."""
    described = prepared.reader
    variables = dict(prepared.variables)
    home = Path(variables[SOURCE]) if described.from_repository else prepared.python.parent.parent
    if file is None or not Path(file).resolve().is_relative_to(home.resolve()):
        whence = f"came from {file}" if file else "was never imported"
        raise ReaderError(f"{described.name}: {described.module} {whence}, not from {home}")
    if described.package and prepared.version != described.version:
        raise ReaderError(
            f"{described.name}: {described.package} {prepared.version} is installed, and "
            f"{described.version} was to be surveyed"
        )
