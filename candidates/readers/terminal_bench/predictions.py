"""What terminal-bench does differently from harbor and no row of the catalogue has."""

from typing import cast

from conformance.protocol.values import Answer, Case, Result, Value

type Groups = dict[str, dict[str, Value]]


def few_multiples_of_five(_case: Case, expected: Answer) -> Answer:
    """Leave out every k that is neither a power of two nor 5 or 10."""
    if not isinstance(expected, Result):
        return expected
    groups = cast("Groups", expected.value)
    return Result(
        {key: {k: v for k, v in by_k.items() if _known(k)} for key, by_k in groups.items()}
    )


def _known(k: str) -> bool:
    return k in {"5", "10"} or int(k).bit_count() == 1
