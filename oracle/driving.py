"""Distinguishes harbor's answers from errors of the oracle itself.

A release of harbor may have moved what an adapter uses. That is never an answer: an error from the
oracle's own code stops the oracle, unless it is intended.
"""

import builtins
import errno
import inspect
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from traceback import walk_tb
from types import FunctionType

_US = __name__.partition(".")[0]
_HERE = str(Path(__file__).parent)
_FAULTS = (
    AssertionError,
    AttributeError,
    ImportError,
    LookupError,
    NameError,
    RuntimeError,
    TypeError,
    ValueError,
)
"""Errors of wrong assumptions about harbor, not of files, timeouts and interruptions."""

_MEANT = "(part of the case)"
_CHAIN = re.compile(r"^(?:The above|During handling of the above) exception .*$", re.MULTILINE)
_END = re.compile(r'^  File "(.+)", line \d+, in .*\n(?:    .*\n)*(\S.*)', re.MULTILINE)
"""The innermost frame of a traceback, and the error raised there."""

_OUR_CLASS = re.compile(
    r"(?:TypeError|AttributeError): .*\b(?:Replay|Scripted)(?:Environment|Agent)\b"
)


_LACKING = (errno.ENOSPC, errno.EDQUOT, errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EROFS)
"""Errors of the machine, which are never harbor's answer."""

_LACKED = re.compile(rf"OSError: \[Errno (?:{'|'.join(map(str, _LACKING))})\] ([^:]*)")


class ReplayError(BaseException):
    """harbor could not run the case.

    It is not an Exception, so that harbor's own handlers do not catch it.
    """


class NotDrivenError(ReplayError):
    """The oracle does not fit the installed release of harbor."""


def meant[Raised: BaseException](error: Raised) -> Raised:
    """Mark an error that the oracle raises as harbor's answer or input; return it."""
    error.add_note(_MEANT)
    return error


@contextmanager
def asking() -> Iterator[None]:
    """Treat errors raised inside as harbor's answer."""
    try:
        yield
    except Exception as error:
        meant(error)
        raise


def is_ours(error: BaseException) -> bool:
    """Return whether an error arose in the oracle's own code unintentionally.

    That is so if no code of harbor's is in between, even in a library: a harbor model that the
    oracle fills wrongly is the oracle's fault.
    """
    if isinstance(error, BaseExceptionGroup):
        return any(map(is_ours, error.exceptions))
    if _MEANT in getattr(error, "__notes__", ()) or not isinstance(error, _FAULTS):
        return False
    modules = [str(frame.f_globals.get("__name__")) for frame, _ in walk_tb(error.__traceback__)]
    packages = [module.partition(".")[0] for module in modules]
    of_both = [package for package in packages if package in {_US, "harbor"}]
    return of_both[-1:] == [_US] or _OUR_CLASS.match(in_words(error)) is not None


def lacking(error: BaseException) -> str:
    """Return what the machine lacked, if the error says so, else nothing."""
    if isinstance(error, BaseExceptionGroup):
        return next(filter(None, map(lacking, error.exceptions)), "")
    if isinstance(error, OSError) and error.errno in _LACKING:
        return os.strerror(error.errno)
    return ""


def in_short(error: OSError) -> str:
    """Return what went wrong with a file, without its path in our folders."""
    return error.strerror or str(error)


def in_words(error: BaseException) -> str:
    """Return the error in one line."""
    return " ".join(f"{type(error).__name__}: {error}".split())


def put(holder: object, name: str, value: object) -> None:
    """Set an attribute that harbor reads; raise NotDrivenError if it has no such attribute."""
    if not hasattr(holder, name):
        raise NotDrivenError(f"{type(holder).__name__} has no {name}")
    setattr(holder, name, value)


def refuse_own(recorded: str) -> None:
    """Raise ReplayError if a traceback that harbor recorded is from our error or the machine's.

    harbor records any error of an environment or an agent as the trial's exception, even a full
    disk; earlier errors in the chain are checked too.
    """
    for one in _CHAIN.split(recorded):
        for file, line in _END.findall(one):
            if lacked := _LACKED.match(line):
                raise ReplayError(lacked[1])
            faulty = (_is_here(file) and _is_fault(line)) or _OUR_CLASS.match(line)
            if faulty and _MEANT not in one:
                raise NotDrivenError(line)


def fitting[Class: type](ours: Class) -> Class:
    """Return an adapter's class; raise NotDrivenError if its methods lack harbor's parameters.

    The error of such a call would look like harbor's answer.
    """
    for name, theirs in _overridden(ours):
        taken = inspect.signature(getattr(ours, name)).parameters
        variable = {parameter.kind for parameter in taken.values()}
        lacking = _named(theirs) - taken.keys()
        if lacking and inspect.Parameter.VAR_KEYWORD not in variable:
            raise NotDrivenError(f"{ours.__name__}.{name} lacks {', '.join(sorted(lacking))}")
    return ours


def _overridden(ours: type) -> Iterator[tuple[str, FunctionType]]:
    """Yield harbor's methods that an adapter's class overrides.

    Constructors are left out: if one does not fit, harbor's call fails visibly.
    """
    for name, own in vars(ours).items():
        if name == "__init__":
            continue
        theirs = next((vars(base)[name] for base in ours.__mro__[1:] if name in vars(base)), None)
        if isinstance(own, FunctionType) and isinstance(theirs, FunctionType):
            yield name, theirs


def _named(function: FunctionType) -> set[str]:
    """Return the names of a function's keyword parameters."""
    parameters = inspect.signature(function).parameters.values()
    variable = {inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD}
    return {parameter.name for parameter in parameters if parameter.kind not in variable}


def _is_here(file: str) -> bool:
    return str(Path(file).parent) == _HERE


def _is_fault(line: str) -> bool:
    """Return whether the last line of a traceback is one of Python's own errors."""
    kind = getattr(builtins, line.partition(":")[0], None)
    return isinstance(kind, type) and issubclass(kind, _FAULTS)
