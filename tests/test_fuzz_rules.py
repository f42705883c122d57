"""What fuzzing counts, keeps and ends by: rules on plain values, and a file that is cut."""

import json
import math
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.certification.request import Request, plan_of
from conformance.certification.run import Tried
from conformance.cli.errors import UsageError
from conformance.cli.fuzz import count_of, seconds_of
from conformance.examination.findings import RECORDED, Observation
from conformance.executor.workers import Workers
from conformance.fuzz import journal
from conformance.fuzz.config import FuzzError, Limits, differences, in_words
from conformance.fuzz.coverage import is_line, kinds_of
from conformance.fuzz.fuzzing import drawn, next_seeds
from conformance.fuzz.proposals import proposals, repeat
from conformance.fuzz.state import FuzzState
from conformance.fuzz.work import HARBOR_ALONE, Example, WorkResult
from conformance.implementations.start import CandidateSpec
from conformance.protocol.values import Case, Failure, Fault, Misshapen, Result, Unsupported, Value

MEAN = "metric.compensated-sum"
FLOATS = st.floats(allow_nan=False)


def case(number: float) -> Case:
    return Case("metric", {"metric": "sum", "rewards": [{"a": number}]})


CASES = FLOATS.map(case)
NUMBERS = FLOATS.map(lambda number: Result({"a": number}))
ANSWERS = st.one_of(
    NUMBERS,
    st.sampled_from([Failure("ValueError", "why"), Unsupported(), Misshapen("x"), Fault("late")]),
)
TEXT = st.text(max_size=5)
BEHAVIOURS = st.sampled_from(["harbor/job.py:1", "harbor/job.py:2", "metric: * is nan"])


def few[T](one: st.SearchStrategy[T]) -> st.SearchStrategy[tuple[T, ...]]:
    return st.lists(one, max_size=2).map(tuple)


RESULTS = st.builds(
    WorkResult,
    seed=st.just(0),
    seconds=st.just(0.0),
    candidate=st.sampled_from(["one", "other"]),
    clause=st.just(MEAN),
    check=st.sampled_from([RECORDED, HARBOR_ALONE, "sums"]),
    drawn_from=st.none() | st.integers(0, 3),
    cases=st.integers(0, 300),
    answered=st.integers(0, 300),
    at=st.floats(0, 1e6).map(lambda seconds: round(seconds, 3)),
    new=few(st.builds(Example, st.tuples(BEHAVIOURS), CASES, st.binary(max_size=4))),
    observations=few(
        st.builds(Observation, st.just(MEAN), CASES, NUMBERS, ANSWERS, st.none() | NUMBERS)
    ),
    examples=few(st.binary(min_size=1, max_size=4)),
    problem=TEXT,
    not_asked=TEXT,
    faults=few(TEXT),
    stale=few(TEXT),
)
AMOUNTS = st.tuples(st.floats(0, 1e5), st.integers(0, 10**6), st.integers(0, 10**6))
BOUNDS = st.none() | st.integers(1, 10**6)
LIMITS = st.builds(Limits, BOUNDS, BOUNDS, BOUNDS)


@given(LIMITS, AMOUNTS, AMOUNTS)
def test_fuzzing_ends_where_one_of_its_limits_is_reached_and_does_not_go_on_with_more(
    limits: Limits, so_far: tuple[float, int, int], more: tuple[float, int, int]
) -> None:
    most = (limits.seconds, limits.cases, limits.quiet)
    assert bool(limits.reached(*so_far)) is any(
        limit is not None and now >= limit for limit, now in zip(most, so_far, strict=True)
    )
    seconds, cases, quiet = (now + later for now, later in zip(so_far, more, strict=True))
    later = limits.reached(seconds, int(cases), int(quiet))
    assert bool(later) >= bool(limits.reached(*so_far))


