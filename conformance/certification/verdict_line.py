"""The verdict of a run in one line: what, about what, held to whom, on what ground."""

from conformance.certification.certified_run import CertifiedRun
from conformance.certification.verdict import ExitCode
from conformance.comparison.agreement import Agreement
from conformance.protocol import show


def verdict_line(run: CertifiedRun) -> str:
    """Return the verdict; whatever was narrowed is PARTIAL, never CONFORMANT alone."""
    match run.code:
        case ExitCode.CONFORMANT:
            head = _agreement(run)
        case ExitCode.DIVERGES:
            head = _divergence(run)
        case ExitCode.CANDIDATE if run.findings() or not run.total.cases:
            head = f"NOT RUN{_scope(run)}: {_name(run)} never answered"
        case ExitCode.CANDIDATE:
            head = f"NOT CONFORMANT{_scope(run)}: {_name(run)} {_breach(run)}"
        case _:
            why = run.cut_off or "not every check can be relied on"
            done, planned = len(run.results), len(run.steps)
            head = f"NO VERDICT{_scope(run)}: {why}, {done} of {planned} checks done"
    return f"{head}: {_ground(run)}"


def _agreement(run: CertifiedRun) -> str:
    how = "exactly " if run.total.agreement is Agreement.EXACT else ""
    but = f" but for {declared}" if (declared := _declared(run)) else ""
    word = "PARTIAL" if run.scope.is_partial else "CONFORMANT"
    agrees = f"{word}{but}{_scope(run)}: {_name(run)} agrees {how}with {_whom(run)}"
    if not run.scope.is_partial:
        return agrees
    return f"{agrees} in what was asked ({'; '.join(run.scope.restrictions)})"


def _declared(run: CertifiedRun) -> str:
    """Return what the ledger declares, in numbers."""
    counts = (
        (len(run.ledger.expected), "declared deviation"),
        (len(run.ledger.pinned), "pinned case"),
    )
    return " and ".join(_count(count, noun) for count, noun in counts if count)


def _breach(run: CertifiedRun) -> str:
    """Return how the protocol was broken where nothing diverges."""
    form = run.form_errors()
    if not form:
        return "agrees, but breaks the protocol"
    clauses = _count(sum(map(len, form.values())), "clause")
    return f"breaks the protocol in the form of its answers, in {clauses} of {', '.join(form)}"


def _divergence(run: CertifiedRun) -> str:
    partial = " (partial run)" if run.cut_off else ""
    head = f"NOT CONFORMANT{partial}{_scope(run)}: "
    findings = run.findings()
    if findings:
        clauses = _count(len(run.divergent_clauses()), "clause")
        divergent = {finding.case.operation for finding in findings}
        operations = [operation for operation in run.operations if operation in divergent]
        return (
            f"{head}{_name(run)} diverges from {_whom(run)} in {clauses} of {', '.join(operations)}"
        )
    if run.exact and run.total.agreement is not Agreement.EXACT:
        return f"{head}{_name(run)} agrees with {_whom(run)}, though not exactly"
    return f"{head}the ledger of {_name(run)} is not true"


def _ground(run: CertifiedRun) -> str:
    """Return how much was asked, with which seed, and the versions that the answers depend on."""
    clauses = _count(len({step.clause for step in run.steps}), "clause")
    told = run.provenance
    versions = f"{told.python}, pydantic {told.pydantic}, pydantic-core {told.pydantic_core}"
    amount = f"{run.total.cases:,} cases, {clauses}"
    return f"{amount}; profile {run.profile}, seed {run.seed}; {versions}"


def _scope(run: CertifiedRun) -> str:
    return f" ({run.scope})"


def _whom(run: CertifiedRun) -> str:
    return run.scope.whom(run.provenance.harbor).rstrip(",")


def _name(run: CertifiedRun) -> str:
    return show.printable(run.candidate)


def _count(count: int, noun: str) -> str:
    return f"1 {noun}" if count == 1 else f"{count} {noun}s"
