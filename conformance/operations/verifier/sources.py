"""The lines of harbor that the clauses of verifier rest on."""

from conformance.operations.clause import Source

VERIFIER = "harbor/verifier/verifier.py"

CHOICE = Source(VERIFIER, 209, 220, "if self.trial_paths.reward_json_path.exists()")
NUMBER = Source(
    VERIFIER, 68, 68, '{"reward": float(self.trial_paths.reward_text_path.read_text())}'
)
NO_NUMBER = Source(VERIFIER, 69, 74, "except (ValueError, TypeError) as e:")
TEXT = (NUMBER, NO_NUMBER)
JSON = Source(VERIFIER, 83, 83, "json.loads(self.trial_paths.reward_json_path.read_text())")
NO_JSON = Source(VERIFIER, 84, 89, "except (ValueError, TypeError) as e:")
DOCUMENT = (JSON, NO_JSON)
STORED = Source(VERIFIER, 220, 220, "VerifierResult(rewards=rewards)")
FIELD = Source(
    "harbor/models/verifier/result.py", 5, 5, "rewards: dict[str, float | int] | None = None"
)
MODEL = (STORED, FIELD)
