"""A certificate is what the signing tools of the field take; nothing here asks a network."""

import json
import re
import shlex
from pathlib import Path

import pytest
from certified import document_in
from programs import page

from conformance.attestation.certificate import parts_of

pytest.importorskip("sigstore", reason="pip install -c constraints.txt -e '.[sign]'")

from securesystemslib.dsse import Envelope
from securesystemslib.exceptions import VerificationError
from securesystemslib.signer import CryptoSigner  # type: ignore[attr-defined] # in no __all__
from sigstore import _cli, dsse

SIGNING = re.findall(r"^    python -m sigstore (.*)$", page("certificates.md"), re.MULTILINE)
PAYLOAD_TYPE = "application/vnd.in-toto+json"


@pytest.fixture(scope="module")
def content(made: Path) -> bytes:
    assert document_in(made)["predicate"]["result"] == "PASSED"
    return (made / "report" / "certificate.json").read_bytes()


def test_sigstore_takes_it_for_a_statement(content: bytes) -> None:
    statement = dsse.Statement(content)
    assert statement._inner.predicate_type == json.loads(content)["predicateType"]  # noqa: SLF001 - it has no other


def test_an_envelope_carries_it_and_refuses_another_byte(content: bytes) -> None:
    signer, other = CryptoSigner.generate_ed25519(), CryptoSigner.generate_ed25519()
    envelope = Envelope(content, PAYLOAD_TYPE, {})
    envelope.sign(signer)
    carried = Envelope.from_dict(json.loads(json.dumps(envelope.to_dict())))
    carried.verify([signer.public_key], 1)
    assert parts_of(carried.payload.decode())["run"]["result"] == "PASSED"
    with pytest.raises(VerificationError):
        carried.verify([other.public_key], 1)
    carried.payload = content.replace(b"PASSED", b"FAILED", 1)
    with pytest.raises(VerificationError):
        carried.verify([signer.public_key], 1)


def test_the_signing_commands_of_the_guide_are_some_that_sigstore_knows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "report").mkdir()
    (tmp_path / "report" / "certificate.json").touch()
    monkeypatch.chdir(tmp_path)
    assert [words.split()[0] for words in SIGNING] == ["sign", "verify", "verify"]
    for words in SIGNING:
        _cli._parser().parse_args(shlex.split(words))  # noqa: SLF001 - its commands ask the network
