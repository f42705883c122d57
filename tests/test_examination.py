"""A check that cannot be relied on is never a pass, and asks what its seed says."""

import hashlib
from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain, count, pairwise, repeat
from types import SimpleNamespace
from typing import cast
from unittest.mock import Mock

import hypothesis
import pytest
from hypothesis import strategies as st
from hypothesis.control import BuildContext
from hypothesis.errors import Unsatisfiable
from hypothesis.internal.conjecture import engine, providers
from hypothesis.internal.conjecture.data import ConjectureData
from hypothesis.internal.conjecture.shrinker import Shrinker
from hypothesis.strategies import SearchStrategy

from conformance.examination import drawing
from conformance.examination.drawing import UnknownHypothesisError, by_seed_alone, draw_each
from conformance.examination.examination import LiveExamination, explore, replay
from conformance.examination.generating import generate
from conformance.implementations.start import open_candidate
from conformance.operations import OPERATIONS
from conformance.operations.catalogue import checks
from conformance.operations.clause import Check, Examination
from conformance.operations.functions import LocalCandidate
from conformance.protocol.values import Answer, Case, Result, Value

CLAUSE = "metric.sum-of-nothing"
CASE = Case("metric", {"metric": "sum", "rewards": []})


def sum_of(values: list[float]) -> Case:
    return Case("metric", {"metric": "sum", "rewards": [{"a": value} for value in values]})


NUMBERS = st.integers(0, 10**6)
SUMS = NUMBERS.map(lambda number: sum_of([number]))
REFERENCE = open_candidate("reference")


def test_a_candidate_that_answers_one_case_in_two_ways_diverges() -> None:
    check, numbers = Check("wavering", st.just(CASE), clause=CLAUSE), count(1)
    wavering = SimpleNamespace(answer=lambda _: Result({"sum": next(numbers) % 2}))
    result = explore(check, REFERENCE, wavering, seed=1, examples=50)
    assert result.divergence is not None


def test_the_first_recorded_cases_are_sent_twice() -> None:
    asked = list[Case]()

    def answer(case: Case) -> Answer:
        asked.append(case)
        return Result(1)

    candidate = SimpleNamespace(answers=partial(map, answer))
    harbor = SimpleNamespace(answer=lambda _: Result(1))
    cases = [sum_of([float(n)]) for n in range(4)]
    result = replay("metric.none", cases, harbor, candidate, repeated=2)
    assert (asked, result.cases) == ([*cases, *cases[:2]], 4)


def climbs(values: list[float]) -> bool:
    """Return whether most values are larger than the one before, and one sum is as it is."""
    ascents = sum(one < other for one, other in pairwise(values))
    return ascents >= 7 and sum(n * value for n, value in enumerate(values)) % 5 == 2


def has_two_large(values: list[float]) -> bool:
    """Return whether two of three or more values are larger than 5."""
    return len(values) > 2 and sum(value > 5 for value in values) > 1


def hashed_by_address() -> st.SearchStrategy[float]:
    """Draw numbers from values of which one, nan, has its address as its hash."""
    nan = float("nan")
    return st.sampled_from((1, 10, nan)) | st.sampled_from((2, 20, nan)) | st.integers(0, 99)


@pytest.mark.parametrize(
    ("numbers", "wrong"),
    [(partial(st.integers, 0, 999), climbs), (hashed_by_address, has_two_large)],
    ids=["hypothesis's random numbers", "what hypothesis hashes"],
)
def test_one_seed_has_one_result_for_a_candidate_that_diverges(
    numbers: Callable[[], st.SearchStrategy[float]], wrong: Callable[[list[float]], bool]
) -> None:
    def metric(case: dict[str, Value]) -> Value:
        rewards = cast("list[dict[str, float]]", case["rewards"])
        if wrong([reward["a"] for reward in rewards]):
            return {"sum": "wrong"}
        return cast("Result", REFERENCE.answer(Case("metric", case))).value

    candidate = LocalCandidate("wrong", {"metric": metric})
    results, strategies = set(), []
    for _ in range(3):
        strategies.append(numbers())  # kept, so that each nan has an address of its own
        lists = st.lists(strategies[-1], min_size=1, max_size=16)
        check = Check("diverging", lists.map(sum_of), clause=CLAUSE)
        result = explore(check, REFERENCE, candidate, seed=1, examples=200)
        results.add((result.cases, repr(result.divergence)))
    assert len(results) == 1
    assert result.divergence is not None


def test_what_hypothesis_says_of_a_case_that_is_not_repeatable_is_not_passed_on() -> None:
    check = Check("once", st.just(CASE), clause=CLAUSE)
    answers = chain([OSError("no room")], repeat(REFERENCE.answer(CASE)))
    failing_once = SimpleNamespace(answer=Mock(side_effect=answers))
    result = explore(check, failing_once, REFERENCE, seed=1, examples=50)
    assert result.problem == "a case that was run again gave another answer"
    assert not result.passed


