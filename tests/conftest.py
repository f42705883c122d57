"""Fixtures of several modules."""

from audited import copied, harbor, job, real
from browsing import browser
from certified import made
from hypothesis import settings

# On a busy machine even a small example takes longer than any deadline.
settings.register_profile("any machine", deadline=None)
settings.load_profile("any machine")

__all__ = ["browser", "copied", "harbor", "job", "made", "real"]
