"""A clean-room implementation of harbor's reward semantics, with only the standard library.

One module an operation; each holds the operation's steps as a frozen value of functions,
which is called with the input of ``docs/protocol.md``, bytes as bytes and numbers as int
and float. An exception's type name is the name of the error.
"""

import pkgutil
from collections.abc import Callable
from importlib import import_module
from typing import Any


def pipelines() -> dict[str, Callable[[Any], Any]]:
    """Return the steps of each operation: what a module holds under its own name."""
    return {name: vars(one)[name] for name, one in _MODULES.items() if name in vars(one)}


_MODULES = {
    module.name: import_module(f"{__name__}.{module.name}")
    for module in pkgutil.iter_modules(__path__)
}

globals().update(pipelines())  # under the operations' names, as any module that is certified