def test_a_check_without_cases_or_that_runs_none_does_not_pass() -> None:
    none = Check("none", SUMS.filter(lambda _: False), clause=CLAUSE)
    silent = Check("silent", st.just(CASE), lambda _, __: None, clause=CLAUSE)
    results = [explore(one, REFERENCE, REFERENCE, seed=1, examples=50) for one in (none, silent)]
    assert results[0].problem == "its cases could not be generated (Unsatisfiable)"
    assert [result.passed for result in results] == [False, False]


def check_of(
    numbers: st.SearchStrategy[int], is_telling: Callable[[int], bool], share: float = 0.3
) -> Check:
    """Return a check of sums, of which such a share has to be telling."""

    def body(examination: Examination, case: Case) -> None:
        examination.agree(case)
        (reward,) = cast("list[dict[str, int]]", case.input["rewards"])
        examination.observe("telling", happened=is_telling(reward["a"]))

    cases = numbers.map(lambda number: sum_of([number]))
    return Check("telling", cases, body, {"telling": share}, clause=CLAUSE)


def test_a_share_that_is_missed_fails_and_by_chance_is_judged_on_more_examples() -> None:
    never = check_of(NUMBERS, lambda _: False)
    result = explore(never, REFERENCE, REFERENCE, seed=1, examples=200)
    assert "too few telling examples" in result.problem
    assert not result.passed
    few = check_of(st.integers(-99, 0) | NUMBERS, lambda number: number <= 0, share=0.05)
    assert explore(few, REFERENCE, REFERENCE, seed=1, examples=4000).passed
    met = count()
    check = check_of(NUMBERS, lambda _: next(met) >= 200)
    result = explore(check, REFERENCE, REFERENCE, seed=1, examples=200)
    assert result.passed
    assert result.cases > 500


STREAM = st.lists(
    st.integers() | st.floats() | st.text("abc\x00\xe9\U0001f600") | st.binary(max_size=4),
    max_size=5,
).map(lambda drawn: Case("metric", {"metric": "sum", "rewards": [*drawn]}))
DIGEST = "6c3185495181b212ee3c020050aefa06c11ded15001728b21dc0b85a4c2555fe"
"""Of what Hypothesis 6.170.15 draws; the next version that draws otherwise gets another."""


def digest_of_stream() -> str:
    asked = hashlib.sha256()
    check = Check("stream", STREAM, lambda _, case: asked.update(repr(case).encode()))
    examination = LiveExamination(REFERENCE, REFERENCE, CLAUSE)
    assert generate(check, examination, 1, 300, shrinks=False) == ""
    return asked.hexdigest()


def test_a_seed_gives_the_same_cases_everywhere() -> None:
    assert digest_of_stream() == DIGEST, f"drawn by hypothesis {hypothesis.__version__}"


@pytest.mark.parametrize("operation", OPERATIONS)
def test_what_is_drawn_without_records_is_what_hypothesis_draws(
    operation: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def choices() -> list[bytes]:
        drawn = list[bytes]()
        with by_seed_alone():
            for check in checks([operation]):
                draw_each(check.cases, lambda _, chosen: drawn.append(chosen), 7, 10)
        return drawn

    without = choices()
    monkeypatch.setattr(drawing, "SpanlessData", ConjectureData)
    assert without == choices()


def test_of_few_examples_each_is_drawn_once_and_those_that_a_test_rejects_count_for_nothing() -> (
    None
):
    def odd(number: int, _: bytes) -> None:
        if number % 2 == 0:
            hypothesis.reject()
        tested.append(number)

    tested: list[int] = []
    draw_each(st.integers(0, 63), odd, 1, 32)
    assert sorted(tested) == list(range(1, 64, 2))


PRIVATE = (
    (providers, "_get_local_constants"),
    (providers, "CONSTANTS_CACHE"),
    (Shrinker, "distinct_labels"),
    (engine, "MAX_SHRINKING_SECONDS"),
)
"""What is replaced in Hypothesis while a check draws and shrinks."""


def test_hypothesis_is_as_it_was_after_any_event_in_a_check() -> None:
    def private() -> list[object]:
        return [getattr(owner, name) for owner, name in PRIVATE]

    def body(_: Examination, case: Case) -> None:
        assert digest_of_stream() == DIGEST
        assert not any(now is then for now, then in zip(private(), before, strict=True))
        raise KeyboardInterrupt(case)

    before = private()
    with pytest.raises(KeyboardInterrupt):
        generate(Check("inner", SUMS, body), LiveExamination(REFERENCE, REFERENCE, CLAUSE), 1, 5)
    assert all(now is then for now, then in zip(private(), before, strict=True))


@pytest.mark.parametrize(("owner", "name"), PRIVATE)
def test_a_hypothesis_without_the_private_names_ends_the_run(
    owner: object, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(owner, name)
    with pytest.raises(UnknownHypothesisError, match=f"it has no {name}"):
        digest_of_stream()


RECURSIVE: SearchStrategy[object] = st.deferred(lambda: st.lists(RECURSIVE, min_size=1))


def test_what_never_ends_is_rejected_as_by_hypothesis() -> None:
    with pytest.raises(Unsatisfiable):
        draw_each(RECURSIVE, Mock(), 1, 5)


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
