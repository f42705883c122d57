"""Runs harbor's four metric classes."""

from typing import cast

from harbor.metrics.base import BaseMetric, RewardDict
from harbor.metrics.factory import MetricFactory
from harbor.models.metric.type import MetricType

from conformance.protocol.values import Value


class MetricAdapter:
    """The real ``compute()`` of the metric that harbor's factory makes for a name.

    Raises any error that harbor raises.
    """

    def __init__(self) -> None:
        """Make each metric once: they keep no state (harbor/metrics/*.py)."""
        self._metrics: dict[str, BaseMetric[RewardDict]] = {
            name: MetricFactory.create_metric(MetricType(name))
            for name in ("mean", "max", "min", "sum")
        }

    def __call__(self, case: dict[str, Value]) -> Value:
        """Return name → number for ``{"metric": name, "rewards": [rewards, …]}``."""
        metric = self._metrics[str(case["metric"])]
        rewards = cast("list[RewardDict | None]", case["rewards"])
        return cast("Value", metric.compute(rewards))
