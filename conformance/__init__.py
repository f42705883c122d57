"""What is asked, how answers are compared, and how verdicts are published."""

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from importlib.metadata import version
from pathlib import Path
from types import ModuleType

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

        Raises ModuleNotFoundError where another package of the name was imported before, or is
        meant: one process has one package of a name.
        """
        package, _, inner = name.partition(".")
        if package not in _BESIDE:
            return None
        spec = PathFinder.find_spec(name, path if inner else [_ROOT], target)
        if spec is None and inner:
            raise ModuleNotFoundError(
                f"no {name} in {', '.join(path or ())}: harbor-conformance and another project "
                f"each have a package {package}; run them in processes of their own",
                name=name,
            )
        return spec


sys.meta_path.insert(0, _OwnPackages)
