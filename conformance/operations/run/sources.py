"""The lines of harbor that clauses of several subjects rest on."""

from conformance.operations.clause import Source

JOB = "harbor/job.py"
JOB_CONFIG = "harbor/models/job/config.py"
JOB_RESULT = "harbor/models/job/result.py"
TRIAL = "harbor/trial/trial.py"
SINGLE_STEP = "harbor/trial/single_step.py"
VERIFIER = "harbor/verifier/verifier.py"

# Which trials there are, and what becomes of their results.
COMBINED = Source(JOB, 725, 774)
REGISTERED = Source(JOB_CONFIG, 182, 189)

# What is recorded of a trial.
RUN = Source(TRIAL, 286, 307)
RECORD = Source(TRIAL, 331, 340)
START_TIMEOUT = Source(TRIAL, 795, 797)
SETUP_TIMEOUT = Source(TRIAL, 817, 819)
AGENT_TIMEOUT = Source(TRIAL, 385, 387)
VERIFIER_TIMEOUT = Source(SINGLE_STEP, 95, 98)

# What a job that is run again finds.
KEPT = Source(JOB, 216, 230)
MATCHED = Source(JOB, 265, 295)
UNMATCHED = Source(JOB, 291, 292)
FIRST = Source(JOB, 725, 725)
CHANGED = Source(JOB, 210, 214)
EQUAL = Source(JOB_CONFIG, 306, 312)
LOCK = Source(JOB, 573, 587)
OLD_RESULT = Source(JOB, 80, 82)
RETRIES = Source(JOB, 260, 263)
READ = Source(JOB, 229, 229)
REWARDS = Source("harbor/models/verifier/result.py", 5, 5)
LOCK_EQUAL = Source("harbor/models/job/lock.py", 216, 222)
