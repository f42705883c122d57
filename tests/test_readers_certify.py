"""Each reader is compared with harbor and its expected deviations, and with nothing less."""

import pytest
from programs import command

from conformance.diagnosis.expected.deviations import find
from conformance.diagnosis.expected.reading import load

pytestmark = pytest.mark.end_to_end

READERS = ("spec-000", "spec-001", "spec-002", "spec-003")
NARROWED = ("spec-001", "spec-002", "spec-003")
"""The readers whose expected.toml leaves out clauses of their operations."""

FILES = {reader: file for reader in READERS if (file := find(reader))}
EXPECTED = {reader: load(file) for reader, file in FILES.items()}


@pytest.mark.parametrize("reader", READERS)
def test_a_reader_is_harbor_with_its_expected_deviations(reader: str) -> None:
    ended = command("certify", reader, "--profile", "quick", "--seed", "7", status=0)
    told = ended.stdout + ended.stderr
    word = "PARTIAL" if reader in NARROWED else "CONFORMANT"
    count = len(EXPECTED[reader].deviations)
    verdict = f"{word} but for {count} declared deviations (" if count else f"{word} ("
    assert any(line.startswith(verdict) for line in told.splitlines())
    for entry in EXPECTED[reader].deviations:
        assert f"Declared: {entry.name}: {entry.cause}\n" in told


@pytest.mark.parametrize("reader", READERS)
def test_a_text_has_a_handful_of_expected_deviations_each_with_its_place(reader: str) -> None:
    declared = EXPECTED[reader]
    assert declared.pinned == ()
    assert declared.predictions == ()
    assert len(declared.deviations) <= 8
    assert all(one.source.startswith(f"spec/{reader[-3:]} ") for one in declared.deviations)
