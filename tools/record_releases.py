"""``python -m tools.record_releases``: runs the recorded cases on every modelled release.

The corpus stores an answer if it differs from the one before. Releases are installed by uv as for
``harbor-conformance gate``; if one cannot be installed, it is named, and nothing is written.
"""

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace

from packaging.version import Version

from conformance.examination import corpus
from conformance.examination.atomic_write import atomic_write
from conformance.examination.corpus import RecordedCase
from conformance.implementations.installed_harbor import is_recorded
from conformance.implementations.released_harbor import (
    AbsentRelease,
    Release,
    ReleasedHarbor,
    served_releases,
)
from conformance.operations.comparing import differs, in_order
from conformance.protocol.values import HARBOR_VERSION, Answer


def main(arguments: Sequence[str] | None = None) -> int:
    """Record the answers of all releases; exit status 1 if one cannot be installed."""
    parser = argparse.ArgumentParser(prog="python -m tools.record_releases")
    known = (*corpus.OF_RELEASES, *corpus.OF_SOME_RELEASES)
    parser.add_argument("--operation", action="append", choices=known)
    operations = parser.parse_args(arguments).operation or known
    with served_releases(["all"]) as found:
        if absent := [one for one in found.values() if isinstance(one, AbsentRelease)]:
            print(*(f"{one.release}: {one.why}" for one in absent), sep="\n")  # noqa: T201 - a tool
            return 1
        releases = {v: one for v, one in found.items() if isinstance(one, Release)}
        for operation in operations:
            having = {v: one for v, one in releases.items() if is_recorded(operation, v)}
            record(operation, having)
    return 0


def record(operation: str, releases: Mapping[str, Release]) -> None:
    """Record the answers of releases to the recorded cases of an operation."""
    cases = list(corpus.load(operation))
    answers: dict[str, dict[str, Answer]] = {}
    for version, release in releases.items():
        with closing(ReleasedHarbor(release)) as harbor:
            given = list(harbor.answers([one.case for one in cases]))
        answers[version] = {one.id: answer for one, answer in zip(cases, given, strict=True)}
    answers[HARBOR_VERSION] = {one.id: one.answer for one in cases}
    kept = sum(keep(c, answers) for c in dict.fromkeys(x.clause for x in cases))
    print(f"{operation}: {kept} answers of other releases")  # noqa: T201 - a tool


def keep(clause: str, answers: Mapping[str, Mapping[str, Answer]]) -> int:
    """Record the differing answers of other releases to the cases of a clause.

    ``answers`` has each release's answers by the case's id, and replaces earlier records. Returns
    how many answers are kept.
    """
    releases = sorted(answers, key=Version)
    file = corpus.file_of(clause)
    cases = [
        replace(one, since=dict(_since(one, {r: answers[r][one.id] for r in releases})))
        for one in corpus.read(file)
    ]
    atomic_write(file, corpus.to_text(clause, cases))
    return sum(len(one.since) for one in cases)


def _since(recorded: RecordedCase, answers: Mapping[str, Answer]) -> Iterator[tuple[str, Answer]]:
    """Yield each answer that differs from the one before, with its first release."""
    before = recorded.answer
    for release, given in answers.items():
        answer = recorded.answer if release == HARBOR_VERSION else in_order(recorded.case, given)
        if differs(recorded.case, before, answer):
            if release != HARBOR_VERSION:
                yield release, answer
            before = answer


if __name__ == "__main__":
    sys.exit(main())
