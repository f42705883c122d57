"""How a command declares its options, and those that several commands share.

A command is a frozen dataclass: its fields are its options, and ``run`` does its work. Anything
else that a command needs is imported when it runs.
"""

import shlex
from collections.abc import Callable
from dataclasses import MISSING, Field, dataclass, field, fields
from functools import partial
from importlib import import_module
from inspect import Parameter, Signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

from typer import Argument, Option

from conformance.cli.errors import UsageError

if TYPE_CHECKING:
    from conformance.diagnosis.expected.deviations import ExpectedDeviations
    from conformance.implementations.start import CandidateSpec
    from conformance.operations.clause import Clause


def option[T](default: T, help_: str, *names: str, **settings: Any) -> T:  # noqa: ANN401 - typer's own
    """Declare a field that is an option, of the field's name or of other names."""
    read = partial(Option, help=help_, **settings)
    return field(default=default, metadata={"read": read, "names": names})


def switch(help_: str, *names: str) -> bool:
    """Declare a field that is an option without a value; nothing turns it off."""
    standard = False
    return option(standard, help_, *names)


def argument(default: Any, help_: str, **settings: Any) -> Any:  # noqa: ANN401 - typer's own
    """Declare a field that is an argument; it is required if its default is ``...``."""
    read = partial(Argument, help=help_, **settings)
    return field(default=MISSING if default is ... else default, metadata={"read": read})


def signature_of(command: type) -> Signature:
    """Return the signature of a command's class as Typer reads it."""
    kinds = get_type_hints(command, include_extras=True)
    return Signature([_parameter(one, kinds[one.name]) for one in fields(command) if one.init])


def _parameter(declared: Field[Any], kind: Any) -> Parameter:  # noqa: ANN401 - a type
    default, names = declared.default, declared.metadata.get("names", ())
    if isinstance(default, bool) and not names:
        names = (f"--{declared.name.replace('_', '-')}",)
    if read := declared.metadata.get("read"):
        kind = Annotated[kind, read(*names)]
    given = Parameter.empty if default is MISSING else default
    return Parameter(declared.name, Parameter.KEYWORD_ONLY, default=given, annotation=kind)


def like_those_of(*places: str) -> Callable[[str], list[str]]:
    """Return a function that completes a word from the names at ``module:attribute``."""

    def complete(start: str) -> list[str]:
        found = (place.partition(":") for place in places)
        names = (getattr(import_module(module), attribute) for module, _, attribute in found)
        each = [name for one in names for name in (one() if callable(one) else one)]
        return [name for name in each if name.startswith(start)]

    return complete


CLAUSES = "conformance.operations.catalogue:CATALOGUE"
OPERATIONS = "conformance.operations:EVERY_OPERATION"
"""The names for completion."""

candidates_like = like_those_of("conformance.implementations.start:candidate_names")
clauses_like, operations_like = like_those_of(CLAUSES), like_those_of(OPERATIONS)


DEFAULT_TIMEOUT = 10.0
"""Seconds; a test compares them with those of a process."""

CommandLine = Annotated[
    str | None,
    Option(metavar="LINE", help="Certify this command, run without a shell, in its own folder."),
]
Timeout = Annotated[float, Option(metavar="SECONDS", help="Limit for one answer, in seconds.")]
ExpectedFile = Annotated[
    Path | None, Option(metavar="FILE", help="The candidate's expected deviations, as TOML.")
]
Operations = Annotated[
    list[str] | None,
    Option(
        metavar="OP", help="Run this operation only; repeatable.", autocompletion=operations_like
    ),
]
Clauses = Annotated[
    list[str] | None,
    Option(metavar="ID", help="Run this clause only; repeatable.", autocompletion=clauses_like),
]
EarlierSeed = Annotated[
    int | None, Option(min=0, metavar="N", help="Repeat the cases of a run with this seed.")
]
Seed = Annotated[int, Option(min=0, metavar="N", help="The seed of the generated cases.")]
Jobs = Annotated[
    int | None, Option(min=1, metavar="N", help="Processes; as many as processors by default.")
]


@dataclass(frozen=True, kw_only=True)
class ProcessOptions:
    """The process of a candidate."""

    command: CommandLine = None
    python: str | None = option(
        None, "The interpreter that runs module:attribute, from 3.8 on.", metavar="PATH"
    )
    env: list[str] | None = option(
        None,
        "Set a variable for the candidate's process, or pass on your own; repeatable.",
        metavar="NAME[=VALUE]",
    )
    timeout: Timeout = DEFAULT_TIMEOUT


