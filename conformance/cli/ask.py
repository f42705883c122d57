"""``harbor-conformance ask``: one input, harbor's answer, and the candidates' next to it."""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from conformance.certification.verdict import ExitCode
from conformance.cli import output
from conformance.cli.errors import UsageError
from conformance.cli.options import (
    CANDIDATE,
    DEFAULT_TIMEOUT,
    AllowHarbor,
    CommandLine,
    Env,
    Python,
    Timeout,
    asked_for,
)
from conformance.cli.output import AsJson
from conformance.examination.recorded import corpus
from conformance.implementations.installed_harbor import open_harbor
from conformance.implementations.start import BUILT_IN, CandidateSpec, ToolchainError, start
from conformance.operations import EVERY_OPERATION, OPERATIONS, plain_json
from conformance.operations.comparing import compare
from conformance.protocol.shapes import Json, ShapeError
from conformance.protocol.show import unknown
from conformance.protocol.values import Answer, Case
from conformance.report import answers
from conformance.report.answers import CandidateAnswer

RECORDED = "recorded"
"""What stands in the place of an operation where a recorded case is asked by its id."""

type Given = dict[str, str]
"""The options of an operation that were given, by their names."""

OWN_OPTIONS = {
    "verifier": ("--reward-txt", "--reward-json"),
    "multi_step": ("--strategy", "--steps"),
    "metric": ("--metric", "--rewards"),
    "pass_at_k": ("--trials",),
}
"""The options of operations; the input of every other operation is the word after its name."""


def _operations_like(start: str) -> list[str]:
    return [name for name in (*EVERY_OPERATION, RECORDED) if name.startswith(start)]


def ask(  # noqa: PLR0913, PLR0917 - one parameter an option
    operation: Annotated[
        str,
        typer.Argument(
            metavar="OP",
            help="The operation, or recorded for a recorded case.",
            autocompletion=_operations_like,
        ),
    ],
    value: Annotated[
        str | None,
        typer.Argument(
            metavar="[FILE|REASON|ID]",
            help="trial_result, outcome: a result.json. reason_code: the reason; none: null. "
            "job, run: the input as JSON. recorded: the case's id.",
        ),
    ] = None,
    reward_txt: Annotated[
        str | None, typer.Option(help="verifier: the text of reward.txt, or @FILE; none: no file.")
    ] = None,
    reward_json: Annotated[
        str | None, typer.Option(help="verifier: a file with reward.json, or its text.")
    ] = None,
    steps: Annotated[
        str | None,
        typer.Option(help="multi_step: each step's verifier result, a list of objects and nulls."),
    ] = None,
    strategy: Annotated[
        str | None, typer.Option(help="multi_step: mean or final; left out: the task sets none.")
    ] = None,
    metric: Annotated[str | None, typer.Option(help="metric: mean, max, min or sum.")] = None,
    rewards: Annotated[
        str | None, typer.Option(help="metric: each trial's rewards, a list of objects and nulls.")
    ] = None,
    trials: Annotated[str | None, typer.Option(help="pass_at_k: a JSON list of trials.")] = None,
    question: Annotated[
        str | None,
        typer.Option("--input", help="The whole input as protocol JSON, @FILE or - ."),
    ] = None,
    candidate: Annotated[
        str | None,
        typer.Option(
            rich_help_panel=CANDIDATE, help="Ask this candidate instead of the built-in ones."
        ),
    ] = None,
    command: CommandLine = None,
    python: Python = None,
    env: Env = None,
    timeout: Timeout = DEFAULT_TIMEOUT,
    *,
    as_json: AsJson = False,
    allow_harbor: AllowHarbor = False,
) -> None:
    """Show what harbor does with one input, and what candidates answer.

    Exit status: 0 the candidates agree, 1 one diverges, 2 usage, 3 the candidate could not be run,
    4 the oracle could not be trusted.
    """
    options = {
        "--reward-txt": reward_txt,
        "--reward-json": reward_json,
        "--steps": steps,
        "--strategy": strategy,
        "--metric": metric,
        "--rewards": rewards,
        "--trials": trials,
    }
    given = {name: text for name, text in options.items() if text is not None}
    case = _case(operation, value, given, question)
    if candidate is command is python is None and not allow_harbor:
        built_in = BUILT_IN if case.operation in OPERATIONS else ()
        specs = [CandidateSpec(name) for name in built_in]
    else:
        specs = [asked_for(candidate, command, env, timeout, python, allow_harbor=allow_harbor)]
    show_answers(case, specs, as_json=as_json)


def _case(operation: str, value: str | None, given: Given, question: str | None) -> Case:
    """Return the case that the command line describes; raises UsageError."""
    if operation not in (*EVERY_OPERATION, RECORDED):
        what = unknown("operation", operation, EVERY_OPERATION)
        raise UsageError(f"{what}; there are {', '.join(EVERY_OPERATION)}, and {RECORDED}")
    own = OWN_OPTIONS.get(operation, ())
    if strange := [option for option in given if option not in own]:
        raise UsageError(f"{strange[0]} is not an option of ask {operation}")
    if own and value is not None:
        raise UsageError(f"ask {operation} takes {' and '.join(own)}, or --input")
    if question is None:
        return _recorded(value) if operation == RECORDED else _described(operation, value, given)
    if given or value is not None or operation == RECORDED:
        raise UsageError("give either --input or the other options")
    return parse_input(operation, question)


