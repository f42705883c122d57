"""Delays the import of litellm, which takes seconds and which no answer needs.

harbor's trials know every agent, and a few agents import litellm to call a model. No model is
called here. Placeholders replace its objects until they are used.
"""

import sys
from collections.abc import Collection, Iterator, MutableSequence
from contextlib import contextmanager
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.metadata import version
from types import ModuleType
from typing import Any

from conformance.protocol.values import HARBOR_VERSION

OF_MODELS = {"litellm", "harbor.agents.utils"} if version("harbor") == HARBOR_VERSION else set()
"""What agents import to call a model: 1.9 s that no answer needs."""


class _Late(type):
    """The metaclass of placeholders for objects of a module that is not imported yet.

    Placeholders are classes, since some are in an ``except``; the real ones cannot be raised before
    the import.
    """

    def __call__(cls, *values: Any, **named: Any) -> Any:  # noqa: ANN401 - as the real one takes them
        """Import the real object and call it."""
        return cls._real()(*values, **named)

    def __getattr__(cls, name: str) -> Any:  # noqa: ANN401 - as the real one has it
        """Import the real object and return its attribute."""
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(cls._real(), name)

    def _real(cls) -> Any:  # noqa: ANN401 - anything of a module
        return getattr(import_module(cls.__module__), cls.__name__)


class _LateModule(ModuleType):
    """A module that is imported on first use."""

    __path__: MutableSequence[str] = []  # noqa: RUF012 - as the import system has it

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - a class that stands for anything
        """Return a placeholder for an object of the module; a submodule is imported as one."""
        if name.startswith("__"):
            raise AttributeError(name)
        return _Late(name, (Exception,), {"__module__": self.__name__})


class _Finder(MetaPathFinder, Loader):
    def __init__(self, modules: Collection[str]) -> None:
        self._modules = modules

    def find_spec(self, name: str, *_: object) -> ModuleSpec | None:
        """Return a placeholder for a delayed module, or for one of its packages."""
        is_late = name in self._modules or name.partition(".")[0] in self._modules
        return ModuleSpec(name, self) if is_late else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Return the placeholder."""
        return _LateModule(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Do nothing: it is imported on first use."""


@contextmanager
def put_off(modules: Collection[str]) -> Iterator[None]:
    """Within the context, delay the imports of these modules, unless they are loaded already."""
    finder = _Finder(set(modules) - sys.modules.keys())
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        for name, module in list(sys.modules.items()):
            if isinstance(module, _LateModule):
                del sys.modules[name]