@given(st.lists(RESULTS, min_size=1, max_size=6), st.data())
def test_a_journal_that_is_cut_anywhere_loses_the_line_that_is_cut_alone(
    tmp_path_factory: pytest.TempPathFactory, records: list[WorkResult], data: st.DataObject
) -> None:
    file = tmp_path_factory.mktemp("journal") / "journal.jsonl"
    with journal.opened(file) as append:
        for record in records:
            append(record)
    content = file.read_bytes()
    cut = content[: data.draw(st.integers(0, len(content)))]
    file.write_bytes(cut)
    whole = cut.count(b"\n")
    assert list(journal.read(file)) == records[:whole]
    with journal.opened(file) as append:
        append(records[0])
    assert list(journal.read(file)) == [*records[:whole], records[0]]


def test_a_journal_that_was_damaged_is_refused_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "journal.jsonl"
    file.write_text('{"candidate": "reference"}\n')
    with pytest.raises(FuzzError, match="line 1: invalid journal entry"):
        list(journal.read(file))


@given(st.lists(RESULTS, max_size=8))
def test_what_is_taken_twice_counts_once(records: list[WorkResult]) -> None:
    once, twice = FuzzState.of(records), FuzzState.of([*records, *records])
    assert (once.seconds, once.quiet) == (twice.seconds, twice.quiet)
    assert once.cases == twice.cases
    assert once.findings == twice.findings
    first = {record.item: record for record in reversed(records)}
    assert once.cases.total() == sum(record.cases for record in first.values())


@given(st.lists(RESULTS, max_size=8))
def test_it_is_quiet_since_the_last_record_with_anything_new(records: list[WorkResult]) -> None:
    known = FuzzState()
    for record in records:
        before, behaviours = known.quiet, set(known.behaviours)
        known.add(record)
        if known.behaviours != behaviours:
            assert known.quiet == 0
        else:
            assert before <= known.quiet <= before + record.cases
    assert known.latest.lines == sum(map(is_line, known.behaviours))
    assert known.latest.lines + known.latest.kinds == len(known.behaviours)


def entry(candidate: str, check: str, drawn_from: int | None, *behaviours: str) -> WorkResult:
    new = (Example(behaviours, case(1.5)),) if behaviours else ()
    result = WorkResult(MEAN, check, seed=0, cases=100, seconds=0.0, answered=100, at=1.0, new=new)
    return replace(result, candidate=candidate, drawn_from=drawn_from)


def test_a_case_that_two_candidates_get_counts_once_for_harbor() -> None:
    known = FuzzState.of([entry("one", "sums", 1), entry("other", "sums", 1)])
    assert (known.cases.total(), known.quiet) == (200, 100)


def test_what_harbor_does_with_recorded_cases_is_proposed_by_nobody() -> None:
    line, kind = "harbor/job.py:7", "metric: * is nan"
    of_one = partial(entry, "one")
    recorded, first = of_one(HARBOR_ALONE, None, line), of_one("sums", 1, line)
    known = FuzzState.of([recorded, first, of_one("sums", 2, line, kind)])
    assert [one.name[:19] for one in proposals(known)] == ["new-kind-of-answer-"]
    assert [result.drawn_from for result, _ in known.shown] == [2]


def test_a_finding_is_proposed_under_a_name_that_the_corpus_takes() -> None:
    seen = Observation(MEAN, case(3.25), Result({"a": 1.0}), Result({"a": 2.0}))
    state = FuzzState.of([replace(entry("mine:", "sums", 5), observations=(seen,))])
    (proposal,) = proposals(state)
    assert proposal.name.startswith("another-number-")
    assert proposal.note == "Fuzzing under seed 5 made mine: give another number here."
    assert f"--input @there/{MEAN}.{proposal.name}.json" in proposal.command(Path("there"))


