"""How a command declares its options: fields of a dataclass, with Typer's settings."""

from dataclasses import MISSING, Field, field, fields
from functools import partial
from inspect import Parameter, Signature
from typing import Annotated, Any, get_type_hints

from typer import Argument, Option


def option[T](default: T, help_: str, *names: str, **settings: Any) -> T:  # noqa: ANN401 - typer's own
    """Declare a field that is an option; ``settings`` are those of ``typer.Option``.

    Without ``names`` it has the field's name.
    """
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
