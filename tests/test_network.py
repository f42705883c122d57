"""Asking harbor needs no network: nothing is looked up, and nothing outside is called."""

import os
import sys

from programs import run_program

SCRIPT = """
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


def test_the_oracle_answers_without_a_network() -> None:
    kept = {n: v for n, v in os.environ.items() if not n.startswith(("LITELLM", "HARBOR"))}
    completed = run_program(sys.executable, "-c", SCRIPT, env=kept, status=0)
    assert len(completed.stdout.splitlines()) == 3
