"""What fuzzing counts, keeps and ends by: rules on plain values, and a file that is cut."""

import json
import math
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from conformance.certification import INTERRUPTED
from conformance.certification.request import Request, plan_of
from conformance.certification.run import Tried
from conformance.cli.errors import UsageError
from conformance.cli.fuzz import count_of, seconds_of
from conformance.examination.findings import RECORDED, Observation
from conformance.executor.workers import Workers
from conformance.fuzz import journal
from conformance.fuzz.config import FuzzConfig, FuzzError, Limits, claim, in_words
from conformance.fuzz.coverage import kinds_of
from conformance.fuzz.fuzzing import drawn
from conformance.fuzz.journal import FuzzState
from conformance.fuzz.result import Ended, FuzzPlan, proposals, run_of
from conformance.fuzz.work import HARBOR_ALONE, Example, WorkResult
from conformance.implementations.start import CandidateSpec
from conformance.protocol.values import Case, Failure, Fault, Misshapen, Result, Unsupported, Value

MEAN = "metric.compensated-sum"


def case(number: float) -> Case:
    return Case("metric", {"metric": "sum", "rewards": [{"a": number}]})


def entry(candidate: str, check: str, drawn_from: int | None, *behaviours: str) -> WorkResult:
    new = (Example(behaviours, case(1.5)),) if behaviours else ()
    result = WorkResult(MEAN, check, seed=0, cases=100, seconds=0.0, answered=100, at=1.0, new=new)
    return replace(result, candidate=candidate, drawn_from=drawn_from)


NUMBER, ERROR = Result({"\ud800": -0.0}), Failure("E", "why")
ANSWERS = (NUMBER, ERROR, Misshapen("\ud800"), Fault("late"), Unsupported())
SEEN = tuple(Observation(MEAN, case(5e-324), NUMBER, answer, ERROR) for answer in ANSWERS)
RECORDS = [
    entry("one", RECORDED, None, "metric: * is nan"),
    replace(entry("other", "sums", 3), observations=SEEN, examples=("00ff",), problem="\ud800"),
    replace(entry("one", "sums", 3), applied=frozenset({"a", "b"}), faults=("x",), stale=("y",)),
]


def test_a_journal_that_is_cut_anywhere_loses_the_line_that_is_cut_alone(tmp_path: Path) -> None:
    file = tmp_path / "journal.jsonl"
    with journal.opened(file) as append:
        for record in RECORDS:
            append(record)
    content = file.read_bytes()
    for end in (*range(0, len(content), 7), len(content)):
        file.write_bytes(content[:end])
        whole = RECORDS[: content.count(b"\n", 0, end)]
        assert list(journal.read(file)) == whole
        with journal.opened(file) as append:
            append(RECORDS[0])
        assert list(journal.read(file)) == [*whole, RECORDS[0]]


def test_a_journal_that_was_damaged_is_refused_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "journal.jsonl"
    file.write_text('{"candidate": "reference"}\n')
    with pytest.raises(FuzzError, match="line 1: invalid journal entry"):
        list(journal.read(file))


def test_what_is_taken_twice_counts_once_and_what_two_candidates_get_once_for_harbor() -> None:
    once, twice = FuzzState.of(RECORDS), FuzzState.of([*RECORDS, *RECORDS])
    assert (once.found, once.results) == (twice.found, twice.results)
    assert (once.cases, twice.cases, once.quiet, twice.quiet) == (300, 300, 100, 100)
    assert (once.latest.lines, once.latest.kinds) == (0, 1)


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


def test_fuzzing_in_a_folder_keeps_its_seed_and_may_have_other_limits(tmp_path: Path) -> None:
    given = FuzzConfig((), (), (), None, 250, Limits(), Workers(1), tmp_path, dict)
    seed = claim(given)
    assert claim(replace(given, limits=Limits(cases=1))) == claim(replace(given, seed=seed)) == seed
    with pytest.raises(FuzzError, match=f"belongs to different fuzzing: the seed {seed}, and this"):
        claim(replace(given, seed=seed + 1))
    (tmp_path / "fuzz.json").write_text("{}")
    with pytest.raises(FuzzError, match="cannot be read; --fresh starts over"):
        claim(given)


NAMED = ("--candidate", "mine")
REQUEST = Request(CandidateSpec("mine"), 5, Workers(1), clauses=(MEAN,), candidate_options=NAMED)
PLAN = plan_of(REQUEST, Tried("", ("metric",), ()))
TARGET = FuzzPlan(REQUEST, PLAN.tried, PLAN.scope, PLAN.steps, Path("there"))


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
