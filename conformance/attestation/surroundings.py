"""What a run rests on besides the candidate: suite, corpus, versions and platform."""

import importlib.metadata
import platform
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

from conformance.attestation.files import Digests, below, digests
from conformance.examination.recorded import corpus
from conformance.implementations.start import Provenance

_COMMAND = "harbor_conformance.py"
"""The module next to our packages."""

_OF_CANDIDATES = ("reference", "deviations")
"""The candidates that take part in the judgement: diagnoses and expected deviations need them."""


def suite_digests() -> Digests:
    """Return the SHA-256 of the installed suite's files; raises OSError."""
    return digests(_suite_files())


def corpus_digests() -> Digests:
    """Return the SHA-256 of the recorded cases; raises OSError."""
    return digests(below(corpus.root()))


def surroundings(provenance: Provenance) -> dict[str, str]:
    """Return the versions and the platform that answers and inputs depend on here."""
    return {
        "python": provenance.python,
        "pydantic": provenance.pydantic,
        "pydantic_core": provenance.pydantic_core,
        "hypothesis": importlib.metadata.version("hypothesis"),
        "system": platform.system(),
        "machine": platform.machine(),
        "libc": " ".join(platform.libc_ver()),
    }


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
