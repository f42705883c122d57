"""The lines of harbor that the clauses of metric rest on."""

from conformance.operations.clause import Source

BASE = "harbor/metrics/base.py"

MEAN = Source("harbor/metrics/mean.py", 9, 9, "sum(values) / len(values)")
SUM = Source("harbor/metrics/sum.py", 6, 6, "aggregate=sum")
MAX = Source("harbor/metrics/max.py", 6, 6, "aggregate=max")
MIN = Source("harbor/metrics/min.py", 6, 6, "aggregate=min")

NAMES = Source(BASE, 21, 23, "reward_keys = sorted(")
NAME = Source(BASE, 22, 22, "for key in reward")
ONE_NAME = Source(BASE, 25, 30, "if len(reward_keys) <= 1:")
SEVERAL_NAMES = Source(BASE, 32, 37, "return {")
VALUES = Source(BASE, 26, 29, "values = [")
ONE_VALUE = Source(BASE, 27, 27, "0 if reward is None else next(iter(reward.values()), 0)")
VALUE_OF_NAME = Source(BASE, 34, 34, "0 if reward is None else reward.get(key, 0)")
