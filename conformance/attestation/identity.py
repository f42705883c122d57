"""What the answers of a process rest on, in words, so that two machines can be compared."""

from functools import cache

from conformance.attestation.files import below, digest_of, digests
from conformance.attestation.subject import NOT_HERE, modules_of, subject_of
from conformance.attestation.surroundings import corpus_digests, suite_digests, surroundings
from conformance.executor.remote import Identity
from conformance.implementations.readers.reader import Reader
from conformance.implementations.start import CandidateSpec, verify_provenance


def identity(spec: CandidateSpec | None = None, predictions: tuple[str, ...] = ()) -> Identity:
    """Return what answers rest on here: harbor, the suite and, where named, a candidate.

    ``predictions`` are the functions of predictions. Raises UntrustedOracleError where harbor is
    not the published wheel, and OSError.
    """
    found = dict(_of_harbor())
    if spec is not None:
        found["the candidate"] = _of_candidate(spec)
    if predictions:
        found["the predictions"] = _of_predictions(predictions)
    return found


def identity_of_reader(reader: Reader) -> Identity:
    """Return what the answers of a reader rest on here: harbor, the suite, and its adapter.

    Raises as ``identity`` does.
    """
    return {**identity(), "the reader": digest_of(digests(below(reader.folder)))}


@cache
def _of_harbor() -> Identity:
    provenance = verify_provenance()
    names = {"python": "Python", "pydantic_core": "pydantic-core"}
    found = surroundings(provenance).items()
    return {
        "harbor": provenance.harbor,
        "harbor's wheel": provenance.wheel_digest,
        "the suite": digest_of(suite_digests()),
        "the corpus": digest_of(corpus_digests()),
        **{names.get(name, name): version for name, version in found},
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
