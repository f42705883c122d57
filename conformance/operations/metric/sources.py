"""The lines of harbor that the clauses of metric rest on."""

from conformance.operations.clause import Source

BASE = "harbor/metrics/base.py"

MEAN = Source("harbor/metrics/mean.py", 9, 9)
SUM = Source("harbor/metrics/sum.py", 6, 6)
MAX = Source("harbor/metrics/max.py", 6, 6)
MIN = Source("harbor/metrics/min.py", 6, 6)

NAMES = Source(BASE, 21, 23)
NAME = Source(BASE, 22, 22)
ONE_NAME = Source(BASE, 25, 30)
SEVERAL_NAMES = Source(BASE, 32, 37)
VALUES = Source(BASE, 26, 29)
ONE_VALUE = Source(BASE, 27, 27)
VALUE_OF_NAME = Source(BASE, 34, 34)
