"""harbor is trusted only as it was published, on disk and in memory, and needs no network."""

import importlib
import importlib.metadata
import locale
import math
import os
import py_compile
import shutil
import struct
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from audited import with_text
from harbor.models.verifier.result import VerifierResult
from programs import run_program

from conformance.protocol.values import Case
from oracle import integrity, provenance
from oracle.implementation import trusted_oracle
from oracle.provenance import UntrustedOracleError


def rounded(values: list[float]) -> float:
    return round(sum(values) / len(values), 4)


class Lenient(VerifierResult):
    """Another model in place of harbor's."""

    rewards: dict[str, Any] | None = None


RESULT = "harbor.models.verifier.result.VerifierResult"
BY_EVALS = "harbor.utils.pass_at_k.compute_pass_at_k_by_evals"
CHANGES = {
    # What is changed, its name, and by what.
    "an imported name": ("harbor.metrics.mean.aggregate_reward_dicts", rounded),
    "a function": ("harbor.metrics.base.aggregate_reward_dicts", rounded),
    "an imported class": ("harbor.verifier.verifier.VerifierResult", Lenient),
    "a method": ("harbor.metrics.mean.Mean.compute", lambda _, rewards: {"mean": len(rewards)}),
    "a new member of a class": ("harbor.metrics.mean.Mean.__call__", rounded),
    "a constant of a class": ("harbor.job.Job._TIMESTAMP_FORMAT", "%Y"),
    "a model's fields": (f"{RESULT}.__pydantic_fields__", Lenient.__pydantic_fields__),
    "a model's validator": (f"{RESULT}.__pydantic_validator__", Lenient.__pydantic_validator__),
    "a model's serializer": (f"{RESULT}.__pydantic_serializer__", Lenient.__pydantic_serializer__),
    "a default": (f"{BY_EVALS}.__defaults__", (1,)),
    "the code of a function": (f"{BY_EVALS}.__code__", (lambda trials: trials).__code__),
    "a builtin of a module": ("harbor.metrics.base.sorted", list),
    "an imported module": ("harbor.job.asyncio", os),
    "a builtin": ("builtins.sum", lambda values, start=0: math.fsum(values) + start),
}  # fmt: skip


@pytest.mark.parametrize(("name", "value"), CHANGES.values(), ids=CHANGES)
def test_a_change_in_memory_is_refused_and_taken_back_is_trusted(
    name: str, value: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    integrity.verify()
    with monkeypatch.context() as patched:
        patched.setattr(name, value, raising=False)
        with pytest.raises(UntrustedOracleError, match="was changed after harbor was imported"):
            integrity.verify()
    integrity.verify()


def test_a_table_that_was_filled_otherwise_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = [
        (module, name, value)
        for module in map(importlib.import_module, integrity.DECIDING_MODULES)
        for name, value in vars(module).items()
        if isinstance(value, dict) and value and not name.startswith("__")
    ]
    assert tables
    for module, name, table in tables:
        with monkeypatch.context() as patched:
            patched.setitem(table, next(iter(table)), None)
            with pytest.raises(UntrustedOracleError, match=f"{module.__name__}.{name}"):
                integrity.verify()
    integrity.verify()


def test_what_was_changed_before_a_adapter_was_opened_is_no_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    oracle = trusted_oracle()
    monkeypatch.setattr("harbor.metrics.mean.aggregate_reward_dicts", rounded)
    with pytest.raises(
        UntrustedOracleError, match=r"^harbor\.metrics\.mean\.aggregate_reward_dicts was"
    ):
        oracle.answer(Case("metric", {"metric": "mean", "rewards": []}))
    oracle.close()


@pytest.mark.parametrize(
    ("module", "old", "new"),
    [
        ("harbor.models.verifier.result", "float | int", "float | int | str"),
        ("harbor.metrics.mean", "sum(values)", "sum(values, 0.0)"),
    ],
)
def test_a_compiled_file_of_another_source_ends_the_run(
    module: str, old: str, new: str, tmp_path: Path
) -> None:
    origin = Path(str(importlib.import_module(module).__file__))
    source = origin.read_text()
    assert old in source
    changed = tmp_path / "changed.py"
    changed.write_text(source.replace(old, new))
    # Where Python looks for it, and does not compare it with its source.
    file = tmp_path / origin.relative_to("/").with_suffix(f".{sys.implementation.cache_tag}.pyc")
    unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH
    py_compile.compile(str(changed), str(file), str(origin), invalidation_mode=unchecked)
    operation = "metric" if "metrics" in module else "verifier"
    script = (
        "from oracle.implementation import open_oracle\n"
        f"with open_oracle() as oracle:\n    oracle._open({operation!r})\n"
    )
    env = {**os.environ, "PYTHONPYCACHEPREFIX": str(tmp_path)}
    ended = run_program(sys.executable, "-c", script, env=env)
    assert f"UntrustedOracleError: {module}" in ended.stderr


PURELIB = Path(str(importlib.metadata.distribution("harbor").locate_file("")))
PATCHED, INFO = "harbor/metrics/mean.py", "harbor-0.13.1.dist-info"


@pytest.fixture
def site(tmp_path: Path) -> Path:
    for name in ("harbor", INFO):
        shutil.copytree(PURELIB / name, tmp_path / name)
    return tmp_path


VERIFY = """
from oracle import provenance, integrity
try:
    provenance.verify()
    import harbor.verifier.verifier, harbor.metrics.factory, harbor.utils.pass_at_k
    integrity.verify()
    print("trusted")
except provenance.UntrustedOracleError as error:
    print(error)
"""


def verified(site: Path) -> str:
    """Return what a new process with this site says of its harbor."""
    around = {**os.environ, "PYTHONPATH": os.pathsep.join([str(site / "shadow"), str(site)])}
    return run_program(sys.executable, "-c", VERIFY, env=around, status=0).stdout


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
    assert said in verified(site)


MISSING = Mock(side_effect=importlib.metadata.PackageNotFoundError("harbor"))


@pytest.mark.parametrize(
    ("holder", "name", "value", "said"),
    [
        (locale, "getencoding", lambda: "ISO-8859-1", "locale's encoding, which is ISO-8859-1"),
        (importlib.metadata, "distribution", MISSING, "harbor is not installed"),
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


WITHOUT_NETWORK = """
import socket

def refuse(*arguments, **_):
    raise SystemExit(f"a connection was opened: {arguments}")

socket.getaddrinfo = refuse
socket.socket.connect = lambda self, address: self.family == socket.AF_UNIX or refuse(address)

from conformance.protocol.values import Case
from oracle.implementation import open_oracle

with open_oracle() as oracle:
    print(oracle.answer(Case("verifier", {"reward.txt": b"1", "reward.json": None})))
    print(oracle.answer(Case("metric", {"metric": "mean", "rewards": [{"reward": 1}]})))
    print(oracle.answer(Case("pass_at_k", {"trials": []})))
import harbor.job, litellm
"""


@pytest.mark.slow
def test_the_oracle_answers_without_a_network() -> None:
    kept = {n: v for n, v in os.environ.items() if not n.startswith(("LITELLM", "HARBOR"))}
    completed = run_program(sys.executable, "-c", WITHOUT_NETWORK, env=kept, status=0)
    assert len(completed.stdout.splitlines()) == 3
