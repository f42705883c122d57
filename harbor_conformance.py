"""The command ``harbor-conformance``, in a module whose name no other project has.

A user may have a package ``conformance``, in their folder or on their PYTHONPATH; once this module
is imported, the name is ours.
"""

import importlib
import sys
from pathlib import Path

_HERE = Path(__file__).parent


def main() -> None:
    """Run the command."""
    from conformance.cli import main as command  # noqa: PLC0415 - ours only from here on

    command()


sys.path.insert(0, str(_HERE))
_found = importlib.import_module("conformance").__file__
sys.path.remove(str(_HERE))
if _found is None or not Path(_found).samefile(_HERE / "conformance" / "__init__.py"):
    raise ImportError(
        f"{_found or 'another package'} was imported as conformance, and harbor-conformance has "
        "a package of this name: run the two in separate processes"
    )

if __name__ == "__main__":
    main()
