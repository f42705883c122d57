"""Steps that are computed like others next to them, or exchanged with them."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from inspect import signature

from candidates.deviations.deviation import Deviation, Words, instead
from candidates.deviations.job.calls import everywhere
from candidates.deviations.step_words import given_by
from conformance.diagnosis.documents import places_of_steps, step_at
from conformance.diagnosis.places import Place, PlaceKind


def exchanged(operation: str, step: str) -> Iterator[Deviation]:
    """Yield the deviations of a step that is taken for another, or exchanged with a later one.

    The two are next to each other, and take as many arguments and return a number.
    """
    for other in filter(partial(_are_alike, operation, step), places_of_steps(operation)):
        one, another = (given_by(operation, name) for name in (step, other))
        words = Words(f"{one} is computed like {another}", advice=f"Compute {one} by its own rule.")
        yield _row(operation, words, {step: other})
        if step < other:
            both = f"{one} and {another}"
            words = Words(f"{both} are exchanged", advice=f"Exchange {both}.")
            yield _row(operation, words, {step: other, other: step})


def _row(operation: str, words: Words, steps: dict[str, str]) -> Deviation:
    places = ((place, new) for old, new in steps.items() for place in everywhere(old))
    changes = instead({place: step_at(operation, new) for place, new in places})
    name = f"{operation}: {words.description} ({steps})"
    return Deviation(name, f"{operation}.", words.description, changes, advice=words.advice)


def _are_alike(operation: str, one: str, other: str) -> bool:
    every = places_of_steps(operation)
    are_near = one != other and one.rpartition(".")[0] == other.rpartition(".")[0]
    if not (are_near and every[one] == every[other] and _is_number(every[one][1])):
        return False
    return len({_arity(step_at(operation, step)) for step in (one, other)}) == 1


def _is_number(returned: Sequence[Place]) -> bool:
    """Return whether a step returns a number: other values are rarely taken for each other."""
    return [place.kind for place in returned] == [PlaceKind.NUMBER]


def _arity(step: Callable[..., object]) -> int:
    """Return how many arguments a step needs."""
    return sum(one.default is one.empty for one in signature(step).parameters.values())