KINDS: dict[str, Value] = {
    "nan": math.nan, "inf": math.inf, "-inf": -math.inf, "0.0": 0.0, "-0.0": -0.0,
    "subnormal": 5e-324, "float": 1.5, "int": 1, "long int": 2**53 + 1, "text": "x",
    "empty text": "", "true": True, "null": None, "[]": [], "{}": {},
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_kinds_of_values_are_distinguished(kind: str) -> None:
    assert kinds_of(case(1.0), Result({"a": KINDS[kind]})) == {f"metric: * is {kind}"}


def test_keys_of_the_data_and_messages_of_errors_make_no_new_kind() -> None:
    stats = {"evals": {"e": {"metrics": [{"some name": 1.0}], "reward_stats": {"r": {}}}}}
    assert kinds_of(Case("job", {}), Result({"stats": json.dumps(stats)})) == {
        "job: stats evals * metrics [] * is float",
        "job: stats evals * reward_stats * is {}",
    }
    error = Failure("ValueError", "why")
    assert kinds_of(case(1.0), error) == {"metric: error ValueError"}


TIMES = {"30s": 30, "10m": 600, "2h": 7200, "1.5h": 5400, "1d": 86400}
COUNTS = {"500": 500, "50k": 50_000, "50M": 50_000_000, "1.5k": 1500}


def test_times_and_numbers_are_read_as_people_write_them() -> None:
    assert {text: seconds_of("--for", text) for text in TIMES} == TIMES
    assert {text: count_of("--cases", text) for text in COUNTS} == COUNTS
    spans = {0.25: "0.2 s", 59: "59 s", 60: "1 min", 7325: "2 h 2 min 5 s"}
    assert {seconds: in_words(seconds) for seconds in spans} == spans


REFUSED = (
    (seconds_of, "give a time such as 30s, 10m, 2h or 1d",
     ("", "2", "h", "-1h", "0s", "2 hours", "1e3s", "nan s", "٣s")),
    (count_of, "give a whole number such as 500, 50k or 50M",
     ("", "k", "0", "-5", "1.5", "5T", "ten")),
)  # fmt: skip


def test_what_is_no_time_or_number_is_refused() -> None:
    for read, said, texts in REFUSED:
        for text in texts:
            with pytest.raises(UsageError, match=said):
                read("--option", text)


def about(version: str, operations: list[str], seed: int, pydantic: str) -> dict[str, object]:
    mine = {"mine:": {"version": version, "operations": ["metric"]}}
    more = {"operations": operations, "seed": seed, "versions": {"pydantic": pydantic}}
    return {"candidates": mine, "clauses": [], **more}


def test_what_differs_from_the_fuzzing_of_a_folder_is_named() -> None:
    one, other = about("1", ["metric"], 1, "2.14.3"), about("2", [], 2, "2.15.0")
    assert list(differences(one, one)) == []
    assert list(differences(one, other)) == [
        "version: was 1 and is 2",
        "operations: was metric and is all",
        "seed: was 1 and is 2",
        "pydantic: was 2.14.3 and is 2.15.0",
    ]
    renamed = {**one, "candidates": {"other": {}}}
    assert list(differences(one, renamed)) == ["candidates: was mine: and is other"]


TARGET = plan_of(
    Request(CandidateSpec("mine"), 0, Workers(1), clauses=(MEAN,)), Tried("", ("metric",), ())
)


def test_a_long_input_is_run_again_from_a_file_and_by_no_seed() -> None:
    long = Case("metric", {"metric": "sum", "rewards": [{"a": n / 7} for n in range(300)]})
    seen = Observation(MEAN, long, Result({"a": 1.0}), Result({"a": 2.0}))
    state = FuzzState.of([replace(entry("mine", "sums", None), observations=(seen,))])
    (found,), (proposal,) = state.findings, proposals(state)
    line = repeat(TARGET, found, [proposal], Path("there"))
    assert line == f"harbor-conformance ask metric --input @{proposal.file(Path('there'))}"


def test_fuzzing_that_resumes_takes_up_the_round_that_it_left() -> None:
    state = FuzzState()
    for seed in (5, 6):
        state.done.update(("mine", item.clause, item.check, seed) for item in drawn(TARGET, seed))
    assert next_seeds([TARGET], 5, 2, state) == [7, 8]
    state.done.discard(("mine", MEAN, drawn(TARGET, 6)[0].check, 6))
    assert next_seeds([TARGET], 5, 2, state) == [6, 7]
