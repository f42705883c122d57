"""What was changed since a certificate was made is refused, with its name."""

import contextlib
import json
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from certified import described, document_in, forged, installed_in, report_forged
from hypothesis import given, settings
from hypothesis import strategies as st
from programs import command_here, shell_program
from reported import diverging, edit_at, places

from conformance.attestation import surroundings, verifying
from conformance.attestation.certificate import LARGEST, Basis, RefusedError, basis_of, text_in
from conformance.attestation.verifying import VerificationRow, rows_of
from conformance.attestation.verifying import refused as refusals
from conformance.certification.plan import NOTHING_EXPECTED
from conformance.examination import corpus
from conformance.implementations.start import CandidateSpec, verify_provenance

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


FILES: Any = {"verify_provenance": cache(verify_provenance)}
"""What no changed byte of a certificate changes."""


def rows_in(folder: Path, text: str) -> list[VerificationRow]:
    """Return the result for each part of another text in place of a certificate's."""
    basis = basis_in(folder)
    with mock.patch.multiple(verifying, **FILES):
        rows, _ = rows_of(text, folder / "report/report.json", lambda _: (basis, NOTHING_EXPECTED))
    return rows


@cache
def basis_in(folder: Path) -> Basis:
    with contextlib.chdir(folder):
        return basis_of(CandidateSpec("mine:"), (), None, NOTHING_EXPECTED)


@given(st.data())
@settings(max_examples=100)
def test_one_bit_turned_anywhere_is_refused(made: Path, data: st.DataObject) -> None:
    content = bytearray((made / "report" / "certificate.json").read_bytes())
    place = data.draw(st.integers(0, len(content) - 1))
    content[place] ^= 1 << data.draw(st.integers(0, 7))
    (made / "changed.json").write_bytes(content)
    with contextlib.suppress(RefusedError):
        assert refusals(rows_in(made, text_in(made / "changed.json")))


@given(st.data())
@settings(max_examples=60)
def test_no_forged_member_is_accepted_but_the_surroundings(made: Path, data: st.DataObject) -> None:
    document = document_in(made)
    parts = [one["name"] for one in document["predicate"]["configuration"]]
    path = data.draw(st.sampled_from(sorted(places(document), key=len)))
    edit_at(document, path, data.draw(st.integers(0, 19)))
    is_free = path[:3] == ("predicate", "configuration", parts.index("surroundings"))
    try:
        text = forged(document)
    except (KeyError, TypeError, AttributeError, ValueError, IndexError):
        return  # some edits leave nothing whose digests could be made anew
    with contextlib.suppress(RefusedError):
        assert refusals(rows_in(made, text)) or is_free or document == document_in(made)


