"""Which wrong candidates give the same answers as an earlier one: those are the same mistake.

    python -m tools.causes.repeats [--operation OP]

Answers to recorded cases are compared, but for large ones. A new package is counted without them.
"""

import argparse
import hashlib
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

from candidates.deviations.catalogue import functions
from conformance.examination import corpus
from conformance.examination.findings import weight
from conformance.operations.functions import LocalCandidate
from tools.causes.__main__ import OPERATIONS, PACKAGES, wrong

_LARGEST = 1_500
"""The size of a case, roughly in characters, from which on it is not asked."""


def answers_of(operation: str, implementation: Mapping[str, Any]) -> str:
    """Return a digest of a candidate's answers to the recorded cases of an operation."""
    candidate, digest = LocalCandidate("wrong", dict(implementation)), hashlib.sha256()
    for one in corpus.load(operation):
        if weight(one.case.input) < _LARGEST:
            digest.update(repr(candidate.answer(one.case)).encode("utf-8", "replace"))
    return digest.hexdigest()


def repeats(operation: str) -> Iterator[tuple[str, str]]:
    """Yield each candidate that repeats an earlier one, and that one, each after its package.

    Those that no compared case tells from the reference repeat none.
    """
    seen: dict[str, str] = {}
    right = answers_of(operation, functions(()))
    for package in PACKAGES:
        for name, _ in wrong(operation, package):
            found = vars(getattr(import_module(f"tools.causes.{package}.{operation}"), name))
            of_operation = {operation: found[operation]}
            answers, own = answers_of(operation, of_operation), f"{package}.{name}"
            first = seen.setdefault(answers, own)
            if first != own and answers != right:
                yield own, first


def main() -> None:
    """Print a line for each repeated candidate."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--operation", action="append", choices=OPERATIONS)
    for operation in parser.parse_args().operation or OPERATIONS:
        for name, first in repeats(operation):
            print(f"{operation}: {name} repeats {first}")  # noqa: T201 - the tool's own output


if __name__ == "__main__":
    main()
