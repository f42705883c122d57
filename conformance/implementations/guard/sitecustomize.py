"""Keeps candidates in Python from importing harbor.

The suite puts this folder on the ``PYTHONPATH`` of every candidate's process, where Python imports
this module at start. A runner that calls harbor is not independent of it.
"""

import sys


class _NoHarbor:
    """An import finder that refuses harbor and leaves the rest to other finders."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        """Raise ImportError for harbor and its modules."""
        del path, target
        if name.partition(".")[0] == "harbor":
            raise ImportError("a candidate must not import harbor, which it is compared with")


sys.meta_path.insert(0, _NoHarbor())
