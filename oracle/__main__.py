"""Serves harbor itself over the candidate protocol: ``python -m oracle``."""

import os
import sys

from conformance.serving import Served, serve
from oracle.implementation import open_oracle
from oracle.provenance import UntrustedOracleError

UNTRUSTED = 4
"""The exit status of an oracle that cannot be trusted, as ``certify`` has it."""


def main() -> int:
    """Serve until the input ends; exit status 4 where harbor cannot be trusted."""
    # Standard output carries the protocol; what harbor prints must not get there.
    responses = os.dup(1)
    os.dup2(2, 1)
    try:
        with open_oracle() as oracle:
            version = oracle.provenance.harbor
            served = Served("harbor", version, oracle.operations, oracle.answer)
            serve(served, requests=0, responses=responses)
    except UntrustedOracleError as error:
        print(f"the oracle cannot be trusted: {error}", file=sys.stderr)  # noqa: T201 - a log
        return UNTRUSTED
    return 0


if __name__ == "__main__":
    sys.exit(main())
