"""Decides what becomes of a test whose tools are not here: a skip, but a failure in CI."""

import os
from typing import NoReturn

import pytest

from conformance.implementations.ports import PORTS, ToolchainError, tool


def not_run(why: str) -> NoReturn:
    """End the test: CI is to have every tool, and elsewhere a skip says that nothing was tested."""
    (pytest.fail if os.environ.get("CI") else pytest.skip)(f"not run: {why}")


def need_port(name: str) -> None:
    """End the test where a port of the reference cannot be built or started."""
    try:
        PORTS[name]()
    except ToolchainError as error:
        not_run(str(error))


def need_tools(*names: str) -> None:
    """End the test where one of these programs is not there or does not run."""
    try:
        for name in names:
            tool(name)
    except ToolchainError as error:
        not_run(str(error))
