"""A harbor that is not the published wheel is never asked."""

import importlib.metadata
import locale
import os
import shutil
import struct
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from audited import with_text

from oracle import provenance

PURELIB = Path(str(importlib.metadata.distribution("harbor").locate_file("")))
PATCHED, INFO = "harbor/metrics/mean.py", "harbor-0.13.1.dist-info"


@pytest.fixture
def site(tmp_path: Path) -> Path:
    for name in ("harbor", INFO):
        shutil.copytree(PURELIB / name, tmp_path / name)
    return tmp_path


def verify(site: Path, prelude: str = "", **environment: str) -> str:
    """Return what a new process with this site says of its harbor."""
    script = (
        f"{prelude}\n"
        "from oracle import provenance, integrity\n"
        "try:\n"
        "    provenance.verify()\n"
        "    import harbor.verifier.verifier, harbor.metrics.factory, harbor.utils.pass_at_k\n"
        "    integrity.verify()\n"
        "    print('trusted')\n"
        "except provenance.UntrustedOracleError as error:\n"
        "    print(error)\n"
    )
    completed = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONPATH": str(site), **environment},
        check=True,
        capture_output=True,
        text=True,
    )
    return completed.stdout


def emptied_in_the_record_as_well(site: Path) -> None:
    (site / PATCHED).write_text("")
    record = site / INFO / "RECORD"
    lines = record.read_text().splitlines()
    record.write_text("\n".join(line for line in lines if PATCHED not in line) + "\n")


def shadowed(site: Path) -> None:
    (site / "shadow" / "harbor").mkdir(parents=True)
    (site / "shadow" / "harbor" / "__init__.py").write_text("")


FILES: dict[str, tuple[Callable[[Path], object], str]] = {
    "the published wheel": (lambda _: None, "trusted\n"),
    "a patched file": (with_text(PATCHED, "sum(values)", "math.fsum(values)"),
     f"{PATCHED} differs"),
    "a patched record as well": (emptied_in_the_record_as_well, "RECORD is not the one"),
    "a missing file": (lambda site: (site / PATCHED).unlink(), f"{PATCHED} is missing"),
    "an added module": (lambda site: (site / "harbor/metrics/extra.py").write_text(""),
     "harbor/metrics/extra.py is not part"),
    "another version": (with_text(f"{INFO}/METADATA", "Version: 0.13.1", "Version: 0.14.0"),
     "harbor 0.14.0 is installed, not 0.13.1"),
    "a shadowing package": (shadowed, "not the installed wheel"),
}  # fmt: skip


@pytest.mark.parametrize(("change", "said"), FILES.values(), ids=FILES)
def test_only_the_published_wheel_is_trusted(
    change: Callable[[Path], object], said: str, site: Path
) -> None:
    change(site)
    assert said in verify(site, PYTHONPATH=os.pathsep.join([str(site / "shadow"), str(site)]))


def missing(name: str) -> None:
    raise importlib.metadata.PackageNotFoundError(name)


@pytest.mark.parametrize(
    ("holder", "name", "value", "said"),
    [
        (locale, "getencoding", lambda: "ISO-8859-1", "locale's encoding, which is ISO-8859-1"),
        (importlib.metadata, "distribution", missing, "harbor is not installed"),
        (sys, "version_info", (3, 14, 0, "final", 0), "use CPython 3.12 or 3.13"),
        (struct, "calcsize", lambda _: 4, "not 64 bits here"),
        (sys, "get_int_max_str_digits", lambda: 5000, "limit on integer digits is 5000"),
    ],
)
def test_surroundings_in_which_harbor_would_read_or_sum_differently_are_refused(
    holder: object, name: str, value: object, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(holder, name, value)
        with pytest.raises(provenance.UntrustedOracleError, match=said):
            provenance.verify()
