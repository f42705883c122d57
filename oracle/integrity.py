"""Refuses to speak for harbor when its code was changed after it was imported.

Hashes of files say nothing about a stale ``.pyc`` or about a plugin that patches a
class in memory, so the functions that decide are compared with their sources.
"""

import builtins
import contextlib
import sys
from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import cast, get_overloads

from oracle.provenance import UntrustedOracleError

DOORS = (
    "harbor.agents.base",
    "harbor.agents.factory",
    "harbor.agents.nop",
    "harbor.environments.base",
    "harbor.environments.factory",
    "harbor.job",
    "harbor.metrics.base",
    "harbor.metrics.factory",
    "harbor.metrics.max",
    "harbor.metrics.mean",
    "harbor.metrics.min",
    "harbor.metrics.sum",
    "harbor.models.agent.context",
    "harbor.models.job.config",
    "harbor.models.job.lock",
    "harbor.models.job.result",
    "harbor.models.registry",
    "harbor.models.task.config",
    "harbor.models.task.id",
    "harbor.models.task.paths",
    "harbor.models.task.task",
    "harbor.models.task.verifier_mode",
    "harbor.models.trial.config",
    "harbor.models.trial.paths",
    "harbor.models.trial.result",
    "harbor.models.verifier.result",
    "harbor.publisher.packager",
    "harbor.registry.client.json",
    "harbor.trial.artifact_handler",
    "harbor.trial.errors",
    "harbor.trial.hooks",
    "harbor.trial.multi_step",
    "harbor.trial.network_policy",
    "harbor.trial.queue",
    "harbor.trial.single_step",
    "harbor.trial.trial",
    "harbor.utils.env",
    "harbor.utils.pass_at_k",
    "harbor.utils.scripts",
    "harbor.verifier.base",
    "harbor.verifier.factory",
    "harbor.verifier.verifier",
)
"""The modules whose functions give the answers."""

_BUILTINS_USED = ("len", "max", "min", "next", "sorted", "sum")


def verify() -> None:
    """Raise UntrustedOracleError unless the loaded code is what the sources say.

    What is not loaded cannot have been changed, and is read from files that are hashed.
    """
    for name in _BUILTINS_USED:
        if not isinstance(getattr(builtins, name), BuiltinFunctionType):
            _refuse(f"the builtin {name}")
    for name in DOORS:
        if name in sys.modules:
            _verify_module(sys.modules[name])


def _verify_module(module: ModuleType) -> None:
    for shadowed in vars(module).keys() & vars(builtins).keys():
        if not shadowed.startswith("__"):
            _refuse(f"{module.__name__}.{shadowed}")
    for code in _source(Path(str(module.__file__))):
        if code not in _loaded_code(module, code.co_qualname):
            _refuse(f"{module.__name__}.{code.co_qualname}")


@cache
def _source(file: Path) -> list[CodeType]:
    """Return the code of a file's functions; the file is hashed before harbor is asked."""
    return list(_functions_of(compile(file.read_bytes(), str(file), "exec", dont_inherit=True)))


def _functions_of(code: CodeType) -> Iterator[CodeType]:
    """Yield the code of the named functions and methods of a module, not of what they define."""
    for constant in code.co_consts:
        if not isinstance(constant, CodeType):
            continue
        if constant.co_flags & _OPTIMIZED:
            if constant.co_name.isidentifier() and not constant.co_name.startswith("__annotate"):
                yield constant
        else:
            yield from _functions_of(constant)


_OPTIMIZED = 1
"""Set in ``co_flags`` of functions, clear in those of class bodies."""


def _loaded_code(module: ModuleType, qualified_name: str) -> list[CodeType]:
    """Return the code that is loaded under a name: several of a property or of overloads."""
    found: object = module
    for name in qualified_name.split("."):
        found = getattr(found, name, None)
    match found:
        case property():
            parts: list[object] = [found.fget, found.fset, found.fdel]
        case cached_property():
            parts = [found.func]
        case _:
            parts = [found, *_overloads(found)]
    functions = (getattr(part, "__func__", part) for part in parts)
    return [_undecorated(part).__code__ for part in functions if isinstance(part, FunctionType)]


def _overloads(found: object) -> Sequence[object]:
    """Return what ``typing.overload`` keeps of a function beside its implementation."""
    return get_overloads(found) if isinstance(found, FunctionType) else ()


def _undecorated(function: FunctionType) -> FunctionType:
    """Return what a context manager of contextlib calls, or the function itself."""
    if function.__code__ not in _CONTEXT_MANAGERS or not function.__closure__:
        return function
    (called,) = function.__closure__
    return cast("FunctionType", called.cell_contents)


_CONTEXT_MANAGERS = [
    cast("FunctionType", decorate(iter)).__code__
    for decorate in (contextlib.contextmanager, contextlib.asynccontextmanager)
]


def _refuse(what: str) -> None:
    message = f"{what} was changed after harbor was imported; start from a clean process"
    raise UntrustedOracleError(message)
