"""spec/001 as tables: what artifacts become, a job that harbor wrote, and rubrics."""

import json
from datetime import datetime
from fractions import Fraction
from math import inf, nan
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from played_jobs import result_of, run, trial_of, trials_of
from released_jobs import leaves, task

from candidates.spec_001.ingest import NO_REWARD, ingest
from candidates.spec_001.result import (
    Annotation,
    Beside,
    ErrorSource,
    ErrorTag,
    EvaluationResult,
    Judgment,
    ValidationError,
    ValidityCheck,
)
from candidates.spec_001.rubric import Dimension, Rollup, reward_of
from candidates.spec_001.trials import read_trial

BIG = 1_000_000
KEPT = Beside(
    (ErrorTag("format", ErrorSource.JUDGE),),
    {"judge": nan},
    (Annotation("r", datetime(2026, 1, 1), Judgment.FAIL),),  # noqa: DTZ001 - any time
)


@pytest.mark.parametrize("value", [b"-5e-324", b"1.0000000000000002", b"NaN", b"1e400"])
def test_a_reward_that_is_not_from_0_to_1_is_refused(value: bytes) -> None:
    with pytest.raises(ValidationError, match="a reward is from 0 to 1"):
        ingest(b'{"reward": %s}' % value)


@pytest.mark.parametrize("beside", [Beside(), KEPT], ids=["alone", "kept"])
@pytest.mark.parametrize(
    ("content", "reward"), [(None, 0.0), (b'{"reward": -0.0}', 0.0), (b'{"reward": 0.5}', 0.5)]
)
def test_only_an_output_that_cannot_be_parsed_forbids_a_reward(
    content: bytes | None, reward: float, beside: Beside
) -> None:
    errors = ("schema", NO_REWARD) if content is None else ("schema",)
    for parseable in (True, False):
        validity = ValidityCheck(parseable, schema_valid=False, errors=("schema",))
        if reward and not parseable:
            with pytest.raises(ValidationError, match="an output that cannot be parsed"):
                ingest(content, None, validity, beside)
        else:
            found = ValidityCheck(parseable, False, content is not None, errors)
            expected = EvaluationResult(reward, found, None, beside)
            assert ingest(content, None, validity, beside) == expected


@pytest.mark.parametrize(
    ("details", "said"),
    [
        *((content, "details.json: not JSON") for content in (b"", b'{"a": ', b"\xff")),
        (b"[" * BIG, "details.json: maximum recursion depth"),
        *((content, "details.json is not an object") for content in (b"[]", b"null")),
        (None, "details.json cannot be read: Is a directory"),
    ],
)
def test_details_that_cannot_be_read_are_an_error_and_cost_no_reward(
    details: bytes | None, said: str, tmp_path: Path
) -> None:
    files = tmp_path / "verifier"
    files.mkdir()
    (files / "reward.json").write_text('{"reward": 1}')
    file = files / "details.json"
    file.mkdir() if details is None else file.write_bytes(details)
    result = read_trial(tmp_path).result
    assert result is not None
    (error,) = result.validity.errors
    assert (result.reward, result.breakdown, error[: len(said)]) == (1.0, None, said)


DETAILS = {"compliance": {"score": 1.0, "max_score": 1.0, "evidence": "flagged"}}
DETAILS_JSON = json.dumps(DETAILS).encode()
WIDE = "ValidationError: a reward is from 0 to 1, not 2.0"
SCORED = {
    # What a test leaves, the reward, the breakdown, and what is wrong.
    "detailed": (leaves(None, b'{"reward": 0.25}', details=DETAILS_JSON), 0.25, DETAILS, ""),
    "silent": (leaves(details=DETAILS_JSON), 0.0, DETAILS, NO_REWARD),
    "speedy": (leaves(None, b'{"reward": 0.5, "speed": 7}'), 0.5, None, ""),
    "wide": (leaves(None, b'{"reward": 2}'), None, None, WIDE),
}


