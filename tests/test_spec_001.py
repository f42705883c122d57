"""spec/001 as tables: what artifacts become, folders that harbor wrote, and rubrics."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import inf, nan
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from played_jobs import result_of, run, trial_of, written_rewards
from programs import run_program
from released_jobs import leaves, task

from candidates.spec_001.ingest import NO_REWARD, ingest
from candidates.spec_001.result import (
    Annotation,
    Beside,
    ErrorTag,
    EvaluationResult,
    ValidationError,
    ValidityCheck,
)
from candidates.spec_001.rubric import Dimension, Rollup, reward_of
from candidates.spec_001.trials import read_job, read_trial

DETAILS = {"compliance": {"score": 1.0, "max_score": 1.0, "evidence": "flagged"}}
DETAILS_JSON = json.dumps(DETAILS).encode()

TAGS = st.builds(ErrorTag, description=...)
ANNOTATIONS = st.builds(Annotation, reviewer_discipline=..., categories=..., notes=...)
VALIDITIES = st.builds(
    ValidityCheck, output_parseable=..., schema_valid=..., verifier_completed=..., errors=...
)
BESIDES = st.builds(
    Beside,
    error_taxonomy=st.none() | st.lists(TAGS).map(tuple),
    confidence=st.none() | st.dictionaries(st.text(), st.floats() | st.text()),
    annotations=st.none() | st.lists(ANNOTATIONS).map(tuple),
)
REWARDS = st.none() | st.sampled_from([0, 1, 0.0, -0.0, 1.0]) | st.floats(0, 1)


BIG = 1_000_000


def written(reward: float | None) -> bytes | None:
    return None if reward is None else json.dumps({"reward": reward}).encode()


@pytest.mark.parametrize("value", [b"-5e-324", b"1.0000000000000002", b"NaN", b"1e400"])
def test_a_reward_that_is_not_from_0_to_1_is_refused(value: bytes) -> None:
    with pytest.raises(ValidationError, match="a reward is from 0 to 1"):
        ingest(b'{"reward": %s}' % value)


@pytest.mark.slow
@given(REWARDS, VALIDITIES, BESIDES)
def test_only_an_output_that_cannot_be_parsed_forbids_a_reward(
    reward: float | None, validity: ValidityCheck, beside: Beside
) -> None:
    if reward and not validity.output_parseable:
        with pytest.raises(ValidationError, match="an output that cannot be parsed"):
            ingest(written(reward), None, validity, beside)
        return
    result = ingest(written(reward), None, validity, beside)
    errors = validity.errors + ((NO_REWARD,) if reward is None else ())
    assert result.reward == (reward or 0.0)
    assert result.validity == replace(
        validity, verifier_completed=reward is not None, errors=errors
    )


@pytest.mark.parametrize(
    ("details", "said"),
    [
        *((content, "details.json: not JSON") for content in (b"", b'{"a": ', b"\xff")),
        (b"[" * BIG, "details.json: maximum recursion depth"),
        *((content, "details.json is not an object") for content in (b"[]", b"null")),
    ],
)
def test_details_that_cannot_be_read_are_an_error_and_cost_no_reward(
    details: bytes, said: str
) -> None:
    result = ingest(b'{"reward": 1}', details)
    (error,) = result.validity.errors
    assert (result.reward, result.breakdown, error[: len(said)]) == (1.0, None, said)


WIDE = "ValidationError: a reward is from 0 to 1, not 2.0"
SCORED = {"detailed": 0.25, "plain": 1.0, "silent": 0.0, "speedy": 0.5, "wide": None}


@pytest.fixture(scope="module")
def harbors(tmp_path_factory: pytest.TempPathFactory) -> Path:
    scripts = {
        "detailed": leaves(None, b'{"reward": 0.25}', details=DETAILS_JSON),
        "plain": leaves(None, b'{"reward": 1}'),
        "silent": leaves(details=DETAILS_JSON),
        "speedy": leaves(None, b'{"reward": 0.5, "speed": 7}'),
        "wide": leaves(None, b'{"reward": 2}'),
    }
    tasks = (task(name, script) for name, script in scripts.items())
    return run(tmp_path_factory.mktemp("harbors"), *tasks)


@pytest.fixture
def job(harbors: Path, tmp_path: Path) -> Path:
    return shutil.copytree(harbors, tmp_path / "job")


def rewards_of(job: Path) -> dict[str, float | None]:
    named = {trial.trial_name.partition("__")[0]: trial.result for trial in read_job(job)}
    return {name: None if result is None else result.reward for name, result in named.items()}


def test_every_trial_of_harbors_own_folders_has_a_verdict(harbors: Path) -> None:
    assert rewards_of(harbors) == SCORED
    assert read_trial(trial_of(harbors, "wide")).problem == WIDE
    for name in ("detailed", "silent"):
        result = read_trial(trial_of(harbors, name)).result
        assert result is not None
        assert result.breakdown == DETAILS
        assert result.validity.verifier_completed is (name == "detailed")
    for name in ("detailed", "plain", "speedy"):
        assert written_rewards(trial_of(harbors, name))["reward"] == SCORED[name]
    exception = result_of(trial_of(harbors, "silent"))["exception_info"]
    assert exception["exception_type"] == "RewardFileNotFoundError"


type Put = Callable[[Path], object] | bytes | None

REWARD = "verifier/reward.json"
SPOILT = [
    ("verifier", None, 0.0, NO_REWARD),
    ("verifier", b"", 0.0, NO_REWARD),
    (REWARD, None, 0.0, NO_REWARD),
    (REWARD, lambda file: file.symlink_to("nowhere"), 0.0, NO_REWARD),
    (REWARD, lambda file: file.symlink_to(file), None, "reward.json cannot be read"),
    (REWARD, Path.mkdir, None, "reward.json cannot be read: Is a directory"),
    (REWARD, b'{"rew', None, "VerifierOutputParseError: not JSON"),
    (REWARD, b"1" * BIG, None, "VerifierOutputParseError: "),
    (REWARD, b"[" * BIG, None, "RecursionError: "),
    ("verifier/details.json", Path.mkdir, 1.0, "details.json cannot be read: Is a directory"),
]
"""What is put in place of a file or folder, the reward, and what is reported."""


@pytest.mark.parametrize(("name", "put", "reward", "said"), SPOILT)
def test_a_spoilt_trial_has_a_verdict_and_the_others_are_read(
    job: Path, name: str, put: Put, reward: float | None, said: str
) -> None:
    spoilt = trial_of(job, "plain") / name
    shutil.rmtree(spoilt) if spoilt.is_dir() else spoilt.unlink(missing_ok=True)
    if put is not None:
        spoilt.write_bytes(put) if isinstance(put, bytes) else put(spoilt)
    scored = read_trial(trial_of(job, "plain"))
    assert rewards_of(job) == SCORED | {"plain": reward}
    (problem,) = scored.result.validity.errors if scored.result else (scored.problem,)
    assert problem.startswith(said)
    if reward is not None:
        validity = ValidityCheck(verifier_completed=said != NO_REWARD, errors=(said,))
        assert scored.result == EvaluationResult(reward, validity)


def test_a_name_that_is_not_utf8_is_shown_and_read(job: Path) -> None:
    trial_of(job, "plain").rename(job / os.fsdecode(b"plain__\xff"))
    assert "plain__\\xff" in [trial.trial_name for trial in read_job(job)]
    assert rewards_of(job) == SCORED


def test_the_program_prints_a_line_a_trial(harbors: Path) -> None:
    def program(*arguments: str) -> subprocess.CompletedProcess[str]:
        return run_program(sys.executable, "-m", "candidates.spec_001", *arguments)

    printed = program(str(harbors))
    lines = {line.partition("__")[0]: line.split(" ", 1)[1] for line in printed.stdout.splitlines()}
    said = {"silent": f" {NO_REWARD}", "wide": f" {WIDE}"}
    expected = {n: f"{r}{said.get(n, '')}".replace("None", "none") for n, r in SCORED.items()}
    assert (printed.returncode, lines) == (0, expected)
    for wrong in ([], [str(harbors / "nowhere")]):
        refused = program(*wrong)
        assert (refused.returncode, len(refused.stderr.splitlines())) == (2, 1)


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
