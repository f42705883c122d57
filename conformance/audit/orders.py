"""The orders in which harbor could have combined the trials of a job."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from math import factorial, prod

from conformance.audit.configured import Plan


def orders(
    plan: Plan,
    listed: Iterable[str],
    ended: Mapping[str, tuple[str, str]],
    counted: Mapping[str, Hashable],
) -> Iterator[list[str]]:
    """Yield the orders of trials that harbor could have used, that of the configuration first.

    A resumed job has those that it found first, in the order of its directory, and then the
    others in that of the configuration (harbor/job.py:225, 667). ``ended`` has when each
    began and ended: it may have been resumed wherever none ran. ``counted`` has what is added of
    each: trials of which it is equal may change places.
    """
    first = list(plan.order)
    yield first
    known = set(first)
    by_folder = [name for name in listed if name in known]
    ways = [by_folder, sorted(first), sorted(first, key=lambda one: (ended[one][1], one))]
    seen = {tuple(map(counted.get, first))}
    resumed = (
        [*(one for one in way if one in cut), *(one for one in first if one not in cut)]
        for cut in _cuts(ended)
        for way in ways
    )
    for order in chain(resumed, _arranged(first, counted)):
        kinds = tuple(map(counted.get, order))
        if kinds not in seen:
            seen.add(kinds)
            yield order


MOST_ORDERS = 720
"""Orders of a job's trials, of which none has to be the one that was used, that are tried."""


def _arranged(names: Sequence[str], counted: Mapping[str, Hashable]) -> Iterator[list[str]]:
    """Yield the different orders of trials, if they are few."""
    alike: defaultdict[Hashable, list[str]] = defaultdict(list)
    for name in names:
        alike[counted[name]].append(name)
    if number_of_orders(names, counted) > MOST_ORDERS:
        return
    left = {kind: len(some) for kind, some in alike.items()}

    def after(done: list[Hashable]) -> Iterator[list[Hashable]]:
        if len(done) == len(names):
            yield done
        for kind in [one for one, times in left.items() if times]:
            left[kind] -= 1
            yield from after([*done, kind])
            left[kind] += 1

    for kinds in after([]):
        some = {kind: iter(own) for kind, own in alike.items()}
        yield [next(some[kind]) for kind in kinds]


_FEW = 6
"""Trials that are unlike the others: seven of them have more than 720 orders."""


def number_of_orders(names: Sequence[str], counted: Mapping[str, Hashable]) -> int:
    """Return how many different orders trials have, at least ``MOST_ORDERS`` and one if many."""
    times = Counter(counted[name] for name in names)
    if len(names) - max(times.values(), default=0) > _FEW:
        return MOST_ORDERS + 1
    return factorial(len(names)) // prod(map(factorial, times.values()))


_MOST_CUTS = 6


def _cuts(ended: Mapping[str, tuple[str, str]]) -> Iterator[set[str]]:
    """Yield the sets of trials that had ended before any other began, the largest first."""
    started = sorted(ended, key=lambda one: ended[one])
    last, cuts = "", list[int]()
    for place, name in enumerate(started):
        if place and last <= ended[name][0]:
            cuts.append(place)
        last = max(last, ended[name][1])
    step = max(1, len(cuts) // _MOST_CUTS)
    for cut in [len(started), *cuts[::-1][::step][:_MOST_CUTS]]:
        yield set(started[:cut])