@dataclass(frozen=True, kw_only=True)
class CandidateOptions(ProcessOptions):
    """How a candidate is named and run, and what is expected of it."""

    candidate: str | None = argument(
        None,
        "Your module or file (mine, mine.py, mine:attribute), or a built-in name.",
        autocompletion=candidates_like,
    )
    expected: ExpectedFile = None
    allow_harbor: bool = switch("Allow the candidate to import harbor (verdict becomes PARTIAL).")

    def spec(self) -> "CandidateSpec":
        """Return the candidate; raises UsageError before anything is started."""
        from conformance.implementations.process.command import external, parse_env, program
        from conformance.implementations.start import CandidateSpec

        self._refuse_unlike()
        allowed, line, python = self.allow_harbor, self.command, self.python
        try:
            variables = parse_env(self.env or [])
            if line is None:
                interpreter = "" if python is None else program(python)
                name = str(self.candidate)
                return CandidateSpec(name, None, variables, self.timeout, interpreter, allowed)
            words = shlex.split(line)
            command = external(words, variables, self.timeout, allow_harbor=allowed)
            return CandidateSpec(line, command, allow_harbor=allowed)
        except ValueError as error:
            raise UsageError(str(error)) from error

    def _refuse_unlike(self) -> None:
        """Raise UsageError if these options exclude each other."""
        from conformance.implementations.start import is_object

        name, line = self.candidate, self.command
        if not 0 < self.timeout < float("inf"):
            raise UsageError(f"--timeout {self.timeout:g}: give a number of seconds greater than 0")
        if (name is None) == (line is None):
            raise UsageError("give either a candidate or --command")
        if not (name or "").isprintable() or "\0" in (line or ""):
            raise UsageError(f"no candidate is called {name or line!r}")
        if self.python is not None and not is_object(name or ""):
            raise UsageError("--python is for a module or module:attribute")
        if self.allow_harbor and line is None and not is_object(name or ""):
            raise UsageError("--allow-harbor is for --command, a module and module:attribute")

    def words(self) -> tuple[str, ...]:
        """Return the words that name the same candidate on another command line.

        A variable is written as it was given: to keep a secret out of reports, give only its name.
        """
        named = self.candidate is not None
        chosen = ("--candidate", str(self.candidate)) if named else ("--command", str(self.command))
        variables = [word for text in self.env or [] for word in ("--env", text)]
        limit = () if self.timeout == DEFAULT_TIMEOUT else ("--timeout", f"{self.timeout:g}")
        interpreter = () if self.python is None else ("--python", self.python)
        allowed = ("--allow-harbor",) if self.allow_harbor else ()
        return (*chosen, *interpreter, *variables, *limit, *allowed)


CANDIDATE_OPTIONS = frozenset(CandidateOptions.__dataclass_fields__)
"""Options that help lists under a heading of their own."""


def operations_of(chosen: list[str] | None) -> set[str]:
    """Return the operations that ``--operation`` names; raises UsageError for an unknown one."""
    from conformance.operations import EVERY_OPERATION
    from conformance.protocol.show import unknown

    for operation in chosen or ():
        if operation not in EVERY_OPERATION:
            what = unknown("operation", operation, EVERY_OPERATION)
            raise UsageError(f"{what}; there are {', '.join(EVERY_OPERATION)}")
    return set(chosen or ())


def operations_chosen(chosen: list[str] | None, clauses: list[str] | None) -> tuple[str, ...]:
    """Return the operations that both options name, in the order of the catalogue.

    There are none if neither is given. Raises UsageError if one is unknown, or if they contradict
    each other.
    """
    from conformance.operations import EVERY_OPERATION

    wanted = operations_of(chosen)
    of_clauses = {known_clause(clause).operation for clause in clauses or ()}
    if clauses and wanted - of_clauses:
        raise UsageError("--operation names an operation that no --clause is about")
    return tuple(one for one in EVERY_OPERATION if one in (of_clauses or wanted))


def known_clause(id_: str) -> "Clause":
    """Return the clause of an id; raises UsageError if there is none."""
    from conformance.operations.catalogue import CATALOGUE
    from conformance.protocol.show import unknown

    if id_ not in CATALOGUE:
        raise UsageError(f"{unknown('clause', id_, CATALOGUE)}; docs/clauses.md lists them")
    return CATALOGUE[id_]


def expected_file(spec: "CandidateSpec", file: Path | None) -> Path | None:
    """Return the file that an option names, or else the built-in candidate's."""
    from conformance.diagnosis.expected.deviations import find

    return find(spec.name) if file is None and spec.command is None else file


def expected_of(spec: "CandidateSpec", file: Path | None) -> "ExpectedDeviations":
    """Read the file that an option names, or else the built-in candidate's."""
    from conformance.diagnosis.expected.deviations import ExpectedDeviations, ExpectedFileError
    from conformance.diagnosis.expected.reading import load
    from conformance.implementations.process.prediction import own_prediction

    file = expected_file(spec, file)
    if file is None:
        return ExpectedDeviations()
    declared = load(file)
    name, words = (spec.name, ()) if spec.command is None else ("", spec.command.argv)
    if own := own_prediction((one.function for one in declared.predictions), name, words):
        raise ExpectedFileError(f"{file.name}: {own} is in the candidate's own file")
    return declared
