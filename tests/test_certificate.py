"""What a run leaves for others: a certificate, or what the run is instead."""

import hashlib
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from certified import ONE_OPERATION, WRONG, certify, described, document_in
from programs import ROOT, command, command_here, page

from conformance.operations.catalogue import CATALOGUE
from oracle import wheels

CLAUSES = sorted(clause for clause, told in CATALOGUE.items() if told.operation == "pass_at_k")


def test_the_library_of_the_field_takes_it_for_a_statement_with_a_test_result(made: Path) -> None:
    pytest.importorskip("in_toto_attestation", reason="pip install -c constraints.txt -e '.[dev]'")
    from google.protobuf.json_format import ParseDict  # noqa: PLC0415 - of the extra dev
    from in_toto_attestation.predicates.test_result.v0 import test_result_pb2  # noqa: PLC0415
    from in_toto_attestation.v1.statement import Statement  # noqa: PLC0415
    from in_toto_attestation.v1.statement_pb2 import Statement as Message  # noqa: PLC0415

    document = document_in(made)
    message = ParseDict(document, Message())
    Statement.copy_from_pb(message).validate()
    result = ParseDict(document["predicate"], test_result_pb2.TestResult())
    assert message.predicate_type == "https://in-toto.io/attestation/test-result/v0.1"
    assert result.result == "PASSED"
    assert list(result.passed_tests) == CLAUSES
    assert not result.warned_tests
    assert not result.failed_tests


def test_its_subject_is_the_candidate_and_it_carries_what_the_verdict_rests_on(made: Path) -> None:
    document = document_in(made)
    digest = hashlib.sha256((made / "mine.py").read_bytes()).hexdigest()
    assert document["subject"] == [{"name": "mine.py", "digest": {"sha256": digest}}]
    text = (made / "report" / "report.json").read_bytes()
    told = json.loads(text)["provenance"]
    around = described(document, "surroundings")["annotations"]
    assert described(document, "harbor")["digest"]["sha256"] == wheels.WHEELS["0.13.1"]
    names = ("python", "pydantic", "pydantic_core")
    assert [around[name] for name in names] == [told[name] for name in names]
    digest = described(document, "report.json")["digest"]["sha256"]
    assert digest == hashlib.sha256(text).hexdigest()


def test_sha256sum_and_the_tool_of_the_standard_library_write_the_same(made: Path) -> None:
    corpus = described(document_in(made), "corpus")
    names = sorted(corpus["annotations"])
    printed = subprocess.run(["sha256sum", *names], cwd=ROOT, check=True, capture_output=True)
    assert hashlib.sha256(printed.stdout).hexdigest() == corpus["digest"]["sha256"]
    file = made / "report" / "certificate.json"
    tool = [sys.executable, "-m", "json.tool", "--sort-keys", "--indent", "2", str(file)]
    assert subprocess.run(tool, check=True, capture_output=True).stdout == file.read_bytes()


@pytest.mark.end_to_end
def test_a_candidate_that_diverges_gets_a_certificate_that_says_so(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(WRONG)
    assert certify("mine:", cwd=tmp_path).returncode == 1
    document = document_in(tmp_path)
    assert document["predicate"]["result"] == "FAILED"
    assert document["predicate"]["failedTests"]
    completed = command("verify", "report", cwd=tmp_path, status=1)
    assert completed.stdout.splitlines()[-1].startswith("VERIFIED, not repeated: mine: FAILED")


def test_a_candidate_that_changes_while_it_runs_gets_no_certificate(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(f"{ONE_OPERATION}open(__file__, 'a').write('#')\n")
    completed = certify("mine:", cwd=tmp_path, status=0)
    assert completed.stderr.endswith(
        "No certificate. CHANGED during the run: the candidate or the suite\n"
    )


def test_a_narrowed_run_gets_no_certificate_and_leaves_no_older_one(tmp_path: Path) -> None:
    what = "PARTIAL: --clause leaves out "
    (tmp_path / "report").mkdir()
    (tmp_path / "report" / "certificate.json").write_text("{}")
    completed = certify("reference", "--clause", "pass_at_k.any-order", cwd=tmp_path)
    assert not (tmp_path / "report" / "certificate.json").exists()
    said = (tmp_path / "report" / "no-certificate.txt").read_text()
    assert said.startswith(f"No certificate of this run. {what}"), said
    assert f"No certificate. {what}" in completed.stderr
    verified = command_here("verify", "report", cwd=tmp_path, status=2)
    assert what in verified.stderr


SIGNING = re.findall(r"^    python -m sigstore (.*)$", page("certificates.md"), re.MULTILINE)


def test_sigstore_takes_it_for_a_statement_and_knows_the_commands_of_the_guide(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("sigstore", reason="pip install -c constraints.txt -e '.[sign]'")
    from sigstore import _cli, dsse  # noqa: PLC0415 - of the extra sign

    statement = dsse.Statement((made / "report" / "certificate.json").read_bytes())
    assert statement._inner.predicate_type == document_in(made)["predicateType"]  # noqa: SLF001 - it has no other
    (tmp_path / "report").mkdir()
    (tmp_path / "report" / "certificate.json").touch()
    monkeypatch.chdir(tmp_path)
    assert [words.split()[0] for words in SIGNING] == ["sign", "verify", "verify"]
    for words in SIGNING:
        _cli._parser().parse_args(shlex.split(words))  # noqa: SLF001 - its commands ask the network
