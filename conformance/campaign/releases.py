"""Other releases of harbor as candidates of a campaign: harbor against harbor."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from conformance.campaign.conducting import Whom
from conformance.certification.plan import NOTHING_EXPECTED
from conformance.gate.gate import OPERATIONS
from conformance.gate.releases import ReleaseError, pairs_of
from conformance.implementations.environments.releases import Absent, Environment, build, served
from conformance.implementations.environments.uv import UvError
from conformance.implementations.start import CandidateSpec


class AbsentError(Exception):
    """A release cannot be had here; the message names it and says why."""


@contextmanager
def released(
    versions: Sequence[str], wanted: Sequence[str], cache: Path
) -> Iterator[tuple[Whom, ...]]:
    """Yield releases as candidates, served as the gate does; raises AbsentError."""
    if not versions:
        yield ()
        return
    environments = _built(versions, cache)
    operations = tuple(one for one in OPERATIONS if not wanted or one in wanted)
    with served(environments) as commands:
        yield tuple(
            Whom(
                CandidateSpec(f"harbor-{release}", command),
                NOTHING_EXPECTED,
                operations,
                ("--release", release),
                is_release=True,
            )
            for release, command in commands.items()
        )


def _built(versions: Sequence[str], cache: Path) -> list[Environment]:
    try:
        releases = [pair.after for pair in pairs_of(versions)]
        built = build(list(dict.fromkeys(releases)), cache)
    except (ReleaseError, UvError, ValueError) as error:
        raise AbsentError(str(error)) from error
    for one in built.values():
        if isinstance(one, Absent):
            raise AbsentError(f"{one.release}: {one.why}")
    return [one for one in built.values() if isinstance(one, Environment)]
