"""``harbor-conformance ask``: what harbor does with one input, and who says the same."""

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from conformance import show, wire
from conformance.agreement import compare
from conformance.cli.errors import UsageError
from conformance.cli.options import DEFAULT_TIMEOUT, CommandLine, Env, Timeout, asked_for
from conformance.cli.questions import build, content_of, file_content, parse_input, parse_json
from conformance.implementations import BUILT_IN, Asked, ToolchainError, open_harbor, start
from conformance.model import HARBOR_VERSION, Agreement, Answer, Case, Failure, Fault
from conformance.verdict import ExitCode

app = typer.Typer(
    help="Show what harbor does with one input, and what candidates say beside it.",
    no_args_is_help=True,
)

Input = Annotated[
    str | None, typer.Option("--input", help="The whole input as protocol JSON, @FILE or - .")
]
Name = Annotated[
    str | None,
    typer.Option("--candidate", help="Ask this candidate instead of the built-in ones."),
]


@app.command()
def verifier(  # noqa: PLR0913, PLR0917 - one parameter an option
    reward_txt: Annotated[
        str | None, typer.Option(help="The text of reward.txt, or @FILE.")
    ] = None,
    reward_json: Annotated[
        str | None, typer.Option(help="A file with reward.json, or its text.")
    ] = None,
    question: Input = None,
    candidate: Name = None,
    command: CommandLine = None,
    env: Env = None,
    timeout: Timeout = DEFAULT_TIMEOUT,
) -> None:
    """What the verifier makes of reward.txt and reward.json; none given: no file."""
    asked = _asked(candidate, command, env, timeout)
    if question is not None:
        if reward_txt is not None or reward_json is not None:
            raise UsageError("give either --input or the reward files")
        return _show(parse_input("verifier", question), asked)
    text = None if reward_txt is None else content_of("--reward-txt", reward_txt)
    json_ = None if reward_json is None else _json_content(reward_json)
    return _show(Case("verifier", {"reward.txt": text, "reward.json": json_}), asked)


@app.command()
def metric(  # noqa: PLR0913, PLR0917 - one parameter an option
    name: Annotated[str | None, typer.Option("--metric", help="mean, max, min or sum.")] = None,
    rewards: Annotated[
        str | None, typer.Option(help="Each trial's rewards: a JSON list of objects and nulls.")
    ] = None,
    question: Input = None,
    candidate: Name = None,
    command: CommandLine = None,
    env: Env = None,
    timeout: Timeout = DEFAULT_TIMEOUT,
) -> None:
    """What a metric is, for the rewards of some trials."""
    asked = _asked(candidate, command, env, timeout)
    if question is not None:
        return _show(parse_input("metric", question), asked)
    if name is None or rewards is None:
        raise UsageError("give --metric and --rewards, or --input")
    members = {"metric": name, "rewards": parse_json("--rewards", rewards)}
    return _show(build("metric", members), asked)


@app.command("pass_at_k")
def pass_at_k(  # noqa: PLR0913, PLR0917 - one parameter an option
    trials: Annotated[str | None, typer.Option(help="A JSON list of trials.")] = None,
    question: Input = None,
    candidate: Name = None,
    command: CommandLine = None,
    env: Env = None,
    timeout: Timeout = DEFAULT_TIMEOUT,
) -> None:
    """What pass@k is, for some trials."""
    asked = _asked(candidate, command, env, timeout)
    if question is not None:
        return _show(parse_input("pass_at_k", question), asked)
    if trials is None:
        raise UsageError("give --trials or --input")
    return _show(build("pass_at_k", {"trials": parse_json("--trials", trials)}), asked)


def _json_content(text: str) -> bytes:
    """Return the bytes of the file of that name where there is one, else of the text."""
    if not text.lstrip().startswith(("{", "[", '"', "@", "-")) and Path(text).is_file():
        return file_content("--reward-json", Path(text))
    return content_of("--reward-json", text)


def _asked(
    name: str | None, line: str | None, env: list[str] | None, timeout: float
) -> list[Asked]:
    """Return the candidates to ask: the one that is named, or the built-in ones."""
    if name is None and line is None:
        return [Asked(built_in) for built_in in BUILT_IN]
    return [asked_for(name, line, env, timeout)]


def _show(case: Case, candidates: list[Asked]) -> None:
    """Print harbor's answer and the candidates' beside it; exit status 1 if one diverges."""
    console = Console()
    harbor = open_harbor()
    try:
        expected = harbor.answer(case)
    finally:
        harbor.close()
    _print(console, "asked", show.case(case, longest=1000))
    _print(console, "harbor", _words(expected))
    _print(console, "  as JSON", _json(case.operation, expected))
    agreements = [_show_beside(console, case, expected, asked) for asked in candidates]
    diverges = Agreement.DIVERGENT in agreements
    raise typer.Exit(ExitCode.DIVERGES if diverges else ExitCode.CONFORMANT)


def _show_beside(console: Console, case: Case, expected: Answer, asked: Asked) -> Agreement | None:
    label = show.printable(asked.name)
    try:
        candidate = start(asked)
    except ToolchainError as error:
        _print(console, label, f"not run: {error}")
        return None
    try:
        actual = candidate.answer(case)
    finally:
        candidate.close()
    comparison = compare(expected, actual)
    match comparison.agreement:
        case Agreement.EXACT:
            said = "the same, exactly"
        case Agreement.EQUAL:
            said = f"equal, not exactly alike ({comparison.difference}): {show.answer(actual)}"
        case Agreement.DIVERGENT:
            said = f"DIVERGES ({show.printable(comparison.difference)}): {show.answer(actual)}"
    _print(console, label, said)
    if comparison.agreement is not Agreement.EXACT and not isinstance(actual, Fault):
        _print(console, "  as JSON", _json(case.operation, actual))
    return comparison.agreement


def _words(answer: Answer) -> str:
    whom = f"harbor {HARBOR_VERSION}"
    if isinstance(answer, Failure):
        return f"{whom} raises {answer.error}: {show.printable(answer.message)}"
    return f"{whom} returns {show.answer(answer, longest=1000)}"


def _json(operation: str, answer: Answer) -> str:
    return json.dumps(wire.answer_to_json(operation, answer))


def _print(console: Console, label: str, text: str) -> None:
    console.print(Text(f"{label:<11}{text}"), soft_wrap=True, highlight=False)
