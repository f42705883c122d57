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
from conformance.certification.verdict import INTERRUPTED
from conformance.cli.errors import UsageError
from conformance.cli.fuzz import count_of, seconds_of
from conformance.examination.findings import RECORDED, Observation
from conformance.executor.workers import Workers
from conformance.fuzz import journal
from conformance.fuzz.config import FuzzConfig, FuzzError, Limits, claim, in_words
from conformance.fuzz.coverage import is_line, kinds_of
from conformance.fuzz.fuzzing import drawn, next_seeds
from conformance.fuzz.proposals import FuzzPlan, proposals
from conformance.fuzz.result import Ended, run_of
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
    declared=st.integers(0, 300),
    predicted=st.integers(0, 300),
    applied=st.frozensets(TEXT, max_size=2),
    new=few(st.builds(Example, st.tuples(BEHAVIOURS), CASES)),
    observations=few(
        st.builds(Observation, st.just(MEAN), CASES, NUMBERS, ANSWERS, st.none() | NUMBERS)
    ),
    examples=few(st.binary(min_size=1, max_size=4).map(bytes.hex)),
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
    assert (once.found, once.results) == (twice.found, twice.results)
    first = {record.item: record for record in reversed(records)}
    assert once.cases == twice.cases == sum(record.cases for record in first.values())


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
    assert (known.cases, known.quiet) == (200, 100)


def test_what_harbor_does_with_recorded_cases_is_proposed_by_nobody() -> None:
    line, kind = "harbor/job.py:7", "metric: * is nan"
    of_one = partial(entry, "one")
    recorded, first = of_one(HARBOR_ALONE, None, line), of_one("sums", 1, line)
    known = FuzzState.of([recorded, first, of_one("sums", 2, line, kind)])
    assert [one.name[:19] for one in proposals(known, {})] == ["new-kind-of-answer-"]
    assert [result.drawn_from for result, _ in known.shown] == [2]


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


def test_times_and_numbers_have_one_unit() -> None:
    times = {"30s": 30, "10m": 600, "2h": 7200}
    counts = {"500": 500, "50k": 50_000, "50M": 50_000_000}
    assert {text: seconds_of("--for", text) for text in times} == times
    assert {text: count_of("--cases", text) for text in counts} == counts
    for read, refused in (
        (seconds_of, ("", "2", "h", "0s", "1.5h")),
        (count_of, ("0", "1e3", "5m")),
    ):
        for text in refused:
            with pytest.raises(UsageError, match="give a"):
                read("--option", text)
    spans = {0.25: "0 s", 59: "59 s", 60: "1 min", 7325: "2 h 2 min 5 s"}
    assert {seconds: in_words(seconds) for seconds in spans} == spans


def test_other_fuzzing_in_a_folder_is_refused_and_the_same_has_its_seed(tmp_path: Path) -> None:
    limits, nothing = (
        Limits(cases=1),
        FuzzConfig((), (), (), None, 250, Limits(), Workers(1), tmp_path, dict),
    )
    seed = claim(nothing)
    assert claim(replace(nothing, limits=limits)) == claim(replace(nothing, seed=seed)) == seed
    other = replace(nothing, seed=seed + 1, operations=("metric",))
    told = (
        f"the operations all, and this run has metric; the seed {seed}, and this run has {seed + 1}"
    )
    with pytest.raises(FuzzError, match=f"belongs to different fuzzing: {told}; --fresh"):
        claim(other)
    (tmp_path / "fuzz.json").write_text("{}")
    with pytest.raises(FuzzError, match="cannot be read; --fresh starts over"):
        claim(nothing)


def target(folder: Path) -> FuzzPlan:
    named = ("--candidate", "mine")
    request = Request(
        CandidateSpec("mine"), 5, Workers(1), clauses=(MEAN,), candidate_options=named
    )
    plan = plan_of(request, Tried("", ("metric",), ()))
    return FuzzPlan(request, plan.tried, plan.scope, plan.steps, folder)


TARGET = target(Path("there"))


def test_the_run_of_a_round_that_is_not_whole_is_partial_and_of_an_interrupt_none() -> None:
    sound, *_ = drawn(TARGET, 5)
    state = FuzzState.of([entry("mine", sound.check, 5)])
    run = run_of(TARGET, state, Ended("100 cases were run"))
    assert (run.exit_code, run.profile, run.cases) == (0, "fuzz", 100)
    assert run.verdict.startswith("PARTIAL (metric; 8 operations not claimed): mine agrees exactly")
    assert f"the first round ended after 1 of {len(TARGET.steps)} checks" in run.scope.restrictions
    cut_off = run_of(TARGET, state, Ended(INTERRUPTED, cut_off=True))
    assert (cut_off.exit_code, cut_off.cut_off) == (130, INTERRUPTED)
    assert run.repeat == f"harbor-conformance fuzz mine --seed 5 --clause {MEAN}"


def test_a_check_that_is_reliable_under_one_seed_is_reliable() -> None:
    blunt = replace(entry("mine", "sums", 5), problem="too few")
    assert FuzzState.of([blunt]).results["mine", MEAN, "sums"].problem == "too few"
    both = FuzzState.of([blunt, entry("mine", "sums", 6)]).results["mine", MEAN, "sums"]
    assert (both.problem, both.cases) == ("", 200)


def test_a_long_input_is_proposed_and_run_again_from_its_file_and_by_no_seed() -> None:
    long = Case("metric", {"metric": "sum", "rewards": [{"a": n / 7} for n in range(300)]})
    seen = Observation(MEAN, long, Result({"a": 1.0}), Result({"a": 2.0}))
    check = drawn(TARGET, 5)[0].check
    state = FuzzState.of([replace(entry("mine", check, None), observations=(seen,))])
    run = run_of(TARGET, state, Ended("100 cases were run"))
    (found,), (proposal,) = run.findings, proposals(state, {"mine": run})
    file = proposal.file(TARGET.folder)
    assert found.repeat == f"harbor-conformance ask metric --input @{file} --candidate mine"
    assert proposal.name.startswith("divergence-")
    assert proposal.note == "Fuzzing made mine give another number here."
    assert f"--input @there/{MEAN}.{proposal.name}.json" in proposal.command(TARGET.folder)


def test_fuzzing_that_resumes_takes_up_the_round_that_it_left() -> None:
    state = FuzzState()
    for seed in (5, 6):
        state.done.update(("mine", item.clause, item.check, seed) for item in drawn(TARGET, seed))
    assert next_seeds([TARGET], 5, 2, state) == [7, 8]
    state.done.discard(("mine", MEAN, drawn(TARGET, 6)[0].check, 6))
    assert next_seeds([TARGET], 5, 2, state) == [6, 7]
