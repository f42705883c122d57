"""What the answers of a process rest on, told so that two of them can be held together."""

from collections.abc import Iterator
from functools import cache

from conformance.attestation.files import digest_of, digests
from conformance.attestation.subject import NOT_HERE, modules_of, subject_of
from conformance.attestation.surroundings import recorded_cases, suite, surroundings
from conformance.implementations.start import CandidateSpec, verify_provenance

type Identity = dict[str, str]
"""Names of what answers rest on, in the words of a message, and what each of them is."""


@cache
def suite_digest() -> str:
    """Return the digest of the suite's own files; raises OSError."""
    return suite().digest.sha256


def identity(spec: CandidateSpec | None, predictions: tuple[str, ...] = ()) -> Identity:
    """Return what answers about a candidate rest on here, or answers about none.

    ``predictions`` are the functions of its ledger. Raises UntrustedOracleError where harbor is
    not the published wheel, and OSError.
    """
    told = dict(_of_harbor())
    if spec is not None:
        told["the candidate"] = _of_candidate(spec)
    if predictions:
        told["the ledger's predictions"] = _of_predictions(predictions)
    return told


@cache
def _of_harbor() -> Identity:
    provenance = verify_provenance()
    notes = surroundings(provenance).annotations
    return {
        "harbor": provenance.harbor,
        "harbor's wheel": provenance.wheel_digest,
        "the suite": suite_digest(),
        "the corpus": recorded_cases().digest.sha256,
        "Python": notes.python,
        "pydantic": notes.pydantic,
        "pydantic-core": notes.pydantic_core,
        "hypothesis": notes.hypothesis,
        "system": notes.system,
        "machine": notes.machine,
        "libc": notes.libc,
    }


@cache
def _of_candidate(spec: CandidateSpec) -> str:
    try:
        return digest_of(subject_of(spec))
    except NOT_HERE as error:
        return f"not found ({error})"


@cache
def _of_predictions(functions: tuple[str, ...]) -> str:
    try:
        return digest_of(digests(modules_of(functions)))
    except NOT_HERE as error:
        return f"not found ({error})"


def differences(theirs: Identity, ours: Identity) -> Iterator[str]:
    """Yield what of a worker's is not as it is here, in words."""
    for name, own in ours.items():
        other = theirs.get(name, "unknown")
        if other != own:
            yield f"{name} {_short(other)}, and this run has {_short(own)}"


_DIGEST = 64


def _short(text: str) -> str:
    return f"{text[:12]}…" if len(text) == _DIGEST and text.isalnum() else text
