"""Makes the certificate of a run, or the reason why it earns none."""

import hashlib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from conformance.attestation.certificate import Asked, Basis, Certificate, Result
from conformance.attestation.files import Digests, digests
from conformance.attestation.subject import NOT_HERE, modules_of, subject_of
from conformance.attestation.surroundings import corpus_digests, suite_digests, surroundings
from conformance.certification import plan
from conformance.certification.report import Run, checks_done
from conformance.certification.verdict import ExitCode
from conformance.diagnosis.expected.deviations import ExpectedDeviations
from conformance.examination.recorded import corpus
from conformance.implementations.released_harbor import Release
from conformance.implementations.start import CandidateSpec, Provenance
from conformance.protocol.values import HARBOR_VERSION


def basis_of(
    spec: CandidateSpec, given: Sequence[str], file: Path | None, declared: ExpectedDeviations
) -> Basis | str:
    """Return what a run of a candidate depends on now, or why that is unknown.

    ``given`` are additional files of the candidate, ``file`` has its expected deviations.
    """
    try:
        return Basis(
            candidate=subject_of(spec, given),
            expected=expected_files(file, declared),
            suite=suite_digests(),
            corpus=corpus_digests(),
        )
    except OSError as error:
        return f"{error.filename}: {error.strerror}"
    except NOT_HERE as error:
        return str(error)


def expected_files(file: Path | None, declared: ExpectedDeviations) -> Digests:
    """Return the SHA-256 of a file and of its predictions' modules; raises OSError."""
    if file is None:
        return {}
    predictions = modules_of(one.function for one in declared.predictions)
    return digests([(file.name, file), *predictions])


def why_unheld(before: Basis | str, after: Basis | str) -> str:
    """Return why it is unknown what was certified, or an empty text."""
    if isinstance(before, str) or isinstance(after, str):
        return f"UNNAMED: {before if isinstance(before, str) else after}"
    change = next(before.changes(after), "")
    return f"CHANGED during the run: {change}" if change else ""


def why_none(run: Run, declared: ExpectedDeviations) -> str:
    """Return the kind of a run that earns no certificate, and why, or an empty text."""
    planned = Counter(step.clause for step in plan.steps(run.scope.claimed, (), declared))
    whole = planned == {clause: counts.checks for clause, counts in run.clauses.items()}
    problems = [f"{c}: {why}" for c, one in run.clauses.items() for why in one.problems]
    release, left_out = run.provenance.harbor, run.scope.not_asked
    if release != HARBOR_VERSION:
        left_out = tuple(name for name in left_out if name in corpus.OF_RELEASES)
    not_asked = ", ".join(left_out)
    wheel = f"the wheel of harbor {release} is not known to this project"
    shortfalls = (
        (not run.provenance.pinned, f"UNKNOWN: {wheel}"),
        (run.cut_off, f"INTERRUPTED: {run.cut_off}, {checks_done(run)}"),
        (run.scope.restrictions, f"PARTIAL: {'; '.join(run.scope.restrictions)}"),
        (not_asked, f"FILTERED: announced and not run: {not_asked}"),
        (not whole, "FILTERED: not every check of the claimed operations was planned"),
        (not run.cases, "EMPTY: not a single case was run"),
        (
            run.exit_code not in {ExitCode.CONFORMANT, ExitCode.DIVERGES},
            f"NO VERDICT: exit status {run.exit_code}",
        ),
        (not run.complete, f"INCOMPLETE: {checks_done(run)}"),
        (problems, f"INCOMPLETE: {next(iter(problems), '')}"),
    )
    return next((told for short, told in shortfalls if short), "")


def results_of(run: Run) -> tuple[Result, dict[str, tuple[str, ...]]]:
    """Return the result of a run, and the clauses of each list of tests."""
    fails = {"divergent", "equal"} if run.exact else {"divergent"}
    pinned = {one.pinned for one in run.declared}
    tests: dict[str, list[str]] = {"passed": [], "warned": [], "failed": []}
    for clause, counts in sorted(run.clauses.items()):
        declared = counts.declared or clause in pinned
        name = "failed" if counts.agreement in fails else "warned" if declared else "passed"
        tests[name].append(clause)
    warns = bool(tests["warned"] or tests["failed"])
    result: Result = "FAILED" if run.exit_code else "WARNED" if warns else "PASSED"
    return result, {name: tuple(clauses) for name, clauses in tests.items()}


def certificate_of(
    run: Run, asked: Asked, basis: Basis, report: str, oracle: Release | None = None
) -> Certificate:
    """Return the certificate of a run; ``report`` is the text of its report.json.

    ``oracle`` is the release that answered, if not the installed one.
    """
    result, tests = results_of(run)
    around = surroundings(Provenance(**run.provenance.model_dump()))
    if oracle is not None:  # its packages say these
        around = {name: one for name, one in around.items() if not name.startswith("pydantic")}
    return Certificate(
        files=basis,
        command=asked,
        level=run.level,
        result=result,
        **tests,
        release=run.provenance.harbor,
        harbor=run.provenance.wheel_digest,
        environment={} if oracle is None else dict(oracle.pins),
        report=hashlib.sha256(report.encode()).hexdigest(),
        surroundings=around,
    )
