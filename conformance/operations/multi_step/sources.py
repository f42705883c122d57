"""The lines of harbor that the clauses of multi_step rest on."""

from conformance.operations.clause import Source

FILE = "harbor/trial/multi_step.py"
UNSET = Source(FILE, 197, 201)
NO_STEPS = Source(FILE, 198, 199)
FINAL = Source(FILE, 200, 200)
NO_STEPS_TO_AVERAGE = Source(FILE, 209, 210)
VALID = Source(FILE, 212, 216)
REWARDS = Source(FILE, 213, 213)
WITH_RESULT = Source(FILE, 215, 215)
NO_RESULTS = Source(FILE, 217, 218)
NAMES = Source(FILE, 220, 220)
NO_NAMES = Source(FILE, 221, 222)
COUNT = Source(FILE, 224, 224)
MEAN = Source(FILE, 227, 227)
