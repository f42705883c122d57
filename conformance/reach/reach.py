"""From the operations to the judgement: what is measured, joined and held against the lists."""

from collections.abc import Callable
from dataclasses import dataclass

from conformance.changes import paths
from conformance.protocol.values import HARBOR_VERSION
from conformance.reach import data
from conformance.reach.branches import joined
from conformance.reach.judging import Judgement, judge
from conformance.reach.running import MEASURED, measured
from conformance.reach.source import modules, root
from conformance.reach.trace import Trace


@dataclass(frozen=True, slots=True)
class Measurement:
    """What was asked, and what it reaches of harbor."""

    traces: tuple[Trace, ...]
    judgement: Judgement
    harbor: str = HARBOR_VERSION

    @property
    def branches(self) -> int:
        """How many branches lie on the way of rewards."""
        return sum(len(module.branches) for module in self.judgement.modules)

    @property
    def reached(self) -> int:
        """How many of them are taken by any question."""
        return sum(module.reached for module in self.judgement.modules)


def measure_all(jobs: int, tell: Callable[[str], None]) -> Measurement:
    """Measure every operation; raises as ``measured`` does, and DataError."""
    data.unreached()
    return judged(measured(MEASURED, jobs, tell))


def judged(traces: list[Trace]) -> Measurement:
    """Return what these operations reach, held against path.toml and unreached.toml."""
    harbor = root()
    reach = joined(traces, harbor)
    judgement = judge(reach, paths.modules(), data.unreached(), modules(harbor))
    return Measurement(tuple(traces), judgement)