def notes(document: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = described(document, name)["annotations"]
    return found


def forge(folder: Path, edit: Edit) -> None:
    """Edit the certificate in a folder, with the digests that follow from it made anew."""
    document = document_in(folder)
    edit(document)
    (folder / "report" / "certificate.json").write_text(forged(document))


EDITS: dict[str, tuple[Edit, str]] = {
    "result": (lambda d: d["predicate"].update(result="WARNED"),
     "run: result: WARNED in the certificate, PASSED here"),
    "suite": (lambda d: notes(d, "harbor-conformance").pop("conformance/__init__.py"),
     "harbor-conformance: conformance/__init__.py: nothing in the certificate, "),
    "more": (lambda d: d.update(note="signed"), "certificate: line "),
    "file twice": (lambda d: d["subject"].insert(0, {**d["subject"][0], "digest": {"sha256": ""}}),
     "certificate: line "),
    "type": (lambda d: d.update(predicateType="https://in-toto.io/x"), "certificate: line "),
    "less": (lambda d: d["predicate"]["configuration"].pop(), "certificate: it lacks surroundings"),
}  # fmt: skip


@pytest.mark.parametrize("name", EDITS)
def test_a_forged_member_is_named(own: Path, name: str) -> None:
    edit, named = EDITS[name]
    forge(own, edit)
    assert refused(verify(), named)


def test_what_is_no_certificate_is_refused_in_one_line(own: Path) -> None:
    form, none = "it does not have the form of an in-toto test result", "Expecting value"
    for content, named in (
        (b"", none), (b"\0", none), (b"null\n", form), (b"[]\n", form), (b"[" * 100_000, "maximum"),
        (b"{}\n", "it lacks predicate"), (b'{"subject": NaN}', "NaN is not JSON"),
        (b"\xff", "byte 0 is not UTF-8"), (b" " * (LARGEST + 1), "it has more than"),
    ):  # fmt: skip
        (own / "report" / "certificate.json").write_bytes(content)
        assert refused(verify(), f"certificate: {named}")


ANY = "pass_at_k.any-order"


ABSENT = "candidate: it is not here: "
REPORTS: dict[str, tuple[str | Edit, str]] = {
    # The words of another command, or what else is edited, and why it is refused.
    "program": ("--command /no/such/program", f"{ABSENT}'/no/such/program' is not a program on"),
    "module": ("no_such_module:", f"{ABSENT}the files of module no_such_module are not found"),
    "name": ("../../etc", f"{ABSENT}no candidate '../../etc': give "),
    "device": ("mine: --expected /dev/zero", f"{ABSENT}/dev/zero: no file"),
    "variable": ("mine: --env NO_SUCH_VARIABLE", f"{ABSENT}'NO_SUCH_VARIABLE' is not set here"),
    "folder": ("mine: --subject no-such-folder", ABSENT),
    "divergent": (partial(diverging, clause=ANY),
     f"run: {ANY}: passed in the certificate, failed here"),
    "narrowed": (lambda r: r["scope"]["restrictions"].append("--clause leaves out 2"),
     "run: it earns no certificate: PARTIAL: --clause leaves out 2"),
    "harbor": (lambda r: r["provenance"].update(wheel_digest="0" * 64),
     "certificate: line "),
}  # fmt: skip
"""What somebody may write who makes a report's verdict, and all digests, anew."""


def forge_report(folder: Path, edit: str | Edit) -> None:
    """Edit the report in a folder, or the command that repeats its run, and its certificate."""
    report = json.loads((folder / "report" / "report.json").read_text())
    if isinstance(edit, str):
        report["repeat"] = f"harbor-conformance certify {edit}"
    else:
        edit(report)
    report_forged(folder, document_in(folder), report)


@pytest.mark.parametrize("name", REPORTS)
def test_a_certificate_whose_report_says_something_else_is_refused(own: Path, name: str) -> None:
    edit, named = REPORTS[name]
    forge_report(own, edit)
    assert refused(verify(), named)


def test_options_of_a_forged_command_that_certify_alone_has_are_ignored(own: Path) -> None:
    forge_report(own, "mine: --timeout many --help --report .")
    assert verify()[0] == "0"


def test_another_report_is_named_and_so_is_a_missing_one_or_a_missing_certificate(
    own: Path,
) -> None:
    report = own / "report" / "report.json"
    report.write_text(report.read_text().replace('"cases": ', '"cases": 1', 1))
    assert refused(verify(), "report.json: it is not the report of this run")
    report.unlink()
    assert refused(verify(), "report.json: No such file or directory")
    (own / "report" / "certificate.json").unlink()
    assert verify() == ["2", "harbor-conformance: report: it has no certificate.json"]


def test_other_versions_are_reported_and_no_reason_to_refuse(own: Path) -> None:
    forge(own, lambda d: notes(d, "surroundings").update(pydantic="2.14.1", machine="aarch64"))
    status, *lines = verify()
    assert status == "0"
    assert sum(" in the certificate, " in line for line in lines) == 2
    assert lines[-1].startswith("VERIFIED, not repeated, made in other surroundings: mine: PASSED")


def test_nothing_that_a_certificate_names_is_run(own: Path) -> None:
    program = str(shell_program(own / "program", f"touch {own}/was-run"))
    (own / "sitecustomize.py").write_text(f"open({str(own / 'was-run')!r}, 'w')\n")
    (own / "mine.py").write_text(f"open({str(own / 'was-run')!r}, 'w')\n")
    for words in (f"mine: --python {program} --env PYTHONPATH={own}", f"--command {program}"):
        forge_report(own, words)
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
        "suite": installed / "conformance" / "protocol" / "differences.py",
    }
    for file in changed.values():
        file.write_bytes(file.read_bytes() + b"\n")
    (installed / "oracle" / "more.py").write_text("")
    status, *lines = verify()
    assert status == "1"
    told = {" ".join(line.partition(": ")[0].split()) for line in lines if " refused " in line}
    assert told == {
        "corpus refused corpus/pass_at_k/any-order.json",
        "harbor-conformance refused conformance/protocol/differences.py",
        "harbor-conformance refused oracle/more.py",
    }
