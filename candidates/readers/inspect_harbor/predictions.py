"""What inspect-harbor answers where no deviation of the catalogue says it."""

from conformance.protocol.values import Answer, Case, Failure, Result, Value


def score_beyond_a_float(_case: Case, expected: Answer) -> Answer:
    """Return an error where the score, reward or else the first value, is beyond all floats."""
    match expected:
        case Result({"rewards": dict(rewards)}) if rewards:
            score = rewards.get("reward", next(iter(rewards.values())))
            return Failure("OverflowError") if _is_beyond(score) else expected
    return expected


def _is_beyond(number: Value) -> bool:
    if not isinstance(number, int):
        return False
    try:
        float(number)
    except OverflowError:
        return True
    return False
