"""Which deviations each release of harbor has from 0.13.1, by the release that brought them.

The reference with the deviations of a release answers as that release does; the leaderboard is
modelled from 0.13.1 to 0.18.0, after which harbor has none. Whole jobs (``run``) have no reference:
what changes there is an entry of ``conformance/gate/explanations.toml``.
"""

from collections.abc import Iterable, Iterator
from functools import cache

from candidates.deviations.catalogue import CATALOGUE, LACKING, functions, in_order, lacking
from candidates.deviations.deviation import Deviation, Step

MODELLED = (
    "0.7.1", "0.8.0", "0.9.0", "0.13.0", "0.13.1", "0.13.2", "0.14.0", "0.15.0", "0.16.0",
    "0.16.1", "0.17.0", "0.17.1", "0.18.0", "0.19.0", "0.20.0", "0.21.0", "0.22.0", "0.23.0",
    "0.24.0", "0.25.0", "0.26.0",
)  # fmt: skip
"""The releases whose deviations are known, oldest first."""


_SINCE = {
    "leaderboard-reports-none-of-several": "0.14.0",
    "trial-unreadable-is-run-again": "0.16.0",
    "numbers-by-isinstance": "0.23.0",
    "finite-by-isfinite": "0.23.0",
    "pass-at-k-of-valid-rewards": "0.26.0",
    "job-of-valid-rewards": "0.26.0",
}
_CONFIG_OF, _CONFIG_BEFORE = "trial-config-of-", "trial-config-before-"


def since(name: str) -> str:
    """Return the release from which harbor has a deviation; empty where none has."""
    if name.startswith(_CONFIG_OF):
        return name.removeprefix(_CONFIG_OF)
    return _SINCE.get(name, "")


def until(name: str) -> str:
    """Return the release from which harbor has an earlier deviation no more; empty where none."""
    return name.removeprefix(_CONFIG_BEFORE) if name.startswith(_CONFIG_BEFORE) else ""


def _place(release: str) -> tuple[int, ...]:
    return tuple(map(int, release.split(".")))


def _of(release: str) -> Iterator[Deviation]:
    for name, deviation in CATALOGUE.items():
        come, gone = since(name), until(name)
        if (come and _place(come) <= _place(release)) or (gone and _place(release) < _place(gone)):
            yield deviation


@cache
def deviations_of(release: str) -> tuple[Deviation, ...]:
    """Return the deviations of a release from 0.13.1, in the order in which they apply.

    A release without a model has the deviations of the last modelled one before it.
    """
    return tuple(in_order(_of(release)))


def model_of(release: str, deviating: Iterable[Deviation] = ()) -> dict[str, Step]:
    """Return the model of a release with further deviations.

    A deviation called ``without-NAME`` removes one of the release's. Raises IncompatibleError if
    two replace the same step.
    """
    rows = list(deviating)
    gone = {row.name.removeprefix(LACKING) for row in rows if row.name.startswith(LACKING)}
    own = [row for row in deviations_of(release) if row.name not in gone]
    names = {row.name for row in own}
    new = [row for row in rows if row.name not in names and not row.name.startswith(LACKING)]
    return functions((*own, *new))


def between(first: str, last: str, operation: str) -> tuple[Deviation, ...]:
    """Return the deviations that turn one release's model of an operation into another's."""
    one, two = ({row.name: row for row in deviations_of(name)} for name in (first, last))
    rows = [lacking(row) for name, row in one.items() if name not in two]
    rows += [row for name, row in two.items() if name not in one]
    return tuple(row for row in rows if row.operation == operation)
