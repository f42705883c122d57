"""``harbor-conformance explain``: the meaning of any name that this project prints."""

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, groupby
from operator import itemgetter

from conformance.certification import ExitCode
from conformance.cli.candidates import one_release, recorded_of
from conformance.cli.declaring import argument, option, switch
from conformance.cli.errors import UsageError
from conformance.cli.output import JsonOption
from conformance.cli.printed_names import Row, described, every_name
from conformance.examination import corpus
from conformance.operations import OPERATIONS
from conformance.operations.catalogue import CATALOGUE
from conformance.protocol import show
from conformance.protocol.values import HARBOR_VERSION

SCREEN, _COLUMNS, _LABEL = 24, 80, 13
"""The size of a terminal, and the width of a label with the space around it."""

_IN_FULL = ("requires", "erratum", "is", "does", "change", "lacks")
"""Labels whose text is wrapped, not cut."""


def _like_names(start: str) -> list[str]:
    """Complete a name, or after a clause and a dot that of a recorded case."""
    clause = start.rpartition(".")[0]
    cases = [one.id for one in corpus.of_clause(clause)] if clause in CATALOGUE else []
    return [name for name in cases or every_name() if name.startswith(start)]


@dataclass(frozen=True, kw_only=True)
class ExplainCommand(JsonOption):
    """Explain any name that this program prints, on one screen.

    Exit status: 0 explained, 2 usage, 4 no answers of the release are recorded.
    """

    name: str = argument(
        ...,
        "A clause, cause, candidate, error, release or word, as it is printed.",
        autocompletion=_like_names,
    )

    release: str = option(
        HARBOR_VERSION, "Show the recorded answers of this release of harbor.", metavar="X"
    )
    verbose: bool = switch("Print everything, on as many lines as it needs.")

    def run(self) -> ExitCode:
        """Print what the name stands for."""
        release = one_release(self.release)
        recorded_of(release, OPERATIONS)
        rows = list(described(self.name, release))
        if not rows:
            what = show.unknown("name", self.name, every_name())
            raise UsageError(f"{what}; show clauses, show deviations and show candidates list some")
        whole = (line for row in rows for line in _lines(*row))
        self.print(
            whole if self.verbose else on_a_screen(rows),
            lambda: [{label or "name": text} for label, text in rows],
        )
        return ExitCode.CONFORMANT


def on_a_screen(rows: Sequence[Row]) -> list[str]:
    """Return lines of at most 80 columns, with as many rows of each label as fit a screen."""
    groups = [[_fitted(*row) for row in run] for _, run in groupby(rows, itemgetter(0))]
    most = list(map(len, groups))
    while len(shown := list(chain(*map(_first, groups, most)))) >= SCREEN:
        sizes = [sum(map(len, of[:n])) * (n > 1) for of, n in zip(groups, most, strict=True)]
        most[sizes.index(max(sizes))] -= 1
    return shown


def _first(group: Sequence[Sequence[str]], most: int) -> Iterator[str]:
    """Yield the lines of the first rows, and the number of the rest."""
    yield from chain(*group[:most])
    if left := len(group[most:]):
        yield f"{'':{_LABEL}}… and {left} more; --verbose prints all"


def _lines(label: str, text: str) -> list[str]:
    first, *more = text.split("\n")
    return [f"  {label:<10} {first}" if label else first, *(f"{'':{_LABEL}}{one}" for one in more)]


def _fitted(label: str, text: str) -> list[str]:
    """Return the lines of a row, wrapped or cut at 80 columns; a command is whole."""
    first, *more = _lines(label, text)
    if label == "see it":
        return [first]
    whole = textwrap.wrap(first, _COLUMNS, subsequent_indent=" " * _LABEL)
    cut = more if label in _IN_FULL else [first, *more]
    shown = (f"{one[: _COLUMNS - 1]}…" if len(one) > _COLUMNS else one for one in cut)
    return [*(whole if label in _IN_FULL else ()), *shown]
