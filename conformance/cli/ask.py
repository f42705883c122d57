"""``harbor-conformance ask``: one input, and the answers of harbor and candidates."""

import base64
import sys
from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from conformance.certification import ExitCode
from conformance.cli import output
from conformance.cli.candidates import CandidateOptions, ReleaseOptions
from conformance.cli.declaring import argument, like_those_of, option, switch
from conformance.cli.errors import UsageError
from conformance.cli.output import JsonOption
from conformance.examination import corpus
from conformance.implementations.environments.versions import spans
from conformance.implementations.installed_harbor import Harbor, open_harbor
from conformance.implementations.process.command import names_object
from conformance.implementations.start import BUILT_IN, CandidateSpec, ToolchainError, start
from conformance.operations import EVERY_OPERATION, FORMS, OPERATIONS, messages
from conformance.operations.comparing import Comparison, compare
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
        "A file with the whole input as JSON, or @FILE. trial_result, outcome: a result.json. "
        "reason_code: the reason; none: null. recorded: the case's id.",
        metavar="[FILE|REASON|ID]",
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
        case = self.case()
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

    def case(self) -> Case:
        """Return the case that the command line describes; raises UsageError."""
        operation, word, whole = self.operation, self.value, self.input_
        if operation == RECORDED:
            return _recorded(word)
        if operation not in EVERY_OPERATION:
            what = unknown("operation", operation, EVERY_OPERATION)
            raise UsageError(f"{what}; there are {', '.join(EVERY_OPERATION)}, and {RECORDED}")
        fields, only = self._fields(), _only_text(operation)
        if (word is not None) + (whole is not None) + bool(fields) > 1:
            raise UsageError("give either --input, a file or the fields one by one")
        if word is not None and (word.startswith("@") or not only):
            whole = f"@{word.removeprefix('@')}"
        if whole is not None:
            return parse_input(operation, whole)
        return _described(operation, fields if word is None else {only: word})

    def _fields(self) -> dict[str, str]:
        """Return the fields of an input that were given one by one; raises UsageError."""
        values = {name: getattr(self, name.replace(".", "_")) for name in _FIELDS}
        given = {name: text for name, text in values.items() if text is not None}
        known = _properties(self.operation)
        if strange := next((name for name in given if name not in known), ""):
            raise UsageError(f"{_option(strange)} is not an option of ask {self.operation}")
        return given


_FIELDS = ("reward.txt", "reward.json", "strategy", "steps", "metric", "rewards", "trials")
"""The fields of inputs that have an option."""


def _option(name: str) -> str:
    """Return the option of a field, such as ``--reward-txt``."""
    return f"--{name.replace('.', '-')}"


def _properties(operation: str) -> dict[str, dict[str, Json]]:
    """Return the schema of each field of an operation's input."""
    return cast("dict[str, dict[str, Json]]", FORMS[operation].input.schema["properties"])


def _present(schema: dict[str, Json]) -> dict[str, Json]:
    """Return the schema of a field that is not null."""
    return cast("list[dict[str, Json]]", schema.get("anyOf", [schema]))[-1]


def _only_text(operation: str) -> str:
    """Return the only field of an input, if it is a text or a file."""
    (name, schema), *others = _properties(operation).items()
    return name if _present(schema).get("type") == "string" and not others else ""


def _described(operation: str, fields: Mapping[str, str]) -> Case:
    """Return the case of fields that were given one by one; those left out are null."""
    properties = _properties(operation)
    needed = [name for name, schema in properties.items() if "anyOf" not in schema]
    if not fields.keys() >= {*needed}:
        typed = " and ".join(map(_option, needed)) if {*needed} <= {*_FIELDS} else "a file"
        raise UsageError(f"give {typed}, or --input")
    empty: dict[str, Json] = dict.fromkeys(properties)
    given = {name: _typed(operation, name, text) for name, text in fields.items()}
    return build(operation, empty | given)


def _typed(operation: str, name: str, text: str) -> Json:
    """Return a field in the protocol's form, from the text that was typed for it."""
    schema, option = _present(_properties(operation)[name]), _option(name)
    if "contentEncoding" not in schema:
        return text if schema.get("type") == "string" else parse_json(option, text)
    if name == _only_text(operation):
        content = file_content("FILE", Path(text))
    elif name == "reward.json" and not text.lstrip().startswith(_JSON) and Path(text).is_file():
        content = file_content(option, Path(text))
    else:
        content = content_of(option, text)
    return base64.b64encode(content).decode()


_JSON = ("{", "[", '"', "@", "-")
"""What a text begins with that is no path: JSON, ``@FILE`` and standard input."""


def _recorded(id_: str | None) -> Case:
    if id_ is None:
        raise UsageError("give the id of a recorded case; the files in corpus/ have them")
    cases = {entry.id: entry.case for entry in corpus.load()}
    if id_ not in cases:
        raise UsageError(f"{unknown('recorded case', id_, cases)}; the files in corpus/ have them")
    return cases[id_]


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
        return messages.parse_plain(content_of(option, text))
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{option} is not JSON: {error}") from error


def build(operation: str, json_input: Json) -> Case:
    """Return the case of an operation's input in protocol JSON."""
    try:
        return messages.case_of_plain(operation, json_input)
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
