"""Has Hypothesis look for the smallest example that fails like one that did."""

import warnings
from collections.abc import Callable, Iterator, Sequence

import hypothesis
from hypothesis import Phase
from hypothesis.database import ExampleDatabase
from hypothesis.errors import Flaky, HypothesisWarning
from hypothesis.strategies import SearchStrategy

from conformance.examination.drawing import by_seed_alone
from conformance.examination.evidence import size
from conformance.examination.exploring import Disagreement, EnoughError, Exploring
from conformance.examination.reducing import smaller
from conformance.protocol.values import Case

MOST_SMALLER = 2_000
"""Smaller cases of one failing example that are tried, at most; hardly any needs 300."""


def reduce(case: Case, varied: Sequence[str], examination: Exploring) -> str:
    """Look for smaller cases that fail as a sibling did, until there are none.

    Returns why that cannot be relied on, or nothing.
    """
    for _ in range(_ROUNDS):
        failing = [case]
        problem = _reduce_once(case, varied, examination, failing)
        smallest = min(failing, key=size)
        if problem or smallest == case:
            return problem
        case = smallest
    return ""


_ROUNDS = 6
"""Times that a failing sibling is taken apart; each leaves pieces a fraction as long."""


def _reduce_once(
    case: Case, varied: Sequence[str], examination: Exploring, failing: list[Case]
) -> str:
    def ask(tried: Case) -> None:
        try:
            examination.agree(tried)
        except Disagreement:
            failing.append(tried)
            raise

    cases, choices = smaller(case, varied)
    return shrink(cases, ask, choices, examination)


def shrink(
    cases: SearchStrategy[Case],
    ask: Callable[[Case], None],
    choices: bytes,
    examination: Exploring,
) -> str:
    """Have Hypothesis make a failing example smaller; return as ``generate`` does.

    It ends after a number of cases, and after no time, so that a slow machine reports the same.
    """
    left = iter(range(MOST_SMALLER))

    def ask_at_most(case: Case) -> None:
        if next(left, None) is None:
            raise EnoughError
        ask(case)

    settings = hypothesis.settings(
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
            settings(hypothesis.seed(0)(hypothesis.given(cases)(ask_at_most)))()
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
        # What a primary key has was shrunk before, and is left as it is.
        if key.endswith(b".secondary"):
            yield self._choices

    def save(self, key: bytes, value: bytes) -> None:
        del key, value

    def delete(self, key: bytes, value: bytes) -> None:
        del key, value
