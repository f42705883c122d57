"""Measures operations, each in a process of its own: harbor must be new to it."""

import importlib.util
import os
import subprocess
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

from conformance.certification.verdict import ExitCode
from conformance.implementations.process.command import own_module
from conformance.implementations.process.tool import run_tool
from conformance.implementations.start import UntrustedOracleError
from conformance.operations import EVERY_OPERATION, HARBOR, authority
from conformance.reach.trace import Trace

MEASURED = tuple(name for name in EVERY_OPERATION if authority(name) == HARBOR)
"""The operations that harbor answers; the others execute none of its code."""

_LONGEST = 1800.0
"""Seconds after which a process is given up."""


class ReachError(Exception):
    """What is reached could not be measured."""


class NoCoverageError(ReachError):
    """coverage.py is not installed."""


def measured(
    operations: Sequence[str], jobs: int, tell: Callable[[str], None] = lambda _: None
) -> list[Trace]:
    """Return what each operation executes of harbor, ``jobs`` of them at a time.

    Raises NoCoverageError, ReachError, and UntrustedOracleError where harbor cannot be believed.
    """
    if importlib.util.find_spec("coverage") is None:
        raise NoCoverageError("coverage is not installed; pip install 'harbor-conformance[reach]'")
    tell(f"measuring {', '.join(operations)}")
    with ThreadPoolExecutor(jobs) as pool:
        return list(_told(pool.map(measured_alone, operations), tell))


def measured_alone(operation: str) -> Trace:
    """Return what one operation executes of harbor; raises as ``measured`` does."""
    command = own_module("conformance.reach", operation)
    # Sets of names come in another order with each hash seed, and branches with them.
    env = {**os.environ, "PYTHONHASHSEED": "0"}
    try:
        ended = run_tool(command, env=env, seconds=_LONGEST)
    except subprocess.TimeoutExpired as error:
        raise ReachError(f"{operation}: not measured within {_LONGEST:g} s") from error
    last = (ended.stderr.strip().splitlines() or ["nothing was said"])[-1]
    if ended.returncode == ExitCode.ORACLE:
        raise UntrustedOracleError(last)
    if ended.returncode != 0:
        raise ReachError(f"{operation}: {last}")
    return Trace.model_validate_json(ended.stdout)


def _told(traces: Iterator[Trace], tell: Callable[[str], None]) -> Iterator[Trace]:
    for trace in traces:
        tell(f"{trace.operation}: {trace.recorded + trace.generated:,} questions asked")
        yield trace
