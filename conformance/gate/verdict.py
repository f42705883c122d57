"""What a gate comes to: its exit status, and the command that shows one change again."""

import shlex
from collections.abc import Sequence

from conformance.certification.verdict import ExitCode
from conformance.gate.changes import Change
from conformance.gate.releases import Pair
from conformance.gate.results import INTERRUPTED, Gated
from conformance.gate.run import Questions
from conformance.protocol.values import HARBOR_VERSION


def exit_code(results: Sequence[Gated], *, require_reach: bool = False) -> ExitCode:
    """Return the exit status: what is not complete weighs more than a change.

    With ``require_reach`` a changed line that did not run, without a reason, counts as one.
    """
    if any(INTERRUPTED in gated.undriven for gated in results):
        return ExitCode.INTERRUPTED
    if any(gated.undriven or not any(gated.cases.values()) for gated in results):
        return ExitCode.ORACLE
    if any(gated.changes or gated.stale for gated in results):
        return ExitCode.DIVERGES
    if require_reach and any(gated.reach is not None and gated.reach.open for gated in results):
        return ExitCode.DIVERGES
    return ExitCode.CONFORMANT


def repeat(pair: Pair, change: Change, questions: Questions) -> str:
    """Return the command that shows a change again."""
    words = ["harbor-conformance", "gate", pair.after]
    if pair.before != HARBOR_VERSION:
        words += ["--base", pair.before]
    words += ["--clause", change.finding.clause, "--seed", str(questions.seed)]
    return shlex.join([*words, "--profile", questions.profile.value])
