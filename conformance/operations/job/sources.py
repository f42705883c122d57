"""The lines of harbor that the clauses of job rest on."""

from conformance.operations.clause import Source

JOB = "harbor/job.py"
STATS = "harbor/models/job/result.py"

WRITTEN = Source(JOB, 424, 430)
METRICS = Source(STATS, 18, 18)
REWARD_LIST = Source(STATS, 150, 150)
REWARDED_OR_FAILED = Source(STATS, 143, 157)
