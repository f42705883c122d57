"""Limits on files, rewards and names that harbor does not have."""

from collections.abc import Callable
from typing import Any

from candidates.deviations.deviation import Changes, after, before
from candidates.deviations.sizes import cut_names, first_members, limited
from candidates.reference.trial_result import Answer, ValidationError


def _refused_beyond(limit: int) -> Changes:
    def refuse(content: bytes) -> bytes:
        if len(content) > limit:
            raise ValidationError
        return content

    return before(decode=refuse)


def _on_rewards(change: Callable[[Any], Any]) -> Changes:
    def changed(answer: Answer) -> Answer:
        result = answer["verifier_result"]
        if not isinstance(result, dict):
            return answer
        return {**answer, "verifier_result": {"rewards": change(result["rewards"])}}

    return after(answer=changed)


DEVIATIONS = (
    *limited(
        "trial-refused-beyond-@-bytes",
        "trial_result.any-size-of-file",
        "a result is thought to be short, and anything longer an attack",
        parameter="number of bytes",
        limits=(4_096, 65_536),
        changes=_refused_beyond,
    ),
    *limited(
        "trial-first-@-bytes",
        "trial_result.any-size-of-file",
        "the file is read into a buffer of fixed size",
        parameter="number of bytes",
        limits=(4_096, 65_536),
        changes=lambda limit: before(decode=lambda content: content[:limit]),
    ),
    *limited(
        "trial-first-@-rewards",
        "trial_result.any-number-of-rewards",
        "a table has room for so many columns",
        parameter="number of rewards",
        limits=(8, 64, 255, 512),
        changes=lambda limit: _on_rewards(first_members(limit)),
    ),
    *limited(
        "trial-names-of-@-characters",
        "trial_result.names-of-any-length",
        "names are kept in a column of a database",
        parameter="number of characters",
        limits=(64, 255, 1024),
        changes=lambda limit: _on_rewards(cut_names(limit)),
    ),
)
"""Each has one limit that harbor does not have."""
