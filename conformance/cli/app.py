"""The commands of ``harbor-conformance``: a table; a command's module is imported to run it."""

import os
import sys
import tomllib
from collections.abc import Collection, Mapping
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer
import typer.core
from typer.main import get_command

from conformance.certification import MEANINGS

PROGRAM = "harbor-conformance"

_COMMANDS = tomllib.loads(Path(__file__).with_name("commands.toml").read_text(encoding="utf-8"))

COMMANDS: Mapping[str, str] = {
    name: one["summary"] for name, one in _COMMANDS.items() if "summary" in one
}
"""Every command, with the first line of its help; a test compares them with the docstrings."""

EXAMPLES: Mapping[str, list[str]] = {
    name: one["examples"] for name, one in _COMMANDS.items() if "examples" in one
}
"""The command lines of each command, without the program's name."""


class CommandEntry(typer.core.TyperCommand):
    """A command: a dataclass, filled from the command line and the project's table, with a run().

    Its help lists the options under headings.
    """

    def invoke(self, ctx: Any) -> Any:  # noqa: ANN401 - typer's own
        """Run the command; return its exit status."""
        return super().invoke(ctx).run()

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401 - typer's own
        """Read the command line, with defaults from ``[tool.harbor-conformance]``."""
        from conformance.cli.errors import UsageError
        from conformance.cli.project import COMMANDS as OF_PROJECTS
        from conformance.cli.project import TABLE, project

        rest = super().parse_args(ctx, list(args))
        if self.name not in OF_PROJECTS or ctx.resilient_parsing or (table := project()) is None:
            return rest
        sources = {name: ctx.get_parameter_source(name).name for name in ctx.params}
        given = {name for name, source in sources.items() if source == "COMMANDLINE"}
        ctx.default_map = table.defaults(given)
        for parameter in self.params:
            if parameter.nargs == -1 and parameter.name in ctx.default_map:
                ctx.default_map[parameter.name] = [ctx.default_map[parameter.name]]
        try:
            rest = super().parse_args(ctx, list(args))
        except typer.BadParameter as error:  # of the table: the command line alone was read above
            raise UsageError(f"{table.file}: {TABLE}: {error.format_message()}") from error
        if table.names_a_candidate(given):
            _go_to(table.file.parent, given, ctx.params)
        return rest

    def format_options(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401 - typer's own
        """Write the arguments and options by section, those shared by all commands last."""
        from conformance.cli.declaring import CANDIDATE_OPTIONS

        headings = "Arguments", "Options", "Candidate options"
        sections: dict[str, list[tuple[str, str]]] = {heading: [] for heading in headings}
        own = getattr(self.callback, "__annotations__", {})
        for parameter in sorted(self.get_params(ctx), key=lambda one: one.name not in own):
            if (record := parameter.get_help_record(ctx)) is not None:
                is_option = parameter.param_type_name == "option"
                place = is_option + (is_option and parameter.name in CANDIDATE_OPTIONS)
                sections[headings[place]].append(record)
        for heading, records in sections.items():
            if records:
                with formatter.section(heading):
                    formatter.write_dl(records)


def _go_to(folder: Path, given: Collection[str], parameters: dict[str, Any]) -> None:
    """Change to the folder of the project's table; paths of the command line stay valid."""
    for name in given:
        if isinstance(parameters[name], Path):
            parameters[name] = parameters[name].absolute()
        elif name == "subject":
            parameters[name] = [str(Path(one).absolute()) for one in parameters[name]]
    os.chdir(folder)


class Program(typer.core.TyperGroup):
    """The program: the table lists its commands; a command is imported when it runs."""

    def __init__(self, **settings: Any) -> None:  # noqa: ANN401 - typer's own
        """List the commands of the table."""
        super().__init__(**settings)
        for name, summary in COMMANDS.items():
            # A short help is printed in full.
            self.add_command(typer.core.TyperCommand(name, short_help=summary))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:  # noqa: ANN401 - typer's own
        """Import the named command, and return it."""
        if args[0] in COMMANDS:
            self.add_command(loaded(args[0]), args[0])
        return super().resolve_command(ctx, args)


def loaded(name: str) -> Any:  # noqa: ANN401 - typer's commands have no public type
    """Import a command: the class of its module, or the group of its classes."""
    module = import_module(f"conformance.cli.{name}")
    if name != "corpus":
        return get_command(_with(typer.Typer(**_PLAIN), name, vars(module)))
    group = typer.Typer(help=COMMANDS[name], no_args_is_help=True, **_PLAIN)
    for inner in ("verify", "record"):
        _with(group, f"{name} {inner}", vars(module))
    return get_command(group)


_PLAIN: dict[str, Any] = {"add_completion": False, "rich_markup_mode": None}


def _with(group: typer.Typer, words: str, found: dict[str, Any]) -> typer.Typer:
    """Add a command whose class is named after it."""
    from conformance.cli.declaring import signature_of

    kind = found["".join(map(str.capitalize, [*words.split(), "command"]))]
    kind.__signature__ = signature_of(kind)
    group.command(words.rpartition(" ")[2], cls=CommandEntry, epilog=epilog(words))(kind)
    return group


def epilog(command: str) -> str:
    """Return the text after the options in a command's help, whose lines are not wrapped.

    It is empty for a command without examples.
    """
    lines = [f"  {PROGRAM} {line}" for line in EXAMPLES.get(command, [])]
    return _unwrapped("Examples:", lines) if lines else ""


def of_the_program() -> str:
    """Return the text after the commands in the program's help."""
    first = ("certify", "compare", "ask")
    lines = [f"  {PROGRAM} {EXAMPLES[command][0]}" for command in first]
    table = [f"  {int(code):>3}  {meaning}" for code, meaning in MEANINGS.items()]
    return "\n\n".join(
        [_unwrapped("Examples:", lines), _unwrapped("Exit status of every command:", table)]
    )


def _unwrapped(heading: str, lines: list[str]) -> str:
    return "\n".join(["\b", heading, *lines])


app = typer.Typer(
    name="harbor-conformance",
    help="Certify that a runner reproduces the rewards, metrics and pass@k of harbor 0.13.1.",
    cls=Program,
    epilog=of_the_program(),
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _print_version(wanted: bool) -> None:  # noqa: FBT001 - typer calls it
    if wanted:
        from conformance import __version__
        from conformance.cli import output
        from conformance.protocol.values import HARBOR_VERSION

        output.line(f"harbor-conformance {__version__}, for harbor {HARBOR_VERSION}")
        raise typer.Exit


@app.callback()
def _main(
    *,
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            help="Print the version, and the version of harbor that it tests against.",
            callback=_print_version,
            is_eager=True,
        ),
    ] = False,
) -> None:
    del version


def run() -> int:
    """Run the command, and return its exit status; an error that a user can fix is one line."""
    try:
        return int(app(standalone_mode=False) or 0)
    except Exception as error:
        from conformance.cli.errors import complaint

        ending = complaint(error)
        if ending is None:
            raise
        status, message = ending
        print(message, file=sys.stderr)  # noqa: T201 - the command line
        return status
