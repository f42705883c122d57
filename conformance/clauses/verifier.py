"""What harbor requires of the step from reward files to rewards."""

from conformance.model import Clause, Source

_VERIFIER = "harbor/verifier/verifier.py"

CLAUSES = (
    Clause(
        "verifier.json-wins",
        "Where both files exist, only reward.json is read, even if it is empty or unreadable.",
        (Source(_VERIFIER, 208, 211, "if self.trial_paths.reward_json_path.exists()"),),
    ),
)
