"""Ports of `metric` with one mutation each."""

from collections.abc import Iterator
from typing import Any

from candidates.reference.metric import Columns, Metric, keep_first, only_value
from candidates.reference.summation import Sum
from tools.causes.wrong.making import candidate

Json = Any


# source: rolled metric:122 (`a < b` made `not a >= b`), the negated relation that is the same for
#   integers: Lua, C++ and Java comparators that are written as `!(a >= b)`
# differs: min of 1.0 and nan: nan, not 1.0
@candidate("metric")
def the_minimum_is_replaced_unless_a_value_is_as_large(case: Json) -> Json:
    """The minimum is replaced by a later value unless that is greater than or equal to it.

    So a later nan replaces a number and a later number replaces a nan.
    """

    def minimum(values: Json) -> Json:
        return keep_first(values, replaces=lambda later, kept: not later >= kept)

    return Metric(min=minimum)(case)


# source: rolled metric:40 (the constant 0 made 0.0): a typed port whose default is a double, as
#   `value_or(0.0)` in C++ or `unwrap_or(0.0)` in Rust
# differs: sum of {"a": 9007199254740993} and null: 9007199254740992.0, not 9007199254740993
@candidate("metric")
def a_trial_without_the_only_reward_counts_as_a_float(case: Json) -> Json:
    """With at most one reward name, a trial without a value counts as the float 0.0, not as 0.

    So a sum of integers is rounded to binary64 and one too large raises OverflowError.
    """

    def value(rewards: Json) -> Json:
        return only_value(rewards) if rewards else 0.0

    return Metric(columns=Columns(only_value=value))(case)


# source: rolled summation:83 (`start + first` made `first`), an operand dropped as by PIT's
#   arithmetic operator deletion; a loop that switches from an integer to a float accumulator
# differs: sum of 1 and 0.5: 0.5, not 1.5
@candidate("metric")
def integers_before_the_first_float_are_not_added(case: Json) -> Json:
    """In a sum or a mean the integers that come before the first float are lost.

    The float sum starts anew with that float.
    """

    class Anew(Sum):
        def _with_floats(self, exact: int, first: float, rest: Iterator[Json]) -> Json:
            self.convert(exact)
            return super()._with_floats(0, first, rest)

    return Metric(sum=Anew())(case)