def test_every_trial_of_harbors_own_folders_has_a_verdict(tmp_path: Path) -> None:
    job = run(tmp_path, *(task(name, script) for name, (script, *_) in SCORED.items()))
    assert len(trials_of(job)) == len(SCORED)
    for name, (_, reward, breakdown, problem) in SCORED.items():
        trial = read_trial(trial_of(job, name))
        result = trial.result
        said = trial.problem or "".join(result.validity.errors if result else ())
        assert said == problem
        assert (result and result.reward, result and result.breakdown) == (reward, breakdown)
    exception = result_of(trial_of(job, "silent"))["exception_info"]
    assert exception["exception_type"] == "RewardFileNotFoundError"


def rounded(value: float) -> float:
    """Return the reward of one dimension of this score."""
    return reward_of({"only": Dimension(value)})


def nearest(value: float) -> float:
    """Return the exact value rounded to steps of 0.0001, a tie to the even number of them."""
    return float(round(Fraction(value) * 10_000) / Fraction(10_000))


def test_the_ties_are_the_sixteen_odd_thirty_seconds() -> None:
    # A tie is an odd number of half steps; in lowest terms that is a binary64 only where 625,
    # the odd part of 20,000 half steps, has gone out of the denominator.
    halves = [Fraction(odd, 20_000) for odd in range(1, 20_000, 2)]
    ties = [half for half in halves if Fraction(float(half)) == half]
    assert ties == [Fraction(odd, 32) for odd in range(1, 32, 2)]
    assert {round(rounded(float(tie)) * 10_000) % 2 for tie in ties} == {0}


@given(
    st.floats(0, 1)
    | st.integers(0, 20_000).map(lambda k: k / 20_000)
    | st.integers(0, 32).map(lambda k: k / 32)
    | st.just(1 - 2**-53)
)
def test_a_reward_is_its_exact_value_rounded_half_to_even_once(value: float) -> None:
    assert rounded(value) == nearest(value)
    assert rounded(rounded(value)) == rounded(value)


D = Dimension
NOT_POSITIVE, NO_NUMBER = "max_score must be greater than 0", "nan of 1.0 is no number"
ROLLED_UP = [
    # A score is a part of its maximum, clamped to 0 and 1: dimensions, weighted mean, min.
    *(([D(score, of)], reward, reward) for score, of, reward in [
        (0.95, 1.0, 0.95), (3, 4, 0.75), (1, 3, 0.3333), (2, 3, 0.6667), (5, 4, 1.0), (-1, 4, 0.0),
        (0, 4, 0.0), (1e308, 1e-308, 1.0), (inf, 1.0, 1.0), (-inf, 1.0, 0.0), (1.0, inf, 0.0)]),
    # One wrong field fails by min and costs its weight by mean; clamped before weighed.
    ([D(0.95), D(1.0, weight=2.0), D(0.0)], 0.7375, 0.0),
    ([D(30, 10), D(-10, 10)], 0.5, 0.0),
    # A rubric without a number is refused.
    ([], *["a rubric has at least one dimension"] * 2),
    *(([D(1, maximum)], NOT_POSITIVE, NOT_POSITIVE) for maximum in (0, -1, nan)),
    ([D(0.5), D(nan)], NO_NUMBER, NO_NUMBER), ([D(nan), D(0.5)], NO_NUMBER, NO_NUMBER),
    ([D(inf, inf)], *["inf of inf is no number"] * 2),
    ([D(1, weight=0)], "weights must add up to more", 1.0),
    ([D(1, weight=nan)], "weights must add up", 1.0),
    ([D(1, weight=3), D(0, weight=-2)], "a reward is from 0 to 1, not 3.0", 0.0),
]  # fmt: skip


@pytest.mark.parametrize(("dimensions", "mean", "least"), ROLLED_UP)
def test_dimensions_roll_up(
    dimensions: list[Dimension], mean: float | str, least: float | str
) -> None:
    rubric = {str(place): one for place, one in enumerate(dimensions)}
    for rollup, expected in (((), mean), ((Rollup.WEIGHTED_MEAN,), mean), ((Rollup.MIN,), least)):
        if isinstance(expected, str):
            with pytest.raises(ValidationError, match=expected):
                reward_of(rubric, *rollup)
        else:
            assert reward_of(rubric, *rollup) == expected
