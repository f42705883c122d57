"""Has the questions of a check drawn and asked, and the first that fails made smaller."""

import hashlib
import warnings
from collections.abc import Callable, Iterator
from typing import Protocol

import hypothesis
from hypothesis import Phase
from hypothesis.database import ExampleDatabase
from hypothesis.errors import Flaky, HypothesisException, HypothesisWarning

from conformance.examination.drawing import Failing, by_seed_alone, draw_each
from conformance.examination.findings import Finding
from conformance.operations.check import Check, Examination
from conformance.protocol.values import Case


class Exploring(Examination, Protocol):
    """Two implementations that remember what they have seen."""

    @property
    def noticed(self) -> bool:
        """Whether anything was kept that explains why an example came out in two ways."""


class EnoughError(BaseException):
    """The candidate was waited for often enough; nothing further must be asked of it."""


class Disagreement(AssertionError):  # noqa: N818 - a verdict, not an error of ours
    """The two implementations differ on a case."""

    def __init__(self, finding: Finding) -> None:
        """Carry what was asked and what each side said."""
        super().__init__(finding.difference)
        self.finding = finding


def seed_of(check: Check, seed: int, purpose: str = "") -> int:
    """Return the seed of one check within a run, so that no two checks ask the same stream."""
    digest = hashlib.sha256(f"{seed}/{check.id}{purpose}".encode()).digest()
    return int.from_bytes(digest[:8], "big")


def generate(
    check: Check, examination: Exploring, seed: int, examples: int, *, shrinks: bool = True
) -> str:
    """Ask a check's questions; return why the check cannot be relied on, or nothing.

    Raises what a check's body raises besides a disagreement.
    """

    def ask(case: Case) -> None:
        check.body(examination, case)

    try:
        with by_seed_alone():
            draw_each(check.cases, ask, seed, examples)
    except EnoughError:
        return ""
    except Failing as failing:
        if isinstance(failing.__cause__, Disagreement) and not shrinks:
            return ""
        return _shrink(check, ask, failing.choices, examination)
    except HypothesisException as error:
        return f"its questions could not be generated ({type(error).__name__})"
    return ""


def _shrink(
    check: Check, ask: Callable[[Case], None], choices: bytes, examination: Exploring
) -> str:
    """Have Hypothesis make a failing example smaller; return as ``generate`` does."""
    shrink = hypothesis.settings(
        phases=(Phase.reuse, Phase.shrink),
        database=_One(choices),
        deadline=None,
        print_blob=False,
        report_multiple_bugs=False,
        suppress_health_check=list(hypothesis.HealthCheck),
        verbosity=hypothesis.Verbosity.quiet,
    )
    try:
        with by_seed_alone(), warnings.catch_warnings():
            # It warns that a failing example is too long to be printed, which we do ourselves.
            warnings.simplefilter("ignore", HypothesisWarning)
            shrink(hypothesis.given(check.cases)(ask))()
    except (Disagreement, EnoughError):
        return ""
    except Flaky:
        pass
    # A candidate that answers one question in two ways looks flaky to Hypothesis, and the
    # difference has been kept; without one, something else was not repeatable.
    return "" if examination.noticed else "a question that was asked again came out otherwise"


class _One(ExampleDatabase):
    """A database that has one example of whatever test, and keeps no other."""

    def __init__(self, choices: bytes) -> None:
        super().__init__()
        self._choices = choices

    def fetch(self, key: bytes) -> Iterator[bytes]:
        if not key.endswith((b".secondary", b".pareto")):
            yield self._choices

    def save(self, key: bytes, value: bytes) -> None:
        del key, value

    def delete(self, key: bytes, value: bytes) -> None:
        del key, value
