"""Rewards of many steps, of many names and of long names."""

from hypothesis import strategies as st

from conformance.operations.clause import clause, extreme, rare
from conformance.operations.metric import sizes
from conformance.operations.metric.inputs import METRICS
from conformance.operations.multi_step import sources
from conformance.operations.multi_step.inputs import as_steps
from conformance.operations.strategies.drawing import drawn
from conformance.operations.strategies.sizes import LETTERS, counts, lengths
from conformance.protocol.values import Case

LEVEL = extreme("no step has a thousand keys, or keys of thousands of characters")

_STRATEGIES = ("mean", "final", None)


@clause(
    "any-number-of-steps",
    sources.VALID,
    sources.MEAN,
    sources.FINAL,
    level=rare("a task of up to a thousand steps"),
    effort=0.15,
)
@drawn(_STRATEGIES, counts(), (1, 10, 4), ("values", "idle at first", "another name at last"))
def many_steps(strategy: str | None, count: int, divisor: int, kind: str) -> Case:
    """All steps count, or the last of them, however many there are."""
    # Steps of which each one changes the rewards of the trial.
    return as_steps(strategy, sizes.trials_of_size(METRICS[0], count, divisor, kind))


@clause("any-number-of-names", sources.NAMES, sources.MEAN, effort=0.15)
@drawn(_STRATEGIES, counts(), st.integers(1, 3))
def many_names(strategy: str | None, count: int, steps: int) -> Case:
    """Each key is kept, however many there are: of all steps in a mean, of the last with final."""
    return as_steps(strategy, sizes.names_of_size(METRICS[0], count, steps))


@clause("names-of-any-length", sources.NAMES, sources.MEAN, effort=0.15)
@drawn(_STRATEGIES, lengths(), LETTERS, st.booleans())
def long_names(strategy: str | None, length: int, letter: str, together: bool) -> Case:  # noqa: FBT001 - a draw
    """Names are kept and told apart to their last character, however long they are."""
    return as_steps(strategy, sizes.names_of_length(METRICS[0], length, letter, together))