def _described(operation: str, value: str | None, given: Given) -> Case:  # noqa: PLR0911 - one an operation
    match operation:
        case "verifier":
            return _verifier(given)
        case "multi_step":
            results = parse_json("--steps", _needed(given, "--steps"))
            return build(operation, {"strategy": given.get("--strategy"), "steps": results})
        case "metric":
            trials = parse_json("--rewards", _needed(given, "--rewards", "--metric"))
            name = _needed(given, "--metric", "--rewards")
            return build(operation, {"metric": name, "rewards": trials})
        case "pass_at_k":
            return build(operation, {"trials": parse_json("--trials", _needed(given, "--trials"))})
        case "reason_code":
            return Case(operation, {"reason": value})
    if value is None:
        raise UsageError("give a file, or --input")
    file = Path(value)
    if operation == "trial_result":
        return Case(operation, {"result": file_content("FILE", file)})
    if operation == "outcome":
        content = file_content("FILE", file) if file.exists() else None
        return Case(operation, {"result": content})
    return build(operation, parse_json("FILE", f"@{file}"))


def _verifier(given: Given) -> Case:
    text, document = given.get("--reward-txt"), given.get("--reward-json")
    return Case(
        "verifier",
        {
            "reward.txt": None if text is None else content_of("--reward-txt", text),
            "reward.json": None if document is None else _json_content(document),
        },
    )


def _recorded(id_: str | None) -> Case:
    if id_ is None:
        raise UsageError("give the id of a recorded case; the files in corpus/ have them")
    cases = {entry.id: entry.case for entry in corpus.load()}
    if id_ not in cases:
        raise UsageError(f"{unknown('recorded case', id_, cases)}; the files in corpus/ have them")
    return cases[id_]


def _needed(given: Given, option: str, other: str = "") -> str:
    if option not in given:
        both = " and ".join(sorted(filter(None, (option, other))))
        raise UsageError(f"give {both}, or --input")
    return given[option]


def _json_content(text: str) -> bytes:
    """Return the bytes of the file of that name where there is one, else of the text."""
    if not text.lstrip().startswith(("{", "[", '"', "@", "-")) and Path(text).is_file():
        return file_content("--reward-json", Path(text))
    return content_of("--reward-json", text)


def show_answers(case: Case, candidates: list[CandidateSpec], *, as_json: bool = False) -> None:
    """Ask harbor and the candidates, print what they say, and exit: status 1 if one diverges."""
    harbor = open_harbor()
    try:
        expected = harbor.answer(case)
    finally:
        harbor.close()
    if not as_json:
        _print(answers.of_oracle(case, expected))
    given = []
    for spec in candidates:
        given.append(_asked(case, expected, spec))
        if not as_json:
            _print(answers.of_candidate(case, given[-1]))
    if as_json:
        output.show_json(answers.document(case, expected, given))
    diverges = any(one.diverges for one in given)
    raise typer.Exit(ExitCode.DIVERGES if diverges else ExitCode.CONFORMANT)


def _print(rows: Iterable[tuple[str, str]]) -> None:
    for label, text in rows:
        output.line(f"{label:<10} {text}")


def _asked(case: Case, expected: Answer, spec: CandidateSpec) -> CandidateAnswer:
    try:
        candidate = start(spec)
    except ToolchainError as error:
        return CandidateAnswer(spec.name, not_run=str(error))
    try:
        actual = candidate.answer(case)
    finally:
        candidate.close()
    return CandidateAnswer(spec.name, actual, compare(case, expected, actual))


def parse_input(operation: str, text: str) -> Case:
    """Return the case of protocol JSON, of ``@FILE``, or of ``-`` for standard input."""
    return build(operation, parse_json("--input", text))


def parse_json(option: str, text: str) -> Json:
    """Return the JSON of an option, its plain numbers as the text that they are."""
    try:
        return plain_json.parse(content_of(option, text))
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{option} is not JSON: {error}") from error


def build(operation: str, json_input: Json) -> Case:
    """Return the case of an operation's input in protocol JSON."""
    try:
        return plain_json.case_of(operation, json_input)
    except ShapeError as error:
        raise UsageError(f"not an input of {operation}: {error}") from error


def content_of(option: str, text: str) -> bytes:
    """Return the bytes that ``@FILE``, ``-`` or the text itself stand for."""
    if text == "-":
        return sys.stdin.buffer.read()
    if text.startswith("@"):
        return file_content(option, Path(text[1:]))
    return text.encode("utf-8", "surrogateescape")


def file_content(option: str, file: Path) -> bytes:
    """Return the bytes of a file that an option names."""
    try:
        return file.read_bytes()
    except OSError as error:
        raise UsageError(f"{option} {file}: {error.strerror}") from error
