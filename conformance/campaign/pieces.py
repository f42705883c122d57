"""Which pieces a campaign takes, in which order."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from conformance.campaign import sharing
from conformance.campaign.asking import Piece
from conformance.campaign.identity import Party
from conformance.campaign.knowledge import Knowledge
from conformance.campaign.sharing import Shared
from conformance.certification import plan
from conformance.certification.plan import Step
from conformance.examination.findings import DECLARED, RECORDED
from conformance.implementations.start import CandidateSpec
from conformance.ledger.ledger import Ledger


@dataclass(frozen=True, slots=True)
class Contender:
    """Who is asked: how it is started, what it declares, and what it is asked."""

    party: Party
    spec: CandidateSpec
    ledger: Ledger
    steps: tuple[Step, ...]

    @property
    def name(self) -> str:
        """Its name."""
        return self.party.name


def contender(
    party: Party, spec: CandidateSpec, ledger: Ledger, clauses: Sequence[str]
) -> Contender:
    """Return a candidate with the steps of its operations, or of these clauses of them."""
    return Contender(party, spec, ledger, tuple(plan.steps(party.operations, clauses, ledger)))


def recorded(one: Contender) -> list[Piece]:
    """Return the pieces that no seed changes: pinned and recorded cases."""
    return [Piece(s.requirement, s.check) for s in one.steps if not _is_check(s)]


def kept(one: Contender, shared: Shared, harbor: str) -> Iterator[Piece]:
    """Yield the checks of which examples are kept, diverging ones and those that told of harbor."""
    for step in filter(_is_check, one.steps):
        examples = (
            *shared.fetch(sharing.diverging(step.id, one.name, one.party.version)),
            *shared.fetch(sharing.telling(step.id, harbor)),
        )
        if examples:
            yield Piece(step.requirement, step.check, None, tuple(dict.fromkeys(examples)))


def under(one: Contender, seed: int) -> list[Piece]:
    """Return the checks under one seed."""
    return [Piece(s.requirement, s.check, seed) for s in one.steps if _is_check(s)]


def left(one: Contender, pieces: Sequence[Piece], known: Knowledge) -> list[Piece]:
    """Return the pieces that were not taken yet, of operations that are still answered."""
    return [
        piece
        for piece in pieces
        if (one.name, piece.requirement, piece.check, piece.seed) not in known.taken
        and (one.name, piece.operation) not in known.given_up
    ]


def next_seeds(
    contenders: Sequence[Contender], first: int, rounds: int, known: Knowledge
) -> list[int]:
    """Return the next seeds, from the first on, under which anything is left.

    There are none where nothing ever will be.
    """
    if not any(left(one, under(one, -1), known) for one in contenders):
        return []
    seeds = itertools.count(first)
    unfinished = (
        seed for seed in seeds if any(left(one, under(one, seed), known) for one in contenders)
    )
    return list(itertools.islice(unfinished, rounds))


def _is_check(step: Step) -> bool:
    return step.check not in {DECLARED, RECORDED}
