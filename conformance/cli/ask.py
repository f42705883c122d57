"""``harbor-conformance ask``: one input, and the answers of harbor and candidates."""

import sys
from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from conformance.certification.verdict import ExitCode
from conformance.cli import output
from conformance.cli.candidates import CandidateOptions
from conformance.cli.declaring import argument, like_those_of, option, switch
from conformance.cli.errors import UsageError
from conformance.cli.output import JsonOption
from conformance.cli.releases import ReleaseOptions
from conformance.examination.recorded import corpus
from conformance.implementations.environments.versions import spans
from conformance.implementations.installed_harbor import Harbor, open_harbor
from conformance.implementations.process.command import names_object
from conformance.implementations.start import BUILT_IN, CandidateSpec, ToolchainError, start
from conformance.operations import EVERY_OPERATION, FORMS, OPERATIONS, REGISTRY, plain_json
from conformance.operations.comparing import compare
from conformance.operations.operation import Typed
from conformance.protocol.agreement import Comparison
from conformance.protocol.shapes import Json, ShapeError
from conformance.protocol.show import unknown
from conformance.protocol.values import Answer, Case
from conformance.report import answers
from conformance.report.answers import CandidateAnswer, OracleAnswer

RECORDED = "recorded"
"""The word in place of an operation if a recorded case is named by its id."""


@dataclass(frozen=True, kw_only=True)
class AskCommand(ReleaseOptions, CandidateOptions, JsonOption):
    """Show what harbor and candidates do with one input.

    Exit status: 0 the candidates agree, 1 one diverges, 2 usage, 3 the candidate could not be run,
    4 the oracle could not be trusted.
    """

    candidate: str | None = option(None, "Run this candidate instead of the built-in ones.")
    expected: Path | None = field(init=False, default=None)
    operation: str = argument(
        ...,
        "The operation, or recorded for a recorded case.",
        metavar="OP",
        autocompletion=like_those_of(lambda: [*EVERY_OPERATION, RECORDED]),
    )
    value: str | None = argument(
        None,
        "@FILE: the whole input as JSON. trial_result, outcome: a result.json. "
        "reason_code: the reason; none: null. recorded: the case's id.",
        metavar="[@FILE|REASON|ID]",
    )
    reward_txt: str | None = option(
        None, "verifier: the text of reward.txt, or @FILE; none: no file."
    )
    reward_json: str | None = option(None, "verifier: a file with reward.json, or its text.")
    steps: str | None = option(
        None, "multi_step: each step's verifier result, a list of objects and nulls."
    )
    strategy: str | None = option(None, "multi_step: mean or final; left out: the task sets none.")
    metric: str | None = option(None, "metric: mean, max, min or sum.")
    rewards: str | None = option(None, "metric: each trial's rewards, a list of objects and nulls.")
    trials: str | None = option(None, "pass_at_k: a JSON list of trials.")
    input_: str | None = option(None, "The whole input as JSON, @FILE or - .", "--input")
    test: bool = switch("Print the case as a Python test for the candidate's module.")

    def run(self) -> ExitCode:
        """Print harbor's answer, then each candidate's as it arrives."""
        case = self._case()
        specs = self._specs(case.operation)
        told, code = self._told(case)
        if self.test:
            if len(told) > 1:
                raise UsageError("--test: these releases answer differently; give one")
            output.show(self._test(case, told[0].answer))
            return ExitCode.CONFORMANT
        for place, one in enumerate(told):
            self._print(answers.of_oracle(case, one, with_input=not place))
        given = []
        for spec in specs:
            given.append(_answered(case, spec))
            self._print(answers.of_candidate(case, given[-1], told))
        if self.as_json:
            self.print((), lambda: answers.document(case, told, given))
        diverges = any(answers.differs(case, one, by) for one in given for by in told)
        return ExitCode.DIVERGES if diverges else code

    def _specs(self, operation: str) -> list[CandidateSpec]:
        if not (self.candidate is self.command is self.python is None) or self.allow_harbor:
            return [self.spec()]
        return [CandidateSpec(name) for name in (BUILT_IN if operation in OPERATIONS else ())]

    def _told(self, case: Case) -> tuple[list[OracleAnswer], ExitCode]:
        """Return harbor's answers, and the exit status unless a candidate differs.

        Releases in a row that agree share an answer.
        """
        if not self.release:
            return [OracleAnswer(*_asked(case, open_harbor()))], ExitCode.CONFORMANT
        from conformance.implementations.released_harbor import opened_harbor

        told = list[tuple[list[str], Answer]]()
        with self.of_each_oracle(lambda one: _asked(case, opened_harbor(one))) as (found, code):
            for release, answer in found:
                if not told or compare(case, told[-1][1], answer) != Comparison():
                    told.append(([], answer))
                told[-1][0].append(release)
        return [OracleAnswer(spans(of), answer) for of, answer in told], code

    def _test(self, case: Case, expected: Answer) -> str:
        """Return the case as a Python test; raises UsageError if it cannot be one."""
        if not names_object(str(self.candidate)):
            raise UsageError("--test is for --candidate MODULE, or module:attribute")
        from conformance.report import pasting

        try:
            test = pasting.python_test(case, expected, str(self.candidate))
        except ValueError:  # Python reads no such number back
            raise UsageError("--test: an integer of the case has more than 4,300 digits") from None
        if not test:
            raise UsageError("--test: == does not compare these answers as this program does")
        return test

    def _print(self, rows: Iterable[tuple[str, str]]) -> None:
        if not self.as_json:
            output.show("".join(f"{label:<10} {text}\n" for label, text in rows))

    def _case(self) -> Case:
        """Return the case that the command line describes; raises UsageError."""
        operation, value, given = self.operation, self.value, self._given()
        if operation not in (*EVERY_OPERATION, RECORDED):
            what = unknown("operation", operation, EVERY_OPERATION)
            raise UsageError(f"{what}; there are {', '.join(EVERY_OPERATION)}, and {RECORDED}")
        typed = {} if operation == RECORDED else REGISTRY[operation].typed
        own = [_option(name) for name, kind in typed.items() if not kind.is_word]
        is_text = operation == RECORDED or Typed.WORD in typed.values()
        if strange := next((option for option in given if option not in own), ""):
            raise UsageError(f"{strange} is not an option of ask {operation}")
        if value is not None and value.startswith("@") and not is_text:
            try:
                return parse_input(operation, value)
            except UsageError as error:
                fields = f"for its fields, give {' and '.join(own) or value[1:]}"
                raise UsageError(f"{error}; {value} is a whole input: {fields}") from error
        if own and value is not None:
            raise UsageError(f"ask {operation} takes {' and '.join(own)}, or --input")
        if self.input_ is not None:
            if given or value is not None or operation == RECORDED:
                raise UsageError("give either --input or the other options")
            return parse_input(operation, self.input_)
        if own:
            return _described(operation, given)
        return _recorded(value) if operation == RECORDED else _read(operation, value)

    def _given(self) -> dict[str, str]:
        """Return the options of operations that were given."""
        typed = (pair for of in REGISTRY.values() for pair in of.typed.items())
        names = [name for name, kind in typed if not kind.is_word]
        values = {_option(name): getattr(self, name.replace(".", "_")) for name in names}
        return {option: value for option, value in values.items() if value is not None}


