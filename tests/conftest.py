"""Fixtures of several modules."""

from audited import copied, harbor, job, real, written
from browsing import browser
from certified import made

__all__ = ["browser", "copied", "harbor", "job", "made", "real", "written"]
