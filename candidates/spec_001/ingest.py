"""From a verifier's artifacts to a validated result."""

import json
from collections.abc import Mapping
from dataclasses import replace

from candidates.spec_001.result import (
    Beside,
    EvaluationResult,
    ValidationError,
    ValidityCheck,
)

NO_REWARD = "reward.json is missing"


class VerifierOutputParseError(ValueError):
    """An artifact exists and is not JSON."""


class RewardFileEmptyError(ValueError):
    """A reward.json exists and has no bytes."""


def ingest(
    reward_json: bytes | None,
    details_json: bytes | None = None,
    validity: ValidityCheck = ValidityCheck(),  # noqa: B008 - a frozen value
    beside: Beside = Beside(),  # noqa: B008 - a frozen value
) -> EvaluationResult:
    """Return the result of a trial; ``validity`` is what was found out before scoring.

    The verifier completed if there is a reward.json; without one the reward is 0. The reward is
    never computed from details.json; an invalid details.json is only an error of validity. A
    reward.json that cannot be read raises the same error as in harbor
    (harbor/verifier/verifier.py:76-89): RewardFileEmptyError if it is empty,
    VerifierOutputParseError if it is not JSON, RecursionError if it is nested too deeply. Raises
    ValidationError for one without a valid reward.
    """
    breakdown, problems = _breakdown(details_json)
    missing = (NO_REWARD,) if reward_json is None else ()
    found = replace(
        validity,
        verifier_completed=reward_json is not None,
        errors=(*validity.errors, *problems, *missing),
    )
    reward = 0.0 if reward_json is None else _reward(reward_json)
    return EvaluationResult(reward, found, breakdown, beside)


def _reward(content: bytes) -> float:
    """Return the headline number; what else the object holds is not the reward."""
    if not content:
        raise RewardFileEmptyError("reward.json is empty")
    found = _parse(content)
    if not isinstance(found, dict) or "reward" not in found:
        raise ValidationError('reward.json is an object with a member "reward"')
    reward = found["reward"]
    # Strict: neither true nor "1" is a number.
    if isinstance(reward, bool) or not isinstance(reward, int | float):
        raise ValidationError(f"a reward is a number, not {type(reward).__name__}")
    try:
        return float(reward)
    except OverflowError as error:
        raise ValidationError("a reward is from 0 to 1") from error


def _breakdown(details: bytes | None) -> tuple[Mapping[str, object] | None, tuple[str, ...]]:
    """Return the per-field scores and evidence; what cannot be read costs no reward."""
    if details is None:
        return None, ()
    try:
        found = _parse(details)
    except (VerifierOutputParseError, RecursionError) as error:
        return None, (f"details.json: {error}",)
    if not isinstance(found, dict):
        return None, ("details.json is not an object",)
    return found, ()


def _parse(content: bytes) -> object:
    try:
        found: object = json.loads(content.decode())
    except ValueError as error:
        raise VerifierOutputParseError(f"not JSON: {error}") from error
    return found
