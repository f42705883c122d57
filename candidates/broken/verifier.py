"""Wrong ways to read reward files."""

from candidates import reference
from candidates.broken import (
    verifier_json,
    verifier_names,
    verifier_text,
    verifier_text_values,
    verifier_values,
)
from candidates.broken.variant import Variant
from candidates.broken.verifier_parts import Result, with_bytes_of
from candidates.reference.verifier import (
    RewardFileEmptyError,
    RewardFileNotFoundError,
    ValidationError,
    VerifierInput,
    VerifierOutputParseError,
)


def text_wins(files: VerifierInput) -> Result:
    """Prefer reward.txt."""
    if files["reward.txt"] is not None:
        return reference.verifier({**files, "reward.json": None})
    return reference.verifier(files)


def falls_back_to_text(files: VerifierInput) -> Result:
    """Read reward.txt where reward.json gives no rewards."""
    try:
        return reference.verifier(files)
    except (RewardFileEmptyError, VerifierOutputParseError, ValidationError):
        if files["reward.txt"] is None:
            raise
        return reference.verifier({**files, "reward.json": None})


def no_files_no_rewards(files: VerifierInput) -> Result:
    """Take missing files for a verifier that gives no rewards."""
    try:
        return reference.verifier(files)
    except RewardFileNotFoundError:
        return {"rewards": None}


def missing_is_empty(files: VerifierInput) -> Result:
    """Read files that do not exist as empty ones."""
    try:
        return reference.verifier(files)
    except RewardFileNotFoundError:
        raise RewardFileEmptyError from None


_FILES = (
    Variant(
        "text-wins",
        "verifier.json-wins",
        "reward.txt is looked for first",
        text_wins,
    ),
    Variant(
        "falls-back-to-text",
        "verifier.json-wins",
        "reward.txt serves where reward.json cannot be read",
        falls_back_to_text,
    ),
    Variant(
        "no-files-no-rewards",
        "verifier.missing-file",
        "without files there are no rewards, and no error",
        no_files_no_rewards,
    ),
    Variant(
        "missing-is-empty",
        "verifier.missing-file",
        "a file that does not exist is read as an empty one",
        missing_is_empty,
    ),
    Variant(
        "blank-text-is-empty",
        "verifier.empty-text",
        "the text is stripped before it is tested for emptiness",
        with_bytes_of("reward.txt", lambda content: content.strip() and content),
    ),
    Variant(
        "blank-json-is-empty",
        "verifier.empty-json",
        "the text is stripped before it is tested for emptiness",
        with_bytes_of("reward.json", lambda content: content.strip() and content),
    ),
)

VARIANTS = (
    *_FILES,
    *verifier_text.VARIANTS,
    *verifier_json.VARIANTS,
    *verifier_names.VARIANTS,
    *verifier_values.VARIANTS,
    *verifier_text_values.VARIANTS,
)
