"""The lines of harbor that the clauses of job rest on."""

from conformance.operations.clause import Source

JOB = "harbor/job.py"
STATS = "harbor/models/job/result.py"

WRITTEN = Source(JOB, 424, 430, "self._job_result.model_dump_json(")
METRICS = Source(STATS, 18, 18, "metrics: list[dict[str, Any]]")
REWARD_LIST = Source(STATS, 150, 150, "reward_stats.setdefault(value, [])")
REWARDED_OR_FAILED = Source(STATS, 143, 157, "if (")
