"""A job's result.json of any size: long lists, many groups, metrics and names."""

from hypothesis import strategies as st

from conformance.operations.clause import Cases, Check, clause, extreme
from conformance.operations.outcome.inputs import RULES, SUMS, metrics_of, object_of, of_groups
from conformance.operations.strategies.sizes import counts, file_sizes, names
from conformance.protocol.values import Case

LEVEL = extreme("no result.json has a megabyte or a thousand groups")

_OF_MANY_MEMBERS = 70_000
"""Bytes of the largest file that is full of members: they take readers long."""

_METRICS = '"metrics": [{"mean": 0.5}]'


@clause("any-size-of-file", *RULES, effort=0.075)
def files_of_any_size() -> Cases:
    """All of the file is read, of any size."""
    return st.one_of(
        st.builds(file_of_size, file_sizes(), st.just("spaces")),
        st.builds(file_of_size, file_sizes(_OF_MANY_MEMBERS), st.just("trials")),
    )


def file_of_size(size: int, kind: str) -> Case:
    """Return the case of a file whose metric follows this many bytes."""
    if kind == "spaces":
        return of_groups(f'"e": {{{" " * size}{_METRICS}}}')
    trials = ", ".join([f'"t__{number}"' for number in range(size // 10)])
    return of_groups(f'"e": {{"reward_stats": {{"reward": {{"1": [{trials}]}}}}, {_METRICS}}}')


def values_of_size(count: int, kind: str) -> Case:
    """Return the case of this many groups, metrics or keys, of which all but the first are 1."""
    values = ["0" if number == 0 else "1" for number in range(count)]
    if kind == "groups":
        groups = zip(names(count, "e"), values, strict=True)
        return of_groups(
            ", ".join(f'"{n}": {{{metrics_of([object_of([("mean", v)])])}}}' for n, v in groups)
        )
    if kind == "metrics":
        return of_groups(f'"e": {{{metrics_of([object_of([("mean", v)]) for v in values])}}}')
    pairs = [*zip(names(count), values, strict=True)]
    return of_groups(f'"e": {{{metrics_of([object_of(pairs)])}}}')


def _of_many(kind: str) -> Check:
    return Check(f"many-{kind}", st.builds(values_of_size, counts(), st.just(kind)), effort=0.1)


@clause("any-number-of-values", *SUMS)
def any_number_of_values() -> tuple[Check, ...]:
    """The score is the mean over the samples of all metrics of all groups, however many there
    are."""
    return tuple(map(_of_many, ("groups", "metrics", "names")))
