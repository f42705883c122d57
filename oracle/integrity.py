"""Refuses to speak for harbor when its code was changed after it was imported.

Hashes of files say nothing about a stale ``.pyc`` or about a plugin that patches a
class in memory, so the functions that decide are compared with their sources.
"""

import builtins
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType

from oracle.provenance import UntrustedOracleError

DOORS = (
    "harbor.metrics.base",
    "harbor.metrics.max",
    "harbor.metrics.mean",
    "harbor.metrics.min",
    "harbor.metrics.sum",
    "harbor.models.job.result",
    "harbor.models.verifier.result",
    "harbor.utils.pass_at_k",
    "harbor.verifier.base",
    "harbor.verifier.verifier",
)
"""The modules whose functions give the answers."""

_BUILTINS_USED = ("len", "max", "min", "next", "sorted", "sum")


def verify() -> None:
    """Raise UntrustedOracleError unless the loaded code is what the sources say."""
    for name in _BUILTINS_USED:
        if not isinstance(getattr(builtins, name), BuiltinFunctionType):
            _refuse(f"the builtin {name}")
    for name in DOORS:
        module = sys.modules.get(name) or import_module(name)
        _verify_module(module)


def _verify_module(module: ModuleType) -> None:
    for shadowed in vars(module).keys() & vars(builtins).keys():
        if not shadowed.startswith("__"):
            _refuse(f"{module.__name__}.{shadowed}")
    file = Path(str(module.__file__))
    source = compile(file.read_bytes(), str(file), "exec", dont_inherit=True)
    for code in _functions_of(source):
        if _loaded_code(module, code.co_qualname) != code:
            _refuse(f"{module.__name__}.{code.co_qualname}")


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


def _loaded_code(module: ModuleType, qualified_name: str) -> CodeType | None:
    found: object = module
    for name in qualified_name.split("."):
        found = getattr(found, name, None)
    function = getattr(found, "__func__", found)
    return function.__code__ if isinstance(function, FunctionType) else None


def _refuse(what: str) -> None:
    message = f"{what} was changed after harbor was imported; start from a clean process"
    raise UntrustedOracleError(message)
