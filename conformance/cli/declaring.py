"""How a command declares its options.

A command is a frozen dataclass: its fields are its options, and ``run`` does its work.
"""

from collections.abc import Callable, Iterable
from dataclasses import MISSING, Field, field, fields
from functools import partial
from inspect import Parameter, Signature
from typing import Annotated, Any, get_type_hints

from typer import Argument, Option

CANDIDATE_OPTIONS = frozenset(
    {"candidate", "command", "python", "env", "timeout", "expected", "allow_harbor"}
)
"""Options that help lists under a heading of their own."""


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


def like_those_of(names: Callable[[], Iterable[str]]) -> Callable[[str], list[str]]:
    """Return a function that completes a word from names."""

    def complete(start: str) -> list[str]:
        return [name for name in names() if name.startswith(start)]

    return complete


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
