"""Limits that harbor does not have: what is beyond them is cut off."""

from collections.abc import Callable, Mapping, Sequence

from candidates.deviations.deviation import Changes, Deviation, Parameter


def read_limit(text: str) -> int:
    """Read a limit, which is 1 at least; raises ValueError."""
    limit = int(text)
    if limit < 1:
        raise ValueError(text)
    return limit


def limited(  # noqa: PLR0913 - a row of the catalogue, and its limits
    name: str,
    clause: str,
    description: str,
    *,
    parameter: str,
    limits: Sequence[int],
    changes: Callable[[int], Changes],
) -> Deviation:
    """Return the deviation that has the first of these limits; the others are usual as well."""
    first, *others = map(str, limits)
    return Deviation(
        name,
        clause,
        description,
        parameter=Parameter(parameter, first, read_limit, changes, usual=tuple(others)),
        advice=f"Remove the limit on the {parameter}.",
    )


def first_members[V](limit: int) -> Callable[[Mapping[str, V] | None], dict[str, V] | None]:
    """Return the change that leaves an object its first members; null stays null."""
    return lambda members: None if members is None else dict([*members.items()][:limit])


def cut_names[V](limit: int) -> Callable[[Mapping[str, V] | None], dict[str, V] | None]:
    """Return the change that cuts the names of an object; of two alike the last stays."""
    return lambda members: (
        None if members is None else {name[:limit]: value for name, value in members.items()}
    )
