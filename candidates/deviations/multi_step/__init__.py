"""Deviations in multi_step, in one module."""

from candidates.deviations.multi_step import steps
from candidates.deviations.rows import rows

DEVIATIONS = rows("multi_step", steps.ROWS)
