"""A harbor that is not the published wheel is never asked."""

import importlib.metadata
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PURELIB = Path(str(importlib.metadata.distribution("harbor").locate_file("")))
PATCHED = "harbor/metrics/mean.py"


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A copy of the installed harbor that stands first on the import path."""
    for name in ("harbor", "harbor-0.13.1.dist-info"):
        shutil.copytree(PURELIB / name, tmp_path / name)
    return tmp_path


def verify(site: Path, prelude: str = "", **environment: str) -> str:
    """Return what a fresh process with this site says of its harbor."""
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


def test_the_published_wheel_is_trusted(site: Path) -> None:
    assert verify(site) == "trusted\n"


def test_a_patched_file_is_refused(site: Path) -> None:
    file = site / PATCHED
    file.write_text(file.read_text().replace("sum(values)", "math.fsum(values)"))
    assert f"{PATCHED} differs" in verify(site)


def test_a_patched_file_with_a_patched_record_is_refused(site: Path) -> None:
    (site / PATCHED).write_text("")
    record = site / "harbor-0.13.1.dist-info" / "RECORD"
    lines = record.read_text().splitlines()
    record.write_text("\n".join(line for line in lines if PATCHED not in line) + "\n")
    assert "RECORD is not the one" in verify(site)


def test_a_missing_file_is_refused(site: Path) -> None:
    (site / PATCHED).unlink()
    assert f"{PATCHED} is missing" in verify(site)


def test_an_added_module_is_refused(site: Path) -> None:
    (site / "harbor" / "metrics" / "extra.py").write_text("")
    assert "harbor/metrics/extra.py is not part" in verify(site)


def test_another_version_is_refused(site: Path) -> None:
    metadata = site / "harbor-0.13.1.dist-info" / "METADATA"
    metadata.write_text(metadata.read_text().replace("Version: 0.13.1", "Version: 0.14.0", 1))
    assert "harbor 0.14.0 is installed, not 0.13.1" in verify(site)


def test_a_shadowing_package_is_refused(
    site: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    shadow = tmp_path_factory.mktemp("shadow")
    (shadow / "harbor").mkdir()
    (shadow / "harbor" / "__init__.py").write_text("")
    said = verify(site, PYTHONPATH=os.pathsep.join([str(shadow), str(site)]))
    assert "not the installed wheel" in said


def test_compiled_code_that_is_not_of_its_source_is_refused(site: Path) -> None:
    patch = (
        "import importlib.util, importlib._bootstrap_external as b, marshal, pathlib\n"
        f"source = pathlib.Path({str(site / PATCHED)!r})\n"
        "changed = source.read_text().replace('len(values)', 'len(values) + 1')\n"
        "code = compile(changed, str(source), 'exec')\n"
        "status = source.stat()\n"
        "data = b._code_to_timestamp_pyc(code, status.st_mtime, status.st_size)\n"
        "cache = pathlib.Path(importlib.util.cache_from_source(str(source)))\n"
        "cache.parent.mkdir(exist_ok=True)\n"
        "cache.write_bytes(data)\n"
    )
    assert "harbor.metrics.mean.Mean.compute was changed" in verify(site, patch)


@pytest.mark.parametrize(
    "patch",
    [
        "import harbor.verifier.verifier as v\nv.Verifier._parse_reward_text = lambda self: {}",
        "import harbor.metrics.mean as m, math\nm.sum = math.fsum",
        "import harbor.utils.pass_at_k as p\np._eligible_k_values = lambda n: [1]",
        "import builtins\nreal = sum\nbuiltins.sum = lambda values, start=0: real(values, start)",
    ],
)
def test_a_patch_in_memory_is_refused(site: Path, patch: str) -> None:
    assert "was changed" in verify(site, patch)


def test_another_locale_is_refused(site: Path) -> None:
    patch = "import locale\nlocale.getencoding = lambda: 'ISO-8859-1'"
    assert "locale's encoding, which is ISO-8859-1" in verify(site, patch)


def test_another_limit_on_digits_is_refused(site: Path) -> None:
    assert "limit on integer digits is 5000" in verify(site, PYTHONINTMAXSTRDIGITS="5000")


def test_a_missing_harbor_is_refused() -> None:
    script = (
        "import importlib.metadata as m\n"
        "from oracle import provenance\n"
        "def missing(name): raise m.PackageNotFoundError(name)\n"
        "m.distribution = missing\n"
        "try: provenance.verify()\n"
        "except provenance.UntrustedOracleError as error: print(error)\n"
    )
    said = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True
    )
    assert "harbor is not installed" in said.stdout


@pytest.mark.parametrize(
    ("patch", "said"),
    [
        ("import sys\nsys.version_info = (3, 14, 0, 'final', 0)", "use CPython 3.12 or 3.13"),
        ("import struct\nstruct.calcsize = lambda _: 4", "not 64 bits here"),
    ],
)
def test_an_interpreter_that_sums_otherwise_is_refused(site: Path, patch: str, said: str) -> None:
    late = f"import oracle.provenance, harbor\n{patch}"
    assert said in verify(site, late)
