"""What harbor requires of the step from reward files to rewards."""

from conformance.clauses import verifier_json, verifier_text, verifier_values
from conformance.model import Clause, Source

_VERIFIER = "harbor/verifier/verifier.py"
_CHOICE = Source(_VERIFIER, 209, 220, "if self.trial_paths.reward_json_path.exists()")

_FILES = (
    Clause(
        "verifier.json-wins",
        "Where both files exist, only reward.json is read, even if it is empty or unreadable.",
        (_CHOICE,),
    ),
    Clause(
        "verifier.missing-file",
        "Where neither file exists, the error is RewardFileNotFoundError.",
        (_CHOICE, Source(_VERIFIER, 30, 31, "class RewardFileNotFoundError(FileNotFoundError)")),
    ),
    Clause(
        "verifier.empty-text",
        "A reward.txt of zero bytes is a RewardFileEmptyError; one of white space alone is a "
        "VerifierOutputParseError.",
        (Source(_VERIFIER, 62, 65, "self.trial_paths.reward_text_path.stat().st_size == 0"),),
    ),
    Clause(
        "verifier.empty-json",
        "A reward.json of zero bytes is a RewardFileEmptyError; one of white space alone is a "
        "VerifierOutputParseError.",
        (Source(_VERIFIER, 77, 80, "self.trial_paths.reward_json_path.stat().st_size == 0"),),
    ),
)

CLAUSES = _FILES + verifier_text.CLAUSES + verifier_json.CLAUSES + verifier_values.CLAUSES
