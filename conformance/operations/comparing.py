"""Compares answers as their operation has it."""

from conformance.operations import REGISTRY
from conformance.protocol.agreement import Comparison, agreement_of, is_divergent
from conformance.protocol.differences import Difference, answer_differences, sorted_names
from conformance.protocol.values import Answer, Case, Result


def compare(case: Case, expected: Answer, actual: Answer) -> Comparison:
    """Return how far ``actual`` agrees with ``expected``, and where they first part."""
    return agreement_of(differences(case, expected, actual))


def diverges(case: Case, expected: Answer, actual: Answer) -> bool:
    """Return whether two answers to a case agree in no way."""
    return is_divergent(differences(case, expected, actual))


def differs(case: Case, expected: Answer, actual: Answer) -> bool:
    """Return whether two answers to a case are not exactly alike."""
    return bool(differences(case, expected, actual))


def differences(case: Case, expected: Answer, actual: Answer) -> list[Difference]:
    """Return every difference of two answers to a case, none where they are exactly alike."""
    text = REGISTRY[case.operation].json_text
    return answer_differences(expected, actual, text, any_order=follows_hash_seed(case))


def follows_hash_seed(case: Case) -> bool:
    """Return whether the order of names in harbor's answer differs between its processes."""
    return REGISTRY[case.operation].follows_hash_seed(case)


def in_order(case: Case, answer: Answer) -> Answer:
    """Return an answer whose names do not follow the hash seed: alphabetical where they would."""
    if isinstance(answer, Result) and follows_hash_seed(case):
        return Result(sorted_names(answer.value))
    return answer
