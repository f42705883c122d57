"""The lines of harbor that the clauses of verifier rest on."""

from conformance.operations.clause import Source

VERIFIER = "harbor/verifier/verifier.py"

CHOICE = Source(VERIFIER, 209, 220)
NUMBER = Source(VERIFIER, 68, 68)
NO_NUMBER = Source(VERIFIER, 69, 74)
TEXT = (NUMBER, NO_NUMBER)
JSON = Source(VERIFIER, 83, 83)
NO_JSON = Source(VERIFIER, 84, 89)
DOCUMENT = (JSON, NO_JSON)
STORED = Source(VERIFIER, 220, 220)
FIELD = Source("harbor/models/verifier/result.py", 5, 5)
MODEL = (STORED, FIELD)
