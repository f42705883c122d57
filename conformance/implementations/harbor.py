"""Serves the installed harbor over the candidate protocol: ``python -m oracle``.

``--release X`` serves another release than 0.13.1, which must be the installed one, and
``--coverage`` notes which of its lines run. ``--provenance`` prints the basis of its answers,
``--write-job`` writes a real job to a folder, and ``--places`` prints what harbor's own places show
for one; these three then exit.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import cast

from conformance.implementations.process.reaper import reaped_tempdir
from conformance.operations import FORMS, messages
from conformance.protocol.lines import Served, serve
from conformance.protocol.scenario import Scenario
from conformance.protocol.values import HARBOR_VERSION
from oracle import coverage, provenance, scratch
from oracle.implementation import open_oracle
from oracle.provenance import UntrustedOracleError


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until the input ends; exit with status 4 if harbor cannot be trusted or driven."""
    given = _parser().parse_args(arguments)
    if given.coverage:
        file, *modules = given.coverage
        coverage.watch(Path(file), modules)
    try:
        if given.provenance or given.places or given.write_job:
            for line in _printed(given):
                print(line)  # noqa: T201 - the program's output
        else:
            _serve(given.release)
    except UntrustedOracleError as error:
        print(f"the oracle cannot be trusted: {error}", file=sys.stderr)  # noqa: T201 - a log
        return 4  # as certify does
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m oracle", description="Serve harbor itself.")
    parser.add_argument(
        "--release",
        default=HARBOR_VERSION,
        metavar="VERSION",
        help="the release of harbor that is installed (default: %(default)s)",
    )
    parser.add_argument(
        "--provenance",
        action="store_true",
        help="print what the answers rest on as one JSON object, and end",
    )
    parser.add_argument(
        "--write-job",
        nargs=2,
        action="append",
        metavar=("SCENARIO", "FOLDER"),
        help="run the job of a file with the input of run, in an empty folder; repeatable; and end",
    )
    parser.add_argument(
        "--places",
        nargs="+",
        type=Path,
        metavar="JOB",
        help="print what eleven places of harbor say of folders of jobs as JSON, and end",
    )
    parser.add_argument(
        "--coverage",
        nargs="+",
        metavar=("FILE", "MODULE"),
        help="add each line of these modules to a file when it first runs",
    )
    return parser


def _printed(given: argparse.Namespace) -> Iterator[str]:
    """Yield what is printed instead of serving harbor; raises UntrustedOracleError."""
    verified = provenance.verify(given.release)
    if given.provenance:
        yield json.dumps({**asdict(verified), "versions": provenance.versions()})
    elif given.places:
        from oracle.places import said_of  # noqa: PLC0415 - imports all of harbor

        yield json.dumps([said_of(job) for job in given.places])
    else:
        from oracle.job_folder import write_job  # noqa: PLC0415 - imports harbor: a second

        for scenario, folder in given.write_job:
            case = messages.case_from_json("run", json.loads(Path(scenario).read_bytes()))
            yield str(write_job(cast("Scenario", case.input), Path(folder)))


def _serve(release: str) -> None:
    # Standard output is for the protocol; harbor's own output must not get there.
    responses = os.dup(1)
    os.dup2(2, 1)
    with reaped_tempdir(scratch.folder) as folder, open_oracle(folder, release) as oracle:
        version = oracle.provenance.harbor
        served = Served("harbor", version, FORMS, oracle.answer)
        serve(served, requests=0, responses=responses)


if __name__ == "__main__":
    sys.exit(main())
