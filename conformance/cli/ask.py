"""``harbor-conformance ask``: one input, and the answers of harbor and candidates."""

import sys
from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path

from conformance.certification.verdict import ExitCode
from conformance.cli import output
from conformance.cli.declaring import argument, option, switch
from conformance.cli.errors import UsageError
from conformance.cli.options import OPERATIONS as OPERATION_NAMES
from conformance.cli.options import CandidateOptions, ReleaseOptions, like_those_of
from conformance.cli.output import JsonOption
from conformance.examination.recorded import corpus
from conformance.implementations.installed_harbor import Harbor, open_harbor
from conformance.implementations.process.command import names_object
from conformance.implementations.start import BUILT_IN, CandidateSpec, ToolchainError, start
from conformance.operations import EVERY_OPERATION, OPERATIONS, plain_json
from conformance.operations.comparing import compare
from conformance.protocol.agreement import Agreement
from conformance.protocol.shapes import Json, ShapeError
from conformance.protocol.show import unknown
from conformance.protocol.values import Answer, Case
from conformance.report import answers
from conformance.report.answers import CandidateAnswer, OracleAnswer

RECORDED = "recorded"
"""The word in place of an operation if a recorded case is named by its id."""

_KINDS = (RECORDED,)

OWN_OPTIONS = {
    "verifier": ("--reward-txt", "--reward-json"),
    "multi_step": ("--strategy", "--steps"),
    "metric": ("--metric", "--rewards"),
    "pass_at_k": ("--trials",),
}
"""The options of operations; other operations take their input as the next word."""

_NOT_FILES = frozenset({RECORDED, "reason_code"})
"""The field that the next word fills, if it is text that may begin with an @."""

_OPTIONAL = frozenset({*OWN_OPTIONS["verifier"], "--strategy"})
_TEXT = frozenset({"--strategy", "--metric"})
"""Options whose text is not JSON."""


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
        autocompletion=like_those_of(OPERATION_NAMES, f"{__name__}:_KINDS"),
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
        told = self._told(case)
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
        return ExitCode.DIVERGES if diverges else ExitCode.CONFORMANT

    def _specs(self, operation: str) -> list[CandidateSpec]:
        if not (self.candidate is self.command is self.python is None) or self.allow_harbor:
            return [self.spec()]
        return [CandidateSpec(name) for name in (BUILT_IN if operation in OPERATIONS else ())]

    def _told(self, case: Case) -> list[OracleAnswer]:
        """Return harbor's answer by release; adjacent releases that agree share one."""
        if not self.release:
            return [_asked(case, open_harbor())]
        from conformance.implementations.released_harbor import opened_harbor

        told = list[OracleAnswer]()
        with self.present_oracles() as releases:
            for release in releases:
                one = _asked(case, opened_harbor(release))
                if told and compare(case, told[-1].answer, one.answer).agreement is Agreement.EXACT:
                    one = replace(told.pop(), last=one.last)
                told.append(one)
        return told

    def _test(self, case: Case, expected: Answer) -> str:
        """Return the case as a Python test; raises UsageError if it cannot be one."""
        if not names_object(str(self.candidate)):
            raise UsageError("--test is for --candidate MODULE, or module:attribute")
        from conformance.report import pasting

        if test := pasting.python_test(case, expected, str(self.candidate)):
            return test
        raise UsageError("--test: == does not compare these answers as harbor-conformance does")

    def _print(self, rows: Iterable[tuple[str, str]]) -> None:
        if not self.as_json:
            output.show("".join(f"{label:<10} {text}\n" for label, text in rows))

    def _case(self) -> Case:
        """Return the case that the command line describes; raises UsageError."""
        operation, value, own = self.operation, self.value, OWN_OPTIONS.get(self.operation, ())
        if operation not in (*EVERY_OPERATION, RECORDED):
            what = unknown("operation", operation, EVERY_OPERATION)
            raise UsageError(f"{what}; there are {', '.join(EVERY_OPERATION)}, and {RECORDED}")
        given = self._given()
        if strange := [option for option in given if option not in own]:
            raise UsageError(f"{strange[0]} is not an option of ask {operation}")
        if value is not None and value.startswith("@") and operation not in _NOT_FILES:
            return parse_input(operation, value)
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
        options = [option for own in OWN_OPTIONS.values() for option in own]
        values = {one: getattr(self, one[2:].replace("-", "_")) for one in options}
        return {option: value for option, value in values.items() if value is not None}


def _described(operation: str, given: Mapping[str, str]) -> Case:
    """Return the case described by the options of an operation."""
    own = OWN_OPTIONS[operation]
    needed = [option for option in own if option not in _OPTIONAL]
    if not given.keys() >= {*needed}:
        raise UsageError(f"give {' and '.join(needed)}, or --input")
    if operation == "verifier":
        text, document = map(given.get, own)
        return Case(
            operation,
            {
                "reward.txt": None if text is None else content_of("--reward-txt", text),
                "reward.json": None if document is None else _json_content(document),
            },
        )
    return build(
        operation,
        {
            option[2:]: given.get(option) if option in _TEXT else parse_json(option, given[option])
            for option in own
        },
    )


def _read(operation: str, value: str | None) -> Case:
    """Return the case of a file, or of a reason."""
    if operation == "reason_code":
        return Case(operation, {"reason": value})
    if value is None:
        raise UsageError("give a file, or --input")
    file = Path(value)
    if operation not in {"trial_result", "outcome"}:
        return build(operation, parse_json("FILE", f"@{file}"))
    absent = operation == "outcome" and not file.exists()
    return Case(operation, {"result": None if absent else file_content("FILE", file)})


def _recorded(id_: str | None) -> Case:
    if id_ is None:
        raise UsageError("give the id of a recorded case; the files in corpus/ have them")
    cases = {entry.id: entry.case for entry in corpus.load()}
    if id_ not in cases:
        raise UsageError(f"{unknown('recorded case', id_, cases)}; the files in corpus/ have them")
    return cases[id_]


def _json_content(text: str) -> bytes:
    """Return the bytes of the file of that name, or else of the text."""
    if not text.lstrip().startswith(("{", "[", '"', "@", "-")) and Path(text).is_file():
        return file_content("--reward-json", Path(text))
    return content_of("--reward-json", text)


def _asked(case: Case, harbor: Harbor) -> OracleAnswer:
    with closing(harbor):
        version = harbor.provenance.harbor
        return OracleAnswer(version, version, harbor.answer(case))


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
