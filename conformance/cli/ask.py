"""``harbor-conformance ask``: one question, harbor's answer, and the candidates' beside it."""

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, get_type_hints

import typer

from conformance.cli.answers import show_answers
from conformance.cli.errors import UsageError
from conformance.cli.examples import epilog
from conformance.cli.formats import AsJson
from conformance.cli.options import (
    DEFAULT_TIMEOUT,
    AllowHarbor,
    CommandLine,
    Env,
    Python,
    Timeout,
    asked_for,
)
from conformance.cli.questions import build, content_of, file_content, parse_input, parse_json
from conformance.implementations.start import BUILT_IN, CandidateSpec
from conformance.operations import OPERATIONS, REGISTRY, Operation
from conformance.protocol.show import unknown
from conformance.protocol.values import Case
from conformance.recorded import corpus

app = typer.Typer(
    help="Show what harbor does with one input, and what candidates say beside it.",
    no_args_is_help=True,
)

type Options = dict[str, str | None]
type Question = Callable[[Options], Case]


def _common(  # noqa: PLR0913, PLR0917 - one parameter an option
    question: Annotated[
        str | None,
        typer.Option("--input", help="The whole input as protocol JSON, @FILE or - ."),
    ] = None,
    candidate: Annotated[
        str | None,
        typer.Option("--candidate", help="Ask this candidate instead of the built-in ones."),
    ] = None,
    command: CommandLine = None,
    python: Python = None,
    env: Env = None,
    timeout: Timeout = DEFAULT_TIMEOUT,
    *,
    as_json: AsJson = False,
    allow_harbor: AllowHarbor = False,
) -> None:
    """Carry, by its signature, the options that every question has."""


def _question(body: Callable[..., Case]) -> Callable[..., Case]:
    """Make a subcommand of a function from its own options to a case.

    The subcommand has the common options beside them; ``--input`` takes their place.
    """
    operation = body.__name__.removesuffix("_")

    def command(**given: object) -> None:
        common = {name: given.pop(name) for name in inspect.signature(_common).parameters}
        question, as_json = common.pop("question"), bool(common.pop("as_json"))
        specs = _asked(operation, **common)  # type: ignore[arg-type]
        if question is None:
            return show_answers(body(**given), specs, as_json=as_json)
        if any(value is not None for value in given.values()):
            raise UsageError("give either --input or the other options")
        return show_answers(parse_input(operation, str(question)), specs, as_json=as_json)

    parameters = [*_parameters(body), *_parameters(_common)]
    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {p.name: p.annotation for p in parameters}
    command.__doc__ = body.__doc__
    app.command(operation, epilog=epilog(f"ask {operation}"))(command)
    return body


def _parameters(function: Callable[..., object]) -> list[inspect.Parameter]:
    hints = get_type_hints(function, include_extras=True)
    parameters = inspect.signature(function).parameters.values()
    return [p.replace(annotation=hints[p.name], kind=p.KEYWORD_ONLY) for p in parameters]


def _asked(  # noqa: PLR0913 - one parameter an option
    operation: str,
    *,
    candidate: str | None = None,
    command: str | None = None,
    python: str | None = None,
    env: list[str] | None = None,
    timeout: float = DEFAULT_TIMEOUT,
    allow_harbor: bool = False,
) -> list[CandidateSpec]:
    """Return the candidates to ask: the one that is named, or the built-in ones."""
    if candidate is command is python is None and not allow_harbor:
        return [CandidateSpec(built_in) for built_in in BUILT_IN] if operation in OPERATIONS else []
    return [asked_for(candidate, command, env, timeout, python, allow_harbor=allow_harbor)]


@_question
def verifier(
    reward_txt: Annotated[
        str | None, typer.Option(help="The text of reward.txt, or @FILE.")
    ] = None,
    reward_json: Annotated[
        str | None, typer.Option(help="A file with reward.json, or its text.")
    ] = None,
) -> Case:
    """What the verifier makes of reward.txt and reward.json; none given: no file."""
    text = None if reward_txt is None else content_of("--reward-txt", reward_txt)
    json_ = None if reward_json is None else _json_content(reward_json)
    return Case("verifier", {"reward.txt": text, "reward.json": json_})


