"""Who may import whom: the whole chain, from the standard library up to the command line."""

import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from programs import ROOT, run_program

from tools.structure import imported, lies_in, python_files

FORBIDDEN = ("harbor", "pydantic", "conformance", "oracle", "hypothesis", "pytest")

CHAIN = (
    "conformance", "conformance.protocol", "conformance.operations", "conformance.examination",
    "conformance.diagnosis", "conformance.implementations", "conformance.executor",
    "conformance.certification", "conformance.attestation", "conformance.gate",
    "conformance.survey", "conformance.audit", "conformance.fuzz", "conformance.report",
    "conformance.cli", "conformance.pytest_plugin", "conformance.suite",
)  # fmt: skip
"""The parts of ``conformance``: each may import those before it, and what lies in itself."""

BESIDE = {
    "candidates.reference": (),
    "candidates.deviations": ("candidates.reference", "conformance.protocol"),
    "oracle": ("conformance.protocol",),
}
"""Modules outside the chain, and all of ours that each may import."""

OTHER_CANDIDATES = ("candidates.reference", "conformance.operations", "conformance.protocol")
"""What readers, and programs that serve or misbehave, may import of ours besides themselves."""

OF_BOTH_SIDES = ("candidates", "oracle")
BESIDE_OF = {
    "conformance.implementations": OF_BOTH_SIDES,
    "conformance.diagnosis": ("candidates.deviations",),
}
"""What the parts of ``conformance`` that start, or predict, candidates import besides the chain."""


def modules(package: str) -> dict[str, Path]:
    return {
        ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): file
        for file in python_files(package)
    }


def part_of(module: str) -> str:
    return max((part for part in CHAIN if lies_in(module, (part,))), key=len)


def ours(file: Path) -> set[str]:
    return {m for m in imported(file) if m.split(".")[0] in {"conformance", "oracle", "candidates"}}


def imported_by(files: dict[str, Path]) -> list[tuple[str, str]]:
    """Return each module with each of ours that it imports."""
    return [(module, name) for module, file in files.items() for name in ours(file)]


CONFORMANCE = modules("conformance")
CANDIDATES = modules("candidates")
ORACLE = modules("oracle")


def test_every_module_of_the_suite_has_its_place_in_the_chain_and_imports_run_one_way() -> None:
    assert [module for module in CONFORMANCE if part_of(module) == CHAIN[0]] == [CHAIN[0]]
    assert {part_of(module) for module in CONFORMANCE} == set(CHAIN)
    for module, name in imported_by(CONFORMANCE):
        if name.startswith("conformance"):
            assert CHAIN.index(part_of(name)) <= CHAIN.index(part_of(module)), (module, name)


def test_candidates_and_the_oracle_are_imported_where_implementations_are_started() -> None:
    for module, name in imported_by(CONFORMANCE):
        if lies_in(name, OF_BOTH_SIDES):
            assert lies_in(name, BESIDE_OF.get(part_of(module), ())), (module, name)


def test_modules_outside_the_chain_import_no_more_than_they_may() -> None:
    def may(module: str, name: str) -> bool:
        home, allowed = next(
            ((home, allowed) for home, allowed in BESIDE.items() if lies_in(module, (home,))),
            (".".join(module.split(".")[:2]), OTHER_CANDIDATES),
        )
        return name == "candidates" or lies_in(name, (home, *allowed))

    assert [pair for pair in imported_by(ORACLE | CANDIDATES) if not may(*pair)] == []


def test_no_module_is_imported_by_one_that_it_imports() -> None:
    files = {**CONFORMANCE, **CANDIDATES, **ORACLE}
    graph = {module: ours(file) & files.keys() - {module} for module, file in files.items()}
    TopologicalSorter(graph).prepare()  # which raises CycleError, with the cycle


def test_the_reference_needs_the_standard_library_alone() -> None:
    script = (
        "import sys\n"
        "import candidates.reference\n"
        "candidates.reference.pipelines()\n"
        "print(*sorted({name.partition('.')[0] for name in sys.modules}))\n"
    )
    completed = run_program(sys.executable, "-S", "-c", script, cwd=ROOT, status=0)
    loaded = set(completed.stdout.split())
    assert not loaded.intersection(FORBIDDEN)
    assert loaded - sys.stdlib_module_names - {"__main__", "candidates"} == set()


def test_harbor_is_imported_by_the_oracle_alone() -> None:
    files = CONFORMANCE | CANDIDATES
    assert [m for m, f in files.items() if any(lies_in(n, ("harbor",)) for n in imported(f))] == []


@pytest.mark.slow
@pytest.mark.parametrize("words", ["ask verifier --reward-txt 1", "check reward.json"])
def test_one_answer_needs_no_catalogue_and_no_environment(words: str, tmp_path: Path) -> None:
    (tmp_path / "reward.json").write_text('{"reward": 1}')
    command = [sys.executable, "-X", "importtime", "-m", "harbor_conformance", *words.split()]
    for _ in range(2):  # the first may build the port to Rust, which takes a lock
        completed = run_program(*command, cwd=tmp_path, status=0)
    loaded = {line.rpartition("|")[2].strip() for line in completed.stderr.splitlines()}
    assert "conformance.protocol.values" in loaded
    assert not loaded & {"hypothesis", "candidates.deviations.catalogue", "filelock"}
