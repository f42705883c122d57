"""Examples are those that Hypothesis draws; where a strategy has few, each comes once."""

from collections.abc import Sequence

import hypothesis
import pytest
from hypothesis import strategies as st
from hypothesis.control import BuildContext
from hypothesis.errors import Unsatisfiable
from hypothesis.internal.conjecture.data import ConjectureData
from hypothesis.strategies import SearchStrategy

from conformance.examination import drawing
from conformance.examination.drawing import by_seed_alone, draw_each
from conformance.operations import OPERATIONS
from conformance.operations.catalogue import checks


def drawn_from[Drawn](
    strategy: SearchStrategy[Drawn], seed: int = 1, examples: int = 1000
) -> list[tuple[Drawn, bytes]]:
    """Return examples, each with its choices."""
    drawn: list[tuple[Drawn, bytes]] = []
    with by_seed_alone():
        draw_each(strategy, lambda *one: drawn.append(one), seed, examples)
    return drawn


@pytest.mark.parametrize("operation", OPERATIONS)
def test_what_is_drawn_without_records_is_what_hypothesis_draws(
    operation: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def choices() -> list[list[bytes]]:
        strategies = (check.cases for check in checks([operation]))
        return [[chosen for _, chosen in drawn_from(one, 7, 10)] for one in strategies]

    without = choices()
    monkeypatch.setattr(drawing, "SpanlessData", ConjectureData)
    assert without == choices()


RECURSIVE: SearchStrategy[object] = st.deferred(lambda: st.lists(RECURSIVE, min_size=1))


def test_what_never_ends_is_rejected_as_by_hypothesis() -> None:
    with pytest.raises(Unsatisfiable):
        drawn_from(RECURSIVE, examples=5)


@pytest.mark.parametrize(
    ("strategy", "all_of_them"),
    [
        (st.just(1), {1}),
        (st.integers(0, 99), set(range(100))),
        (st.integers(0, 99).filter(lambda number: number % 3), {n for n in range(100) if n % 3}),
        (
            st.tuples(st.booleans(), st.sampled_from("abcdefgh"), st.integers(-7, 7)),
            {(b, c, n) for b in (False, True) for c in "abcdefgh" for n in range(-7, 8)},
        ),
        (st.sampled_from("ab").flatmap(lambda c: st.just(c) | st.just(2 * c)), {*"ab", "aa", "bb"}),
    ],
    ids=["one", "a hundred", "some are filtered out", "tuples", "one after another"],
)
def test_of_a_strategy_that_has_few_examples_each_is_drawn(
    strategy: SearchStrategy[object], all_of_them: set[object]
) -> None:
    assert {one for one, _ in drawn_from(strategy)} == all_of_them


def test_few_are_drawn_twice_where_there_are_few() -> None:
    begun = 0

    def counting(number: int) -> int:
        nonlocal begun
        begun += 1
        return number

    drawn = drawn_from(st.integers(0, 199).map(counting))
    assert sorted(one for one, _ in drawn) == list(range(200))
    assert begun < 2.5 * 200  # at random, one would wait for the last of them for a thousand


def test_an_example_that_a_test_rejects_is_not_one_of_those_that_are_wanted() -> None:
    def odd(number: int, _: bytes) -> None:
        if number % 2 == 0:
            hypothesis.reject()
        tested.append(number)

    tested: list[int] = []
    draw_each(st.integers(0, 63), odd, 1, 32)
    assert sorted(tested) == list(range(1, 64, 2))


def test_what_failed_is_drawn_by_hypothesis_once_more() -> None:
    def short(words: Sequence[str], choices: bytes) -> None:
        tested.append(choices)
        assert len(words) < 3

    tested: list[bytes] = []
    with pytest.raises(AssertionError):
        draw_each(st.lists(st.text()), short, 1, 1000)
    choices = hypothesis.database.choices_from_bytes(tested[-1])
    assert choices is not None
    data = ConjectureData.for_choices(choices)
    with BuildContext(data, wrapped_test=short):
        assert len(data.draw(st.lists(st.text()))) >= 3
