"""How the reader of spec/001 turns a verifier's artifacts into a validated result."""

import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from candidates.spec_001.ingest import (
    NO_REWARD,
    RewardFileEmptyError,
    VerifierOutputParseError,
    ingest,
)
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

DETAILS = {"compliance": {"score": 1.0, "max_score": 1.0, "evidence": "flagged"}}
UNPARSEABLE = ValidityCheck(output_parseable=False, errors=("not JSON",))

VALIDITIES = st.builds(
    ValidityCheck,
    output_parseable=st.booleans(),
    schema_valid=st.booleans(),
    verifier_completed=st.booleans(),
    errors=st.lists(st.text()).map(tuple),
)
TAGS = st.builds(
    ErrorTag,
    category=st.text(),
    source=st.sampled_from(ErrorSource),
    description=st.none() | st.text(),
)
ANNOTATIONS = st.builds(
    Annotation,
    reviewer_id=st.text(),
    timestamp=st.datetimes(timezones=st.just(UTC)),
    judgment=st.sampled_from(Judgment),
    categories=st.lists(st.text()).map(tuple),
    notes=st.none() | st.text(),
)
BESIDES = st.builds(
    Beside,
    error_taxonomy=st.none() | st.lists(TAGS).map(tuple),
    confidence=st.none() | st.dictionaries(st.text(), st.floats() | st.text()),
    annotations=st.none() | st.lists(ANNOTATIONS).map(tuple),
)
REWARDS = st.none() | st.sampled_from([0, 1, 0.0, -0.0, 1.0]) | st.floats(0, 1)


def written(reward: float | None) -> bytes | None:
    """Return a reward.json of this reward; None stands for no file."""
    return None if reward is None else json.dumps({"reward": reward}).encode()


@pytest.mark.parametrize("reward", [0, 1, 0.93, 0.0, 1.0, -0.0, 5e-324, 1 - 2**-53])
def test_a_reward_is_used_as_it_is(reward: float) -> None:
    result = ingest(written(reward))
    assert result == EvaluationResult(reward, ValidityCheck())
    assert isinstance(result.reward, float)


RANGE, TYPE = "a reward is from 0 to 1", "a reward is a number, not "
LACKS = 'an object with a member "reward"'
OUTSIDE = ("-5e-324", "-1", "1.0000000000000002", "2", "1e400", "-1e400")
INCOMPARABLE = ("NaN", "Infinity", "-Infinity", "9" * 400)
OF_ANOTHER_TYPE = ("true", "false", '"1"', "null", "[1]", '{"score": 1}')


@pytest.mark.parametrize(
    ("content", "said"),
    [
        *((f'{{"reward": {value}}}', RANGE) for value in OUTSIDE + INCOMPARABLE),
        *((f'{{"reward": {value}}}', TYPE) for value in OF_ANOTHER_TYPE),
        *((text, LACKS) for text in ("{}", "[]", "null", "1", '"reward"', '{"Reward": 1}')),
    ],
)
def test_what_is_no_number_from_0_to_1_is_refused(content: str, said: str) -> None:
    with pytest.raises(ValidationError, match=said):
        ingest(content.encode())


@pytest.mark.parametrize(
    ("content", "error"),
    [
        (b"", RewardFileEmptyError),
        (b" ", VerifierOutputParseError),
        (b'{"reward": 1', VerifierOutputParseError),
        (b'{"reward": 01}', VerifierOutputParseError),
        (b'\xef\xbb\xbf{"reward": 1}', VerifierOutputParseError),
        (b'{"reward": "\xff"}', VerifierOutputParseError),
        (b"x" * 1_000_000, VerifierOutputParseError),
        (b"1" * 1_000_000, VerifierOutputParseError),
        (b"[" * 1_000_000, RecursionError),
    ],
)
def test_what_is_no_json_has_the_error_that_harbor_has(
    content: bytes, error: type[Exception]
) -> None:
    with pytest.raises(error):
        ingest(content)


def test_a_million_bytes_of_json_are_read() -> None:
    padding = b'{"evidence": "%s", "reward": 0.5}' % (b"x" * 1_000_000)
    assert ingest(padding).reward == 0.5


def test_a_missing_reward_is_0_and_the_verifier_did_not_complete() -> None:
    result = ingest(None, json.dumps(DETAILS).encode())
    assert result.reward == 0.0
    assert result.validity == ValidityCheck(verifier_completed=False, errors=(NO_REWARD,))
    assert result.breakdown == DETAILS


def test_a_reward_that_appeared_means_that_the_verifier_completed() -> None:
    assert ingest(b'{"reward": 0}', None, ValidityCheck(verifier_completed=False)).validity == (
        ValidityCheck()
    )


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


@given(st.floats(0, 1), BESIDES)
def test_what_reviewers_and_judges_say_is_kept_and_changes_no_reward(
    reward: float, beside: Beside
) -> None:
    result = ingest(written(reward), json.dumps(DETAILS).encode(), ValidityCheck(), beside)
    assert result.reward == reward
    assert result.beside is beside
    assert replace(result, beside=Beside()) == ingest(written(reward), json.dumps(DETAILS).encode())


def test_a_reviewer_who_disagrees_leaves_the_reward() -> None:
    failed = Annotation("r1", datetime(2026, 1, 1, tzinfo=UTC), Judgment.FAIL, notes="wrong unit")
    tag = ErrorTag("unit mismatch", ErrorSource.HUMAN)
    result = ingest(b'{"reward": 1}', beside=Beside((tag,), {"judges": 2}, (failed,)))
    assert result.reward == 1.0
    assert result.beside.annotations == (failed,)
    assert result.beside.error_taxonomy == (tag,)
    assert result.beside.confidence == {"judges": 2}


def test_the_reward_is_never_worked_out_from_the_breakdown() -> None:
    result = ingest(b'{"reward": 0.25}', json.dumps(DETAILS).encode())
    assert (result.reward, result.breakdown) == (0.25, DETAILS)


@pytest.mark.parametrize(
    ("details", "said"),
    [
        (b"", "details.json: not JSON"),
        (b'{"a": ', "details.json: not JSON"),
        (b"\xff", "details.json: not JSON"),
        (b"[" * 1_000_000, "details.json: maximum recursion depth"),
        (b"[]", "details.json is not an object"),
        (b"null", "details.json is not an object"),
    ],
)
def test_details_that_cannot_be_read_are_an_error_and_cost_no_reward(
    details: bytes, said: str
) -> None:
    result = ingest(b'{"reward": 1}', details)
    assert (result.reward, result.breakdown) == (1.0, None)
    (error,) = result.validity.errors
    assert error.startswith(said)
