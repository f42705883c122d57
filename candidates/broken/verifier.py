"""Wrong ways to read reward files."""

from candidates import reference
from candidates.broken.variant import Variant
from candidates.reference.verifier import Rewards, VerifierInput


def text_wins(files: VerifierInput) -> dict[str, Rewards | None]:
    """Prefer reward.txt."""
    if files["reward.txt"] is not None:
        return reference.verifier({**files, "reward.json": None})
    return reference.verifier(files)


VARIANTS = (
    Variant(
        "text-wins",
        "verifier.json-wins",
        "reward.txt is looked for first",
        text_wins,
    ),
)
