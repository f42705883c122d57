"""A campaign under way: pieces are taken, written down and shared, until a limit is reached."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from dataclasses import dataclass, replace
from enum import StrEnum

from conformance.campaign import journal as journals
from conformance.campaign import pieces, sharing
from conformance.campaign.asking import Piece, Taken
from conformance.campaign.folder import Folder
from conformance.campaign.identity import Identity
from conformance.campaign.journal import Journal
from conformance.campaign.knowledge import Knowledge
from conformance.campaign.pieces import Contender, Round
from conformance.campaign.records import Record, record_of
from conformance.campaign.sharing import Shared
from conformance.campaign.stopping import Limits, in_words
from conformance.certification.run import Settings, run
from conformance.examination.findings import CheckResult
from conformance.executor.workers import Workers
from conformance.implementations.start import CandidateError, UnaskedOracleError


class Ending(StrEnum):
    """What ended a campaign, or a part of it."""

    LIMIT = "limit"
    INTERRUPTED = "interrupted"
    CANDIDATE = "candidate"
    NO_VERDICT = "no verdict"


@dataclass(frozen=True, slots=True)
class Ended:
    """How a campaign ended, and why in words."""

    how: Ending
    why: str


@dataclass(frozen=True, slots=True)
class Request:
    """What a campaign is told: who is asked, by how many processes, and for how long."""

    identity: Identity
    contenders: tuple[Contender, ...]
    limits: Limits
    jobs: int


@dataclass(frozen=True, slots=True)
class Teller:
    """Takes what is told on the way: ``progress`` again and again, and ``news`` once each."""

    progress: Callable[[str], None]
    news: Callable[[str], None]


_STRETCH = 300.0
"""Seconds, about, for which processes are started once; each time all that is recorded is asked."""


def campaign(
    request: Request,
    folder: Folder,
    known: Knowledge,
    shared: Shared,
    tell: Teller,
) -> Ended:
    """Ask until a limit is reached, and write down what each piece showed.

    ``known`` is what the folder's journal holds, and grows. Raises UntrustedOracleError where
    harbor cannot be believed.
    """
    with journals.opened(folder.journal) as journal:
        under_way = _Campaign(request, known, shared, journal, tell)
        try:
            return under_way.go()
        except KeyboardInterrupt:
            return Ended(Ending.INTERRUPTED, "interrupted")
        except BrokenProcessPool:
            return Ended(Ending.NO_VERDICT, "a process of the suite was ended from outside")
        except CandidateError as error:
            return Ended(Ending.CANDIDATE, str(error))
        except UnaskedOracleError as error:
            return Ended(Ending.NO_VERDICT, str(error))
        except OSError as error:
            return Ended(Ending.NO_VERDICT, error.strerror or str(error))


class _Campaign:
    """A campaign that is under way."""

    def __init__(
        self,
        request: Request,
        known: Knowledge,
        shared: Shared,
        journal: Journal,
        tell: Teller,
    ) -> None:
        """Go on from what is known; time counts from there."""
        self._request, self._known, self._shared = request, known, shared
        self._journal, self._tell = journal, tell
        self._began = time.monotonic()
        self._before = known.amount
        self._share_again()

    def go(self) -> Ended:
        """Take pieces until a limit is reached: what is recorded first, then kept examples."""
        alone = pieces.of_harbor(self._contenders)
        for one in self._contenders:
            if why := self._take(one, [*pieces.recorded(one), *alone]):
                return Ended(Ending.LIMIT, why)
            alone = []
        harbor = self._request.identity.versions["harbor"]
        kept = {
            one.name: list(pieces.kept(one, self._shared, harbor, self._known))
            for one in self._contenders
        }
        identity = self._request.identity
        first, amount = Round(0, identity.seed, identity.examples), 1
        while rounds := pieces.next_rounds(self._contenders, first, amount, self._known):
            began = time.monotonic()
            for one in self._contenders:
                drawn = (piece for each in rounds for piece in each.pieces_of(one))
                if why := self._take(one, [*kept.pop(one.name, ()), *drawn]):
                    return Ended(Ending.LIMIT, why)
            of_one = (time.monotonic() - began) / len(rounds)
            amount = max(1, int(_STRETCH / max(of_one, 1e-3)))
            first = replace(first, number=rounds[-1].number + 1, seed=rounds[-1].seed + 1)
        if self._known.given_up:
            return Ended(Ending.CANDIDATE, "no candidate answers any more")
        return Ended(Ending.LIMIT, "these clauses have recorded cases alone, and all were asked")

    @property
    def _contenders(self) -> Sequence[Contender]:
        return self._request.contenders

    def _take(self, one: Contender, wanted: Sequence[Piece]) -> str:
        """Take the pieces that are left of these; return which limit was reached meanwhile."""
        if why := self._limit():
            return why
        todo = pieces.left(one, wanted, self._known)
        if not todo:
            return ""
        settings = Settings(
            one.spec,
            self._request.identity.seed,
            self._request.identity.examples,
            one.declared,
        )
        with closing(run(settings, todo, Workers(self._request.jobs))) as results:
            for result in results:
                self._keep(one, result)
                self._tell.progress(self._line())
                if why := self._limit():
                    return why
        return ""

    def _keep(self, one: Contender, result: CheckResult) -> None:
        """Write down what a piece showed, and share its examples."""
        if not isinstance(result, Taken):
            raise CandidateError(f"{one.name}: {'; '.join(result.faults)}")
        record = record_of(one.name, result, self._seconds, self._known.is_new)
        self._journal.append(record)
        found = set(self._known.found)
        self._known.take(record)
        for key in sorted(self._known.found.keys() - found):
            self._tell.news(f"found: {key[0]} at {key[1]}: {key[2].words}")
        if self._known.telling and self._known.telling[-1] is record:
            self._share(one, record)
        check = f"{record.clause}/{record.check}"
        if result.outlived:
            harbor = self._request.identity.versions["harbor"]
            self._shared.drop(sharing.telling(check, harbor), result.outlived)
            self._shared.drop(
                sharing.diverging(check, one.name, one.party.version), result.outlived
            )

    def _share(self, one: Contender, record: Record) -> None:
        check = f"{record.clause}/{record.check}"
        version = one.party.version
        harbor = self._request.identity.versions["harbor"]
        self._shared.save(sharing.diverging(check, one.name, version), record.examples)
        new = [found.choices for found in record.new]
        self._shared.save(sharing.telling(check, harbor), new)

    def _share_again(self) -> None:
        """Share what an earlier part of the campaign found, which a database may have missed."""
        contenders = {one.name: one for one in self._contenders}
        for record in self._known.telling:
            if record.candidate in contenders:
                self._share(contenders[record.candidate], record)

    @property
    def _seconds(self) -> float:
        """The seconds of the whole campaign."""
        return self._before.seconds + time.monotonic() - self._began

    def _limit(self) -> str:
        so_far = replace(self._known.amount, seconds=self._seconds)
        return self._request.limits.reached(so_far)

    def _line(self) -> str:
        """Return how far the campaign is, how fast, what it reached and found."""
        known, amount = self._known, self._known.amount
        seconds = max(time.monotonic() - self._began, 1e-3)
        rate = (amount.cases - self._before.cases) / seconds
        return (
            f"{in_words(self._seconds)}, {amount.cases:,} cases, {rate:,.0f}/s; harbor: "
            f"{known.lines:,} lines, {known.kinds:,} kinds of answer, nothing new in "
            f"{amount.quiet:,} cases; {len(known.found)} findings"
        )
