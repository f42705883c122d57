"""A job's result.json of any size: long lists, many groups, metrics and names."""

from hypothesis import strategies as st

from conformance.operations.clause import Cases, Check, clause, extreme
from conformance.operations.outcome.inputs import RULES, SUMS, means, numbered, of_groups, of_pairs
from conformance.operations.strategies.drawing import build
from conformance.operations.strategies.sizes import OF_MANY_MEMBERS, counts, file_sizes, names
from conformance.protocol.values import Case

LEVEL = extreme("no result.json has a megabyte or a thousand groups")

_METRICS = '"metrics": [{"mean": 0.5}]'


@clause("any-size-of-file", *RULES, effort=0.075)
def files_of_any_size() -> Cases:
    """All of the file is read, of any size."""
    return st.one_of(file_sizes().map(_with_spaces), file_sizes(OF_MANY_MEMBERS).map(_with_trials))


def _with_spaces(size: int) -> Case:
    return of_groups(f'"e": {{{" " * size}{_METRICS}}}')


def _with_trials(size: int) -> Case:
    trials = ", ".join([f'"t__{number}"' for number in range(size // 10)])
    return of_groups(f'"e": {{"reward_stats": {{"reward": {{"1": [{trials}]}}}}, {_METRICS}}}')


def values_of_size(count: int, kind: str) -> Case:
    """Return the case of this many groups, metrics or keys, of which all but the first are 1."""
    values = ["0" if number == 0 else "1" for number in range(count)]
    if kind == "groups":
        return of_pairs(zip(names(count, "e"), [means([value]) for value in values], strict=True))
    return of_pairs([("e", means(values) if kind == "metrics" else [numbered(values, "n")])])


@clause("any-number-of-values", *SUMS)
def any_number_of_values() -> tuple[Check, ...]:
    """The score is the mean over the samples of all metrics of all groups, however many there
    are."""
    return tuple(
        Check(f"many-{kind}", build(values_of_size, counts(), st.just(kind)), effort=0.1)
        for kind in ("groups", "metrics", "names")
    )
