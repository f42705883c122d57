"""What a run rests on beside the candidate: suite, corpus, harbor, versions and platform."""

import importlib.metadata
import platform
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

from conformance import __version__
from conformance.attestation.files import Digests, below, digest_of, digests
from conformance.attestation.statement import (
    Corpus,
    Digest,
    Files,
    Harbor,
    HarborNotes,
    Suite,
    SuiteNotes,
    Surroundings,
    SurroundingsNotes,
)
from conformance.implementations.start import Provenance
from conformance.recorded import corpus

_COMMAND = "harbor_conformance.py"
"""The module beside our packages."""

_OF_CANDIDATES = ("reference", "deviations")
"""The parts of candidates that judgements use: diagnoses and expected deviations rest on them."""


def suite() -> Suite:
    """Return what asks and judges, as it is installed; raises OSError."""
    files = digests(_suite_files())
    return Suite(
        digest=Digest(sha256=digest_of(files)),
        annotations=SuiteNotes(files=files, version=__version__),
    )


def recorded_cases() -> Corpus:
    """Return the recorded cases, as they are installed; raises OSError."""
    files: Digests = digests(below(corpus.root()))
    return Corpus(digest=Digest(sha256=digest_of(files)), annotations=Files(files=files))


def harbor(provenance: Provenance) -> Harbor:
    """Return the harbor that was asked."""
    return Harbor(
        digest=Digest(sha256=provenance.wheel_digest),
        annotations=HarborNotes(version=provenance.harbor),
    )


def surroundings(provenance: Provenance) -> Surroundings:
    """Return what else answers and questions depend on here."""
    return Surroundings(
        annotations=SurroundingsNotes(
            python=provenance.python,
            pydantic=provenance.pydantic,
            pydantic_core=provenance.pydantic_core,
            hypothesis=importlib.metadata.version("hypothesis"),
            system=platform.system(),
            machine=platform.machine(),
            libc=" ".join(platform.libc_ver()),
        )
    )


def own_folder(package: str) -> Path:
    """Return the folder of a package of this suite."""
    return Path(str(resources.files(package)))


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