def _described(operation: str, given: Mapping[str, str]) -> Case:
    """Return the case that the options of an operation describe."""
    typed = REGISTRY[operation].typed
    needed = [_option(name) for name in typed if not _may_be_null(operation, name)]
    if not given.keys() >= {*needed}:
        raise UsageError(f"give {' and '.join(needed)}, or --input")
    texts = {name: given.get(_option(name)) for name in typed}
    if {*typed.values()} <= {Typed.CONTENT, Typed.JSON_CONTENT}:
        return Case(operation, {n: _content(typed[n], _option(n), t) for n, t in texts.items()})
    values: dict[str, Json] = {**texts}
    for name, text in texts.items():
        if typed[name] is Typed.JSON and text is not None:
            values[name] = parse_json(_option(name), text)
    return build(operation, values)


def _option(name: str) -> str:
    """Return the option of a field, such as ``--reward-txt``."""
    return f"--{name.replace('.', '-')}"


def _may_be_null(operation: str, name: str) -> bool:
    properties = FORMS[operation].input.schema["properties"]
    return isinstance(properties, dict) and "anyOf" in cast("dict[str, Json]", properties[name])


def _read(operation: str, value: str | None) -> Case:
    """Return the case of a file, or of a reason."""
    name, kind = next(iter(REGISTRY[operation].typed.items()), ("", None))
    if kind is Typed.WORD:
        return Case(operation, {name: value})
    if value is None:
        raise UsageError("give a file, or --input")
    file = Path(value)
    if kind is None:
        return build(operation, parse_json("FILE", f"@{file}"))
    absent = _may_be_null(operation, name) and not file.exists()
    return Case(operation, {name: None if absent else file_content("FILE", file)})


def _recorded(id_: str | None) -> Case:
    if id_ is None:
        raise UsageError("give the id of a recorded case; the files in corpus/ have them")
    cases = {entry.id: entry.case for entry in corpus.load()}
    if id_ not in cases:
        raise UsageError(f"{unknown('recorded case', id_, cases)}; the files in corpus/ have them")
    return cases[id_]


def _content(kind: Typed, option: str, text: str | None) -> bytes | None:
    """Return the bytes that a text stands for, or no file where there is none."""
    if text is None:
        return None
    is_json = text.lstrip().startswith(("{", "[", '"', "@", "-"))
    if kind is Typed.JSON_CONTENT and not is_json and Path(text).is_file():
        return file_content(option, Path(text))
    return content_of(option, text)


def _asked(case: Case, harbor: Harbor) -> tuple[str, Answer]:
    with closing(harbor):
        return harbor.provenance.harbor, harbor.answer(case)


def _answered(case: Case, spec: CandidateSpec) -> CandidateAnswer:
    try:
        candidate = start(spec)
    except ToolchainError as error:
        return CandidateAnswer(spec.name, not_run=str(error))
    with closing(candidate):
        return CandidateAnswer(spec.name, candidate.answer(case))


def parse_input(operation: str, text: str) -> Case:
    """Return the case of protocol JSON, of ``@FILE``, or of ``-`` for standard input."""
    return build(operation, parse_json("--input", text))


def parse_json(option: str, text: str) -> Json:
    """Return the JSON of an option, its plain numbers as text."""
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
