"""What was changed since a certificate was made is refused, with its name."""

import contextlib
import hashlib
import json
import re
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from certified import described, document_in, forged, installed_in, report_forged
from hypothesis import given, settings
from hypothesis import strategies as st
from programs import command_here, shell_program
from reported import edit_at, places, reported_finding

from conformance.attestation import surroundings, verifying
from conformance.attestation.certificate import RefusedError, parsed, read
from conformance.attestation.verifying import Here, rows_of
from conformance.attestation.verifying import refused as refusals
from conformance.certification.plan import NOTHING_EXPECTED
from conformance.examination.recorded import corpus
from conformance.implementations.start import CandidateSpec

type Edit = Callable[[dict[str, Any]], object]


@pytest.fixture
def own(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of that folder, in which a test may change everything; the command works in it."""
    for name in ("mine.py", "report/certificate.json", "report/report.json"):
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.write_bytes((made / name).read_bytes())
    monkeypatch.chdir(tmp_path)
    return tmp_path


def verify(*arguments: str) -> list[str]:
    """Run ``verify report``; return the exit status and the lines that are printed."""
    ended = command_here("verify", "report", *arguments)
    return [str(ended.returncode), *(ended.stdout + ended.stderr).splitlines()]


def refused(lines: list[str], why: str) -> bool:
    """Return whether a certificate is refused, first of all for this."""
    return lines[0] == "1" and lines[-1].startswith(f"REFUSED: {why}")


@given(st.data())
@settings(max_examples=300)
def test_one_bit_turned_anywhere_is_refused(made: Path, data: st.DataObject) -> None:
    content = bytearray((made / "report" / "certificate.json").read_bytes())
    place = data.draw(st.integers(0, len(content) - 1))
    content[place] ^= 1 << data.draw(st.integers(0, 7))
    file = made / "changed.json"
    file.write_bytes(content)
    with pytest.raises(RefusedError):
        read(file)


EDITS: dict[str, tuple[Edit, str]] = {
    "subject": (lambda d: d["subject"][0].update(name="other.py"), "it was edited"),
    "result": (lambda d: d["predicate"].update(result="WARNED"), "it was edited"),
    "command": (lambda d: notes(d, "command").update(timeout=8.0), "it was edited"),
    "suite": (lambda d: notes(d, "harbor-conformance").popitem(), "is not as certify writes it"),
    "more": (lambda d: d.update(note="signed"), "is not as certify writes it"),
    "type": (lambda d: d.update(predicateType="https://in-toto.io/x"), "its predicateType is not "),
    "less": (lambda d: d["predicate"]["configuration"].pop(), "it lacks surroundings"),
    "none": (lambda d: d.update(subject=[]), "files.candidate: "),
    "true": (lambda d: notes(d, "command").update(timeout=True), "command.timeout: "),
}


def notes(document: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = described(document, name)["annotations"]
    return found


def forge(folder: Path, *edits: Edit) -> None:
    """Edit the certificate in a folder, with the digests that follow from it made anew."""
    document = document_in(folder)
    for edit in edits:
        edit(document)
    (folder / "report" / "certificate.json").write_text(forged(document))


def why_refused(text: str) -> str:
    with pytest.raises(RefusedError, match=r"\A[^\n]*\Z") as refusal:
        parsed(text)
    return str(refusal.value)


@pytest.mark.parametrize("name", EDITS)
def test_an_edited_member_is_named(made: Path, name: str) -> None:
    edit, named = EDITS[name]
    document = document_in(made)
    edit(document)
    assert named in why_refused(f"{json.dumps(document, indent=2, sort_keys=True)}\n")


def test_what_is_no_certificate_is_refused_in_one_line_and_a_member_that_is_twice_at_its_line(
    made: Path,
) -> None:
    form = "the form of an in-toto test result"
    for text, named in (
        ("", "Expecting value"), ("null\n", form), ("[]\n", form), ("[" * 100_000, "recursion"),
        ("{}\n", "it lacks predicateType"), ("\0", ""),
        *((f'{{"subject": {value}}}', "") for value in ("NaN", "1e999", '"\\ud800"')),
    ):  # fmt: skip
        assert named in why_refused(text)
    text = (made / "report" / "certificate.json").read_text()
    twice = text.replace('"result": "PASSED"', '"result": "FAILED",\n    "result": "PASSED"')
    assert twice != text
    assert re.search(r"line \d+ is not as certify writes it", why_refused(twice))


ANY = "pass_at_k.any-order"
FORGERIES: dict[str, tuple[Edit, str]] = {
    "program": (lambda d: notes(d, "command").update(candidate=None, command="/no/such/program"),
     "candidate: it is not here: '/no/such/program' is not a program on the PATH"),
    "module": (lambda d: notes(d, "command").update(candidate="no_such_module:"),
     "candidate: it is not here: the files of module no_such_module are not found"),
    "name": (lambda d: notes(d, "command").update(candidate="../../etc"),
     "candidate: it is not here: no candidate '../../etc': give "),
    "expected": (lambda d: notes(d, "command").update(expected="no-such.toml"),
     "expected: it is not here: no-such.toml"),
    "device": (lambda d: notes(d, "command").update(expected="/dev/zero"),
     "expected: it is not here: /dev/zero: no file"),
    "variable": (lambda d: notes(d, "command").update(env=["NO_SUCH_VARIABLE"]),
     "candidate: it is not here: 'NO_SUCH_VARIABLE' is not set here"),
    "file twice": (lambda d: d["subject"].append({"name": "mine.py",
     "digest": {"sha256": "0" * 64}}), "certificate: line "),
    "folder": (lambda d: notes(d, "command").update(subject=["no-such-folder"]),
     "candidate: it is not here: "),
    "order": (lambda d: d["predicate"]["passedTests"].reverse(),
     "run: passedTests: its clauses are not in order, or one is in it twice"),
    "clause twice": (lambda d: d["predicate"]["passedTests"].insert(0, ANY),
     "run: passedTests: its clauses are not in order, or one is in it twice"),
}  # fmt: skip
"""What somebody may write who makes the certificate's digest anew, and what it is called."""


FILES: Any = {
    name: cache(getattr(verifying, name))
    for name in ("suite_digests", "corpus_digests", "verify_provenance")
}
"""Digests of files that no forged member changes."""


@given(st.data())
@settings(max_examples=60)
def test_no_forged_member_is_accepted_but_how_the_candidate_is_named_and_the_surroundings(
    made: Path, data: st.DataObject
) -> None:
    document = document_in(made)
    parts = [one["name"] for one in document["predicate"]["configuration"]]
    free = [parts.index("command"), parts.index("surroundings")]
    path = data.draw(st.sampled_from(sorted(places(document), key=len)))
    edit_at(document, path, data.draw(st.integers(0, 19)))
    try:
        certificate = parsed(forged(document))
    except (RefusedError, KeyError, TypeError, AttributeError, ValueError):
        return  # some edits leave nothing whose digests could be made anew
    spec, file = CandidateSpec("mine:"), made / "report" / "report.json"
    with contextlib.chdir(made), mock.patch.multiple(verifying, **FILES):
        rows, _ = rows_of(certificate, Here(lambda: spec, lambda: (None, NOTHING_EXPECTED), file))
    is_free = path[:3] in [("predicate", "configuration", one) for one in free]
    assert refusals(rows) or is_free or document == document_in(made)


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forgery_that_contradicts_itself_or_what_is_here_is_refused(own: Path, name: str) -> None:
    edit, named = FORGERIES[name]
    forge(own, edit)
    assert refused(verify(), named)


def divergent(report: dict[str, Any]) -> None:
    """Have a clause of a report diverge, as the report of such a run would say it."""
    operation = report["operations"]["pass_at_k"]
    operation["divergences"] = operation["clauses"][ANY]["divergences"] = 1
    report["findings"].append(reported_finding(ANY))


REPORTS: dict[str, tuple[Edit, str]] = {
    "divergent": (divergent, "run: result: PASSED, where FAILED follows from report.json"),
    "narrowed": (lambda r: r["scope"]["restrictions"].append("--clause leaves out 2"),
     "run: it earns no certificate: PARTIAL: --clause leaves out 2"),
    "idle": (lambda r: r["operations"]["pass_at_k"]["clauses"][ANY].update(cases=0),
     "report: report.json contradicts itself: answered: "),
    "harbor": (lambda r: r["provenance"].update(wheel_digest="0" * 64),
     "run: report.json is about another harbor"),
}  # fmt: skip
"""What somebody may write who makes a report's verdict, and all digests, anew."""


@pytest.mark.parametrize("name", REPORTS)
def test_a_certificate_whose_report_says_something_else_is_refused(own: Path, name: str) -> None:
    edit, named = REPORTS[name]
    report = json.loads((own / "report" / "report.json").read_text())
    edit(report)
    report_forged(own, document_in(own), report)
    assert refused(verify(), named)


def test_a_link_to_another_candidate_is_a_changed_candidate(own: Path) -> None:
    (own / "mine.py").rename(own / "right.py")
    (own / "mine.py").symlink_to("right.py")
    assert verify()[0] == "0"
    (own / "wrong.py").write_text("def pass_at_k(case): return {}\n")
    (own / "mine.py").unlink()
    (own / "mine.py").symlink_to("wrong.py")
    assert refused(verify(), "candidate: mine.py is not the file")


def test_a_candidate_that_lies_elsewhere_is_found_where_the_command_line_says(own: Path) -> None:
    program = Path(sys.executable)
    digest = {"sha256": hashlib.sha256(program.read_bytes()).hexdigest()}
    forge(
        own,
        lambda d: notes(d, "command").update(candidate=None, command=f"{program} mine.py"),
        lambda d: d["subject"].append({"name": program.name, "digest": digest}),
    )
    assert verify()[0] == "0"
    (own / "elsewhere").mkdir()
    (own / "mine.py").rename(own / "elsewhere" / "mine.py")
    assert refused(verify(), "candidate: mine.py is not here")
    there = f"{program} elsewhere/mine.py"
    assert verify("--command", there)[0] == "0"


def test_another_report_is_named_and_so_is_a_missing_one_or_a_missing_certificate(
    own: Path,
) -> None:
    report = own / "report" / "report.json"
    report.write_text(report.read_text().replace('"cases": ', '"cases": 1', 1))
    assert refused(verify(), "report: report.json is not the report of this run")
    report.unlink()
    assert refused(verify(), "report: report.json: No such file or directory")
    (own / "report" / "certificate.json").unlink()
    assert verify() == ["2", "harbor-conformance: report: it has no certificate.json"]


def test_other_versions_are_reported_and_no_reason_to_refuse(own: Path) -> None:
    forge(own, lambda d: notes(d, "surroundings").update(pydantic="2.14.1", machine="aarch64"))
    status, *lines = verify()
    assert status == "0"
    assert sum(" in the certificate" in line for line in lines) == 2
    assert lines[-1].startswith("VERIFIED, not repeated, made in other surroundings: mine: PASSED")


def test_nothing_that_a_certificate_names_is_run(own: Path) -> None:
    program = str(shell_program(own / "program", f"touch {own}/was-run"))
    (own / "sitecustomize.py").write_text(f"open({str(own / 'was-run')!r}, 'w')\n")
    (own / "mine.py").write_text(f"open({str(own / 'was-run')!r}, 'w')\n")
    forge(own, lambda d: notes(d, "command").update(python=program, env=[f"PYTHONPATH={own}"]))
    assert verify()[0] == "1"
    forge(own, lambda d: notes(d, "command").update(candidate=None, python=None, command=program))
    assert verify()[0] == "1"
    assert not (own / "was-run").exists()


@pytest.mark.usefixtures("own")
def test_a_changed_byte_of_the_suite_or_the_corpus_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed = installed_in(tmp_path / "installed")
    monkeypatch.setattr(surroundings, "own_folder", installed.joinpath)
    monkeypatch.setattr(corpus, "root", lambda: installed / "corpus")
    assert verify()[0] == "0"
    changed = {
        "corpus": installed / "corpus" / "pass_at_k" / "any-order.json",
        "suite": installed / "conformance" / "protocol" / "agreement.py",
    }
    for file in changed.values():
        file.write_bytes(file.read_bytes() + b"\n")
    (installed / "oracle" / "more.py").write_text("")
    status, *lines = verify()
    assert status == "1"
    rows = [line.split(maxsplit=2) for line in lines[:-1]]
    assert {f"{subject}: {detail}" for subject, said, detail in rows if said == "refused"} == {
        *(
            f"{subject}: {file.relative_to(installed).as_posix()} "
            "is not the file that this certificate was made with"
            for subject, file in changed.items()
        ),
        "suite: oracle/more.py is here, and not in the certificate",
    }
