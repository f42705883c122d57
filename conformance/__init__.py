"""What is asked, how answers are compared, and how verdicts are published."""

import sys
from collections.abc import Iterable, Sequence
from functools import partial
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Never

__version__ = version("harbor-conformance")

_BESIDE = ("candidates", "corpus", "oracle")
"""The other packages of this project."""

_ROOT = str(Path(__file__).parent.parent)


class _OwnPackages:
    """Finds the packages beside this one before others of their names.

    Whoever runs a command may have packages called so, in their folder or on their PYTHONPATH.
    """

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return where a module of these packages is, and nothing for any other.

        Raises ModuleNotFoundError where a package of somebody else's is meant, or was imported
        before: one process has one package of a name.
        """
        package, _, inner = name.partition(".")
        if package not in {*_BESIDE, __name__}:
            return None
        spec = PathFinder.find_spec(name, path if inner else [_ROOT], target)
        if inner and spec is None:
            _refuse(name, path or ())
        elif not inner and spec is not None and spec.origin is not None:
            spec.loader = _Advising(name, spec.origin)
        return spec


class _Advising(SourceFileLoader):
    """Loads a package which tells those who look for another one in it."""

    def exec_module(self, module: ModuleType) -> None:
        """Run the module's code, and have it advise."""
        super().exec_module(module)
        _advise(module)


def _advise(module: ModuleType) -> None:
    vars(module)["__getattr__"] = partial(_no_attribute, module.__name__, tuple(module.__path__))


def _no_attribute(package: str, path: Iterable[str], name: str) -> Never:
    why = _advice(package, path) or ""
    raise AttributeError(f"module {package!r} has no attribute {name!r}{why}")


def _refuse(name: str, path: Iterable[str]) -> None:
    """Raise ModuleNotFoundError where another package may have the module that ours lacks."""
    package = name.partition(".")[0]
    if (why := _advice(package, sys.modules[package].__path__)) is not None:
        # Without its name, which would have ``from … import`` drop the message.
        raise ModuleNotFoundError(f"no {name} in {', '.join(path)}{why}")


def _advice(package: str, path: Iterable[str]) -> str | None:
    """Return what to do where another package of this name can be found, if one can."""
    specs = (PathFinder.find_spec(package, [folder]) for folder in (_ROOT, *sys.path))
    found = (
        spec.submodule_search_locations or [str(spec.origin)] for spec in specs if spec is not None
    )
    others = (place for places in found for place in places if place not in path)
    if (other := next(others, None)) is None:
        return None
    return (
        f", and {other} has the same name: run harbor-conformance and the other project in "
        "processes of their own, as in two calls of pytest"
    )


sys.meta_path.insert(0, _OwnPackages)
"""A project of a user's may have packages that are called as ours are."""

_advise(sys.modules[__name__])
