"""The names of the candidates of this repository, and what each stands for."""

from candidates.deviations.catalogue import CATALOGUE as DEVIATIONS
from candidates.deviations.deviation import Deviation
from conformance.implementations.ports import PORTS
from conformance.implementations.readers.reader import names as readers
from conformance.protocol.spelling import unknown

BUILT_IN = ("reference", *PORTS)
"""The candidates of this repository that claim to conform."""

TEXTS = ("spec-000", "spec-001", "spec-002", "spec-003")
"""Readers of harbor's rewards as texts describe them, each with a ledger of where it differs."""

HARBOR = "harbor"
"""The installed harbor as a candidate, in a process of its own with another hash seed.

It must agree with itself in every operation, ``run`` included.
"""

READER = "reader/"
"""What the names of real readers begin with where candidates are named."""

DEVIATION = "deviation/"
"""What the names of deviations begin with where candidates are named."""


class UnknownCandidateError(Exception):
    """The name stands for no candidate."""


def candidates() -> dict[str, str]:
    """Return what each candidate is, in a few words; deviations are listed apart."""
    return {
        "reference": "harbor's rules in Python, the standard library alone",
        **{port: f"the reference, ported to {port}" for port in PORTS},
        HARBOR: "the installed harbor itself, in a process of its own",
        **dict.fromkeys(TEXTS, "a reader of harbor's rewards, as a text describes it"),
        **{
            f"{READER}{name}": "a public package, in an environment of its own"
            for name in readers()
        },
        f"{DEVIATION}NAME": "the reference with steps replaced; list deviations has the names",
        "module:attribute": "the functions of your module or object; attribute may be empty",
    }


def candidate_names() -> list[str]:
    """Return the names of all candidates, those of deviations among them."""
    prefixed = [
        *(f"{READER}{name}" for name in readers()),
        *(f"{DEVIATION}{n}" for n in DEVIATIONS),
    ]
    return [*BUILT_IN, HARBOR, *TEXTS, *prefixed]


def deviations(clause: str = "") -> dict[str, str]:
    """Return how people come to each deviation; of those that break a clause, where one is given.

    Each names the clause that it is there to break; it may break others along with it.
    """
    of_clause = (row for row in DEVIATIONS.values() if clause in {"", row.clause})
    return {f"{DEVIATION}{row.name}": f"{row.habit}{_taken(row)}" for row in of_clause}


def _taken(row: Deviation) -> str:
    """Return which value a deviation takes, or nothing."""
    taken = row.parameter
    return f" (takes ={taken.name}, {taken.default} by default)" if taken else ""


def no_candidate(name: str) -> UnknownCandidateError:
    """Return the error for a name that stands for no candidate."""
    what = unknown("candidate", name, candidate_names())
    named = ", ".join((*BUILT_IN, HARBOR, *TEXTS))
    return UnknownCandidateError(
        f"{what}: give {named}, reader/NAME, deviation/NAME or module:attribute"
    )


def refuse_unknown(name: str) -> None:
    """Raise UnknownCandidateError where a name can stand for no candidate; nothing is started."""
    if name.startswith(DEVIATION):
        refuse_unknown_deviations(name)
    elif ":" not in name and name not in candidate_names():
        raise no_candidate(name)


def refuse_unknown_deviations(name: str) -> None:
    """Raise UnknownCandidateError where one of a candidate's deviations does not exist."""
    for part in name.removeprefix(DEVIATION).split("+"):
        deviation = part.partition("=")[0]
        if deviation not in DEVIATIONS:
            what = unknown("deviation", deviation, DEVIATIONS)
            raise UnknownCandidateError(f"{name}: {what}")
