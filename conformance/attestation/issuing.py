"""What a certificate of a run rests on, or the reason why the run earns none."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from conformance.attestation.certificate import Basis
from conformance.attestation.files import Digests, digests
from conformance.attestation.subject import modules_of, subject_of
from conformance.attestation.surroundings import corpus_digests, suite_digests
from conformance.certification import plan
from conformance.certification.report import Run, checks_done
from conformance.certification.verdict import ExitCode
from conformance.diagnosis.expected.deviations import ExpectedDeviations
from conformance.examination.recorded import corpus
from conformance.implementations.start import CandidateSpec
from conformance.protocol.values import HARBOR_VERSION


def basis_of(
    spec: CandidateSpec, given: Sequence[str], file: Path | None, declared: ExpectedDeviations
) -> Basis:
    """Return what a run of a candidate depends on now.

    ``given`` are additional files of the candidate, ``file`` has its expected deviations. Raises
    the errors of ``NOT_HERE``.
    """
    return Basis(
        candidate=subject_of(spec, given),
        expected=_expected_files(file, declared),
        suite=suite_digests(),
        corpus=corpus_digests(),
    )


def _expected_files(file: Path | None, declared: ExpectedDeviations) -> Digests:
    """Return the SHA-256 of a file and of its predictions' modules; raises OSError."""
    if file is None:
        return {}
    predictions = modules_of(one.function for one in declared.predictions)
    return digests([(file.name, file), *predictions])


def why_none(run: Run, declared: ExpectedDeviations) -> str:
    """Return what a run is that earns no certificate, or an empty text."""
    planned = Counter(step.clause for step in plan.steps(run.scope.claimed, (), declared))
    release, left_out = run.provenance.harbor, run.scope.not_asked
    if release != HARBOR_VERSION:
        left_out = tuple(name for name in left_out if name in corpus.OF_RELEASES)
    left = [f"announced and not run: {', '.join(left_out)}"] if left_out else []
    if narrowed := [*run.scope.restrictions, *left]:
        return f"PARTIAL: {'; '.join(narrowed)}"
    if not run.provenance.pinned:
        return f"UNKNOWN: the wheel of harbor {release} is not known to this project"
    is_settled = run.exit_code in {ExitCode.CONFORMANT, ExitCode.DIVERGES} and run.cases
    if run.cut_off or not is_settled:
        return run.verdict
    problems = [f"{c}: {why}" for c, one in run.clauses.items() for why in one.problems]
    if problems or planned != {clause: counts.done for clause, counts in run.clauses.items()}:
        return f"INCOMPLETE: {', '.join(problems[:1]) or checks_done(run)}"
    return ""
