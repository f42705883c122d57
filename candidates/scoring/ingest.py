"""From a verifier's artifacts to a validated result."""

import json
from collections.abc import Mapping
from dataclasses import replace

from candidates.scoring.result import (
    Beside,
    EvaluationResult,
    ValidationError,
    ValidityCheck,
)

NO_REWARD = "reward.json is missing"


class VerifierOutputParseError(ValueError):
    """An artifact is there and is not JSON."""


def ingest(
    reward_json: bytes | None,
    details_json: bytes | None = None,
    validity: ValidityCheck = ValidityCheck(),  # noqa: B008 - a frozen value
    beside: Beside = Beside(),  # noqa: B008 - a frozen value
) -> EvaluationResult:
    """Return the result of a trial; ``validity`` is what was found out before scoring.

    Without a reward.json the reward is 0 and the verifier did not complete. The reward
    is never worked out from details.json. Raises VerifierOutputParseError for a
    reward.json that is not JSON, and ValidationError for one without a valid reward.
    """
    breakdown, problems = _breakdown(details_json)
    errors = (*validity.errors, *problems)
    if reward_json is None:
        missing = replace(validity, verifier_completed=False, errors=(*errors, NO_REWARD))
        return EvaluationResult(0.0, missing, breakdown, beside)
    reward = _reward(_parse(reward_json))
    return EvaluationResult(reward, replace(validity, errors=errors), breakdown, beside)


def _reward(found: object) -> float:
    """Return the headline number; what else the object holds is not the reward."""
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
    except VerifierOutputParseError as error:
        return None, (f"details.json: {error}",)
    if not isinstance(found, dict):
        return None, ("details.json is not an object",)
    return found, ()


def _parse(content: bytes) -> object:
    try:
        found: object = json.loads(content.decode())
    except (ValueError, RecursionError) as error:
        raise VerifierOutputParseError(f"not JSON: {error}") from error
    return found
