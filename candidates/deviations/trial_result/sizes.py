"""Limits on files, rewards and names that harbor does not have."""

from candidates.deviations.deviation import Changes, before
from candidates.deviations.sizes import limited
from candidates.reference.trial_result import ValidationError


def _refused_beyond(limit: int) -> Changes:
    def refuse(content: bytes) -> bytes:
        if len(content) > limit:
            raise ValidationError
        return content

    return before(decode=refuse)


DEVIATIONS = (
    limited(
        "trial-refused-beyond",
        "trial_result.any-size-of-file",
        "a file of more than {} bytes is refused",
        parameter="number of bytes",
        limits=(4_096, 65_536),
        changes=_refused_beyond,
    ),
)
"""Each has one limit that harbor does not have."""
