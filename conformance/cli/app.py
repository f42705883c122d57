"""The commands of ``harbor-conformance``: a table, and each one's module once it is run."""

import os
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer
import typer.core
from typer.main import get_command

from conformance.cli.help import epilog, of_the_program


class Entry(NamedTuple):
    """Where a command is, as ``module:function``, and the first line of its help."""

    place: str
    summary: str


COMMANDS = {
    "certify": Entry(
        "certify:certify", "Ask harbor and a candidate the same questions, and print the verdict."
    ),
    "verify": Entry(
        "verify:verify", "Hold a certificate against what is here; with --again, repeat its run."
    ),
    "compare": Entry(
        "compare:command", "Put runs side by side, and tell what is new, gone and the same."
    ),
    "audit": Entry(
        "audit:command",
        "Recompute every number of recorded jobs from their files, and report what differs.",
    ),
    "check": Entry(
        "check:command", "Say what harbor makes of a reward file, and what to write instead."
    ),
    "gate": Entry(
        "gate:command", "Ask two releases of harbor the same cases, and print what changed."
    ),
    "fuzz": Entry(
        "fuzz:command",
        "Run seed after seed, resume after interruption, and stop once coverage stops growing.",
    ),
    "expected": Entry(
        "expected:expected",
        "List what a candidate declares, ask its pinned cases again, or propose entries.",
    ),
    "survey": Entry(
        "survey:survey",
        "Install public readers of harbor's rewards, and show them the jobs that harbor runs.",
    ),
    "smoke": Entry(
        "smoke:command",
        "Check the protocol and a few samples, in five seconds.",
    ),
    "explain": Entry(
        "show:explain", "Print what a clause requires, why, what shows it, and what breaks it."
    ),
    "show": Entry(
        "show:show",
        "Print names and what they stand for, the JSON Schema, the shim, or the badge of a run.",
    ),
    "ask": Entry("ask:ask", "Show what harbor does with one input, and what candidates answer."),
    "corpus": Entry("corpus:app", "Work with the recorded cases."),
}
"""Every command; a test compares the summaries with the docstrings."""


class CommandEntry(typer.core.TyperCommand):
    """A command that takes options from the project's table, and lists them under headings."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401 - typer's own
        """Read the command line, and what it leaves open in ``[tool.harbor-conformance]``."""
        from conformance.cli.project import COMMANDS as OF_PROJECTS

        if self.name not in OF_PROJECTS or ctx.resilient_parsing:
            return super().parse_args(ctx, args)
        found, _, order = self.make_parser(ctx).parse_args(list(args))
        return self._completed(ctx, args, {p.name for p in order if found.get(p.name)})

    def _completed(self, ctx: Any, args: list[str], given: set[str]) -> list[str]:  # noqa: ANN401 - typer's own
        from conformance.cli.project import project

        table = None if "help" in given else project()
        if table is None:
            return super().parse_args(ctx, args)
        options = {p.opts[0]: p.name for p in self.get_params(ctx)}
        used = {option for option, name in options.items() if name in given}
        named = "candidate" in given or not _NAMING.isdisjoint(used)
        rest = super().parse_args(ctx, [*table.words(options, used, named=named), *args])
        if table.has_candidate and not named:
            _go_to(table.folder, {name: ctx.params[name] for name in given}, ctx.params)
        return rest

    def format_options(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401 - typer's own
        """Write the arguments and options, section by section."""
        sections: dict[str, list[tuple[str, str]]] = {"Arguments": [], "Options": []}
        for parameter in self.get_params(ctx):
            if (record := parameter.get_help_record(ctx)) is not None:
                is_option = parameter.param_type_name == "option"
                panel = getattr(parameter, "rich_help_panel", None) or "Options"
                sections.setdefault(panel if is_option else "Arguments", []).append(record)
        for heading, records in sections.items():
            if records:
                with formatter.section(heading):
                    formatter.write_dl(records)


_NAMING = frozenset({"--command", "--release"})
"""Options that name who is asked, as the argument does."""


def _go_to(folder: Path, given: dict[str, Any], parameters: dict[str, Any]) -> None:
    """Work where the project's table is; paths of the command line stay what they were."""
    for name, value in given.items():
        if isinstance(value, Path):
            parameters[name] = value.absolute()
        elif name == "subject":
            parameters[name] = [str(Path(one).absolute()) for one in value]
    os.chdir(folder)


class Program(typer.core.TyperGroup):
    """The program: its commands are known by the table, and imported when one of them is run."""

    def __init__(self, **settings: Any) -> None:  # noqa: ANN401 - typer's own
        """List the commands of the table."""
        super().__init__(**settings)
        for name, entry in COMMANDS.items():
            self.add_command(typer.core.TyperCommand(name, help=entry.summary))

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401 - typer's own
        """Write the first line of each command's help, whole."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.summary) for name, entry in COMMANDS.items()])

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:  # noqa: ANN401 - typer's own
        """Import the command that is named, and return it."""
        if args[0] in COMMANDS:
            self.add_command(loaded(args[0]), args[0])
        return super().resolve_command(ctx, args)


def loaded(name: str) -> Any:  # noqa: ANN401 - typer's commands have no public type
    """Return a command, imported."""
    module, _, attribute = COMMANDS[name].place.partition(":")
    found = getattr(import_module(f"conformance.cli.{module}"), attribute)
    return get_command(found if isinstance(found, typer.Typer) else _alone(name, found))


def _alone(name: str, function: Callable[..., None]) -> typer.Typer:
    one = typer.Typer(add_completion=False, rich_markup_mode=None)
    one.command(name, cls=CommandEntry, epilog=epilog(name))(function)
    return one


app = typer.Typer(
    name="harbor-conformance",
    help="Certify that a runner reproduces the rewards, metrics and pass@k of harbor 0.13.1.",
    cls=Program,
    epilog=of_the_program(),
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _print_version(asked: bool) -> None:  # noqa: FBT001 - typer calls it
    if asked:
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
            help="Print the version, and that of the harbor that it tests against.",
            callback=_print_version,
            is_eager=True,
        ),
    ] = False,
) -> None:
    del version


def run() -> int:
    """Run the command; what a user can mend ends in one line. Return the exit status."""
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
