"""Wrong ways to the stats of a job."""

from candidates.broken import job_counts, job_groups, job_lists, job_metrics, job_text
from candidates.broken.variant import Variant

VARIANTS: tuple[Variant, ...] = (
    *job_text.VARIANTS,
    *job_counts.VARIANTS,
    *job_groups.VARIANTS,
    *job_lists.VARIANTS,
    *job_metrics.VARIANTS,
)
