"""The command ``harbor-conformance``, under a name that no other project has.

Whoever runs it may have a package ``conformance`` of their own, in their folder or on their
PYTHONPATH; once this module is imported, the name is ours.
"""

import importlib
import sys
from pathlib import Path

_HERE = Path(__file__).parent


def main() -> None:
    """Run the command."""
    from conformance.cli import main as command  # noqa: PLC0415 - ours only from here on

    command()


def _have_ours() -> None:
    """Import our package; raises ImportError where another one of its name was imported before."""
    sys.path.insert(0, str(_HERE))
    try:
        found = importlib.import_module("conformance").__file__
    finally:
        sys.path.remove(str(_HERE))
    if found is None or not Path(found).samefile(_HERE / "conformance" / "__init__.py"):
        raise ImportError(
            f"{found or 'another package'} was imported as conformance, and harbor-conformance has "
            "a package of this name: run the two in processes of their own"
        )


_have_ours()

if __name__ == "__main__":
    main()
