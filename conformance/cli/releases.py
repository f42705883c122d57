"""Options for releases of harbor: which of them is the oracle, and where they are kept."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Option

from conformance.cli.declaring import option
from conformance.cli.errors import UsageError
from conformance.protocol.values import HARBOR_VERSION

if TYPE_CHECKING:
    from conformance.certification.verdict import ExitCode
    from conformance.implementations.released_harbor import AbsentRelease, Release


@dataclass(frozen=True, kw_only=True)
class CacheOptions:
    """The folder of environments."""

    cache: Path | None = option(
        None, "Folder for environments; in ~/.cache by default.", metavar="DIR"
    )

    @property
    def kept_in(self) -> Path:
        """The absolute path of the folder."""
        from conformance.implementations.environments import cache_folder

        return (self.cache or cache_folder()).absolute()


Releases = Annotated[
    list[str] | None,
    Option(
        metavar="X",
        help="Compare with this release: 0.25.0, a range A..B, all or latest; repeatable.",
    ),
]
"""The option that names releases of harbor."""


@dataclass(frozen=True, kw_only=True)
class ReleaseOptions(CacheOptions):
    """Which release of harbor is the oracle."""

    release: Releases = None

    def oracles(self) -> "AbstractContextManager[Mapping[str, Release | AbsentRelease | None]]":
        """Return a context with each release, oldest first; None is the installed one."""
        from conformance.implementations.released_harbor import served_releases

        return served_releases(self.release or [HARBOR_VERSION], self.kept_in)

    @contextmanager
    def of_each_oracle[T](
        self, do: "Callable[[Release | None], T]"
    ) -> Iterator["tuple[list[T], ExitCode]"]:
        """Yield what ``do`` returns of each release, and the exit status unless something differs.

        Releases that are absent or cannot be driven are reported in a line each. Raises
        AbsentReleaseError or UntrustedOracleError if there is no other.
        """
        from conformance.certification.verdict import ExitCode
        from conformance.implementations.released_harbor import AbsentRelease, AbsentReleaseError
        from conformance.implementations.start import UntrustedOracleError
        from conformance.report.progress import tell_line

        done, problems = list[T](), list[Exception]()
        with self.oracles() as found:
            for one in found.values():
                if isinstance(one, AbsentRelease):
                    problems.append(one.error())
                    continue
                try:
                    done.append(do(one))
                except (AbsentReleaseError, UntrustedOracleError) as error:
                    problems.append(error)
            if not done:
                raise problems[0]
            for problem in problems:
                tell_line(str(problem))
            yield done, ExitCode.ORACLE if problems else ExitCode.CONFORMANT


def one_release(word: str) -> str:
    """Return the release of harbor that a word names; raises UsageError."""
    from conformance.implementations.environments.versions import releases_of

    found = releases_of([word])
    if len(found) != 1:
        raise UsageError(f"--release {word}: give one release here")
    return found[0]


def recorded_of(release: str, operations: Sequence[str]) -> list[str]:
    """Return the operations that a release has recorded answers of.

    Raises AbsentReleaseError if it has none, and UsageError if only 0.13.1 can have any.
    """
    from conformance.examination.recorded.corpus import OF_RELEASES, OF_SOME_RELEASES
    from conformance.implementations.installed_harbor import is_recorded, published_wheel
    from conformance.implementations.released_harbor import AbsentRelease

    if found := [one for one in operations if is_recorded(one, release)]:
        return found
    if {*OF_RELEASES, *OF_SOME_RELEASES}.isdisjoint(operations):
        raise UsageError(f"--release: {operations[0]} has recorded answers only of harbor 0.13.1")
    what = f"no {operations[0]}" if published_wheel(release) else "nothing"
    raise AbsentRelease(release, f"{what} is recorded for it").error()