@_question
def multi_step(
    steps: Annotated[
        str | None,
        typer.Option(help="Each step's verifier result: a JSON list of objects and nulls."),
    ] = None,
    strategy: Annotated[
        str | None, typer.Option(help="mean or final; left out: the task sets none.")
    ] = None,
) -> Case:
    """What the rewards of a trial are, for the verifier results of its steps."""
    results = parse_json("--steps", _needed(steps, "--steps"))
    return build("multi_step", {"strategy": strategy, "steps": results})


@_question
def metric(
    metric: Annotated[str | None, typer.Option(help="mean, max, min or sum.")] = None,
    rewards: Annotated[
        str | None, typer.Option(help="Each trial's rewards: a JSON list of objects and nulls.")
    ] = None,
) -> Case:
    """What a metric is, for the rewards of some trials."""
    trials = parse_json("--rewards", _needed(rewards, "--metric and --rewards"))
    name = _needed(metric, "--metric and --rewards")
    return build("metric", {"metric": name, "rewards": trials})


@_question
def pass_at_k(
    trials: Annotated[str | None, typer.Option(help="A JSON list of trials.")] = None,
) -> Case:
    """What pass@k is, for some trials."""
    return build("pass_at_k", {"trials": parse_json("--trials", _needed(trials, "--trials"))})


@_question
def trial_result(
    result: Annotated[Path | None, typer.Argument(help="A trial's result.json.")] = None,
) -> Case:
    """What harbor reads back from a trial's result.json, when it resumes a job."""
    return Case("trial_result", {"result": file_content("FILE", _file(result))})


@_question
def outcome(
    result: Annotated[
        Path | None, typer.Argument(help="A job's result.json; one that is absent: no such file.")
    ] = None,
) -> Case:
    """What the summary line is, for a job's result.json."""
    file = _file(result)
    content = file_content("FILE", file) if file.exists() else None
    return Case("outcome", {"result": content})


@_question
def reason_code(
    reason: Annotated[str | None, typer.Argument(help="The reason as text.")] = None,
) -> Case:
    """What code a reason has; none given: null."""
    return Case("reason_code", {"reason": reason})


def _plain(operation: Operation) -> None:
    """Make the subcommand of an operation that has no options of its own."""

    def from_file(
        file: Annotated[
            Path | None, typer.Argument(help="A file with the input as JSON; numbers may be plain.")
        ] = None,
    ) -> Case:
        return build(operation.name, parse_json("FILE", f"@{_file(file)}"))

    from_file.__name__ = operation.name
    from_file.__doc__ = f"{operation.heading}."
    _question(from_file)


_OWN = frozenset(command.name for command in app.registered_commands)

for _operation in REGISTRY.values():
    if _operation.name not in _OWN:
        _plain(_operation)


@app.command(epilog=epilog("ask recorded"))
def recorded(
    id_: Annotated[str, typer.Argument(metavar="ID", help="The id of a recorded case.")],
    candidate: Annotated[str | None, typer.Option(help="Ask this candidate.")] = None,
    *,
    as_json: AsJson = False,
) -> None:
    """What harbor says to a recorded case of the corpus."""
    cases = {entry.id: entry.case for entry in corpus.load()}
    if id_ not in cases:
        raise UsageError(f"{unknown('recorded case', id_, cases)}; the files in corpus/ have them")
    specs = _asked(cases[id_].operation, candidate=candidate)
    show_answers(cases[id_], specs, as_json=as_json)


def _needed(value: str | None, names: str) -> str:
    if value is None:
        raise UsageError(f"give {names}, or --input")
    return value


def _file(given: Path | None) -> Path:
    if given is None:
        raise UsageError("give a file, or --input")
    return given


def _json_content(text: str) -> bytes:
    """Return the bytes of the file of that name where there is one, else of the text."""
    if not text.lstrip().startswith(("{", "[", '"', "@", "-")) and Path(text).is_file():
        return file_content("--reward-json", Path(text))
    return content_of("--reward-json", text)
