"""Which pieces a campaign takes, in which order."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from conformance.campaign import sharing
from conformance.campaign.asking import HARBOR_ALONE, Piece
from conformance.campaign.identity import Party
from conformance.campaign.knowledge import Knowledge
from conformance.campaign.sharing import Shared
from conformance.certification.plan import Step
from conformance.examination.findings import DECLARED, RECORDED
from conformance.expected.deviations import ExpectedDeviations
from conformance.implementations.start import CandidateSpec
from conformance.operations.catalogue import CATALOGUE
from conformance.recorded import corpus


@dataclass(frozen=True, slots=True)
class Contender:
    """Who is asked: how it is started, what it declares, and what it is asked.

    ``faults`` are what its process did wrong when it was tried.
    """

    party: Party
    spec: CandidateSpec
    declared: ExpectedDeviations
    steps: tuple[Step, ...]
    faults: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Its name."""
        return self.party.name


def recorded(one: Contender) -> list[Piece]:
    """Return the pieces that no seed changes: pinned and recorded cases."""
    return [Piece(s.clause, s.check) for s in one.steps if not _is_check(s)]


def of_harbor(contenders: Sequence[Contender]) -> list[Piece]:
    """Return the recorded cases of the operations that no candidate is asked all of.

    What harbor does with them must not pass for new.
    """
    asked = {
        step.clause
        for one in contenders
        for step in one.steps
        if step.check == RECORDED and not (one.declared.only or one.declared.without)
    }
    operations = {operation for one in contenders for operation in one.party.operations}
    return [
        Piece(id_, HARBOR_ALONE)
        for id_, clause in CATALOGUE.items()
        if clause.operation in operations and id_ not in asked and corpus.file_of(id_).exists()
    ]


def kept(one: Contender, shared: Shared, harbor: str, known: Knowledge) -> Iterator[Piece]:
    """Yield the checks of which others keep examples, diverging ones and those that told of harbor.

    What the campaign itself has found was asked when it was.
    """
    own = {example for record in known.telling for example in record.choices}
    for step in filter(_is_check, one.steps):
        examples = (
            *shared.fetch(sharing.diverging(step.id, one.name, one.party.version)),
            *shared.fetch(sharing.telling(step.id, harbor)),
        )
        if others := tuple(one for one in dict.fromkeys(examples) if one not in own):
            yield Piece(step.clause, step.check, None, others)


@dataclass(frozen=True, slots=True)
class Round:
    """All checks under one seed, each with so many examples; ``number`` counts rounds from 0 on."""

    number: int
    seed: int
    examples: int

    def pieces_of(self, one: Contender) -> list[Piece]:
        """Return its pieces for a candidate."""
        return [Piece(step.clause, step.check, self.seed) for step in one.steps if _is_check(step)]


def left(one: Contender, pieces: Sequence[Piece], known: Knowledge) -> list[Piece]:
    """Return the pieces that were not taken yet, of operations that are still answered."""
    return [
        piece
        for piece in pieces
        if (one.name, piece.clause, piece.check, piece.seed) not in known.taken
        and (one.name, piece.operation) not in known.given_up
    ]


def next_rounds(
    contenders: Sequence[Contender], first: Round, amount: int, known: Knowledge
) -> list[Round]:
    """Return the next rounds, from the first on, in which anything is left.

    There are none where nothing ever will be.
    """
    if not any(left(one, replace(first, seed=-1).pieces_of(one), known) for one in contenders):
        return []
    rounds = (
        replace(first, number=first.number + later, seed=first.seed + later)
        for later in itertools.count()
    )
    unfinished = (
        one for one in rounds if any(left(who, one.pieces_of(who), known) for who in contenders)
    )
    return list(itertools.islice(unfinished, amount))


def _is_check(step: Step) -> bool:
    return step.check not in {DECLARED, RECORDED}
