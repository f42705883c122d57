"""What answers depend on besides the candidate: suite, corpus, versions and platform.

``identity`` says it in words, so that two machines can be compared.
"""

import importlib.metadata
import platform
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from conformance.attestation.files import Digests, below, digest_of, digests, own_folder
from conformance.attestation.subject import NOT_HERE, modules_of, subject_of
from conformance.examination import corpus
from conformance.executor.remote import Identity
from conformance.implementations.readers.reader import Reader
from conformance.implementations.start import CandidateSpec, Provenance, verify_provenance
from conformance.protocol.values import HARBOR_VERSION

_COMMAND = "harbor_conformance.py"
"""The module next to our packages."""

_OF_CANDIDATES = ("reference", "deviations")
"""The candidates that the judgement uses, for diagnoses and expected deviations."""


def suite_digests() -> Digests:
    """Return the SHA-256 of the installed suite's files; raises OSError."""
    return digests(_suite_files())


def corpus_digests() -> Digests:
    """Return the SHA-256 of the recorded cases; raises OSError."""
    return digests(below(corpus.root()))


def surroundings(provenance: Provenance) -> dict[str, str]:
    """Return the versions and the platform that answers and inputs depend on here.

    Those around another release than 0.13.1 are in its environment.
    """
    is_here = provenance.harbor == HARBOR_VERSION
    of_harbor = {"pydantic": provenance.pydantic, "pydantic_core": provenance.pydantic_core}
    return {
        "python": provenance.python,
        **(of_harbor if is_here else {}),
        "hypothesis": importlib.metadata.version("hypothesis"),
        "system": platform.system(),
        "machine": platform.machine(),
        "libc": " ".join(platform.libc_ver()),
    }


def identity(spec: CandidateSpec | None = None, predictions: tuple[str, ...] = ()) -> Identity:
    """Return what answers depend on here: harbor, the suite and, if named, a candidate.

    ``predictions`` are the functions of predictions. Raises UntrustedOracleError if harbor is not
    the published wheel, and OSError.
    """
    found = dict(_of_harbor())
    if spec is not None:
        found["the candidate"] = _digest_of_files(spec)
    if predictions:
        found["the predictions"] = _digest_of_files(predictions)
    return found


def identity_of_reader(reader: Reader) -> Identity:
    """Return what a reader's answers depend on here; raises as ``identity`` does."""
    return {**identity(), "the reader": digest_of(digests(below(reader.folder)))}


def _suite_files() -> Iterator[tuple[str, Path]]:
    package = own_folder("conformance")
    yield _COMMAND, package.with_name(_COMMAND)
    yield from below(package)
    yield from below(own_folder("oracle"))
    candidates = own_folder("candidates")
    for file in candidates.glob("*.py"):
        yield f"candidates/{file.name}", file
    for part in _OF_CANDIDATES:
        yield from ((f"candidates/{name}", file) for name, file in below(candidates / part))


@cache
def _of_harbor() -> Identity:
    provenance = verify_provenance()
    names = {"python": "Python", "pydantic_core": "pydantic-core"}
    return {
        "harbor": provenance.harbor,
        "harbor's wheel": provenance.wheel_digest,
        "the suite": digest_of(suite_digests()),
        "the corpus": digest_of(corpus_digests()),
        **{names.get(name, name): one for name, one in surroundings(provenance).items()},
    }


@cache
def _digest_of_files(of: CandidateSpec | tuple[str, ...]) -> str:
    """Return one digest of a candidate's files, or of the modules of predictions."""
    try:
        return digest_of(digests(modules_of(of)) if isinstance(of, tuple) else subject_of(of))
    except NOT_HERE as error:
        return f"not found ({error})"
