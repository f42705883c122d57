"""A job's folder as harbor itself writes it, for other readers."""

import itertools
from pathlib import Path
from unittest import mock

from shortuuid import ShortUUID

from conformance.protocol.scenario import Scenario
from oracle.run import Play
from oracle.run_layout import JOB


def write_job(scenario: Scenario, folder: Path) -> Path:
    """Return the folder of a real job that plays a scenario, made below an empty folder.

    Its trials are named by task and a running number instead of harbor's seven random characters
    (harbor/models/trial/config.py:326): a scenario always gives the same names.
    """
    drawn = itertools.count(1)

    def in_turn(*_: object, length: int) -> str:
        return f"{next(drawn):0{length}}"

    with mock.patch.object(ShortUUID, "random", in_turn):
        Play(scenario, folder.resolve()).answer()
    return folder.resolve() / JOB
