"""Conformance tests for harbor's rewards: the cases, the comparison and the verdicts."""

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from importlib.metadata import version
from pathlib import Path
from types import ModuleType

__version__ = version("harbor-conformance")

_NEXT_TO_THIS = ("candidates", "corpus", "oracle")
"""The other packages of this project."""

_ROOT = str(Path(__file__).parent.parent)


class _OwnPackages:
    """Finds the packages next to this one before others of the same names.

    A user may have packages with these names, in their folder or on their PYTHONPATH.
    """

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return where one of these packages is, and None for any other module."""
        del path
        return PathFinder.find_spec(name, [_ROOT], target) if name in _NEXT_TO_THIS else None


sys.meta_path.insert(0, _OwnPackages)
