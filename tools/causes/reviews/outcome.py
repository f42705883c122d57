"""Mistakes in `outcome`."""

from typing import Any

from candidates.reference.outcome import Outcome, SummaryOf, member_of
from tools.causes.wrong.making import candidate

Json = Any


# source: Human-Agent-Society/CORAL, pull request 122: names of fields that harbor 0.13 moved
# differs: n_errored_trials 1: "completed", not "failed"
@candidate("outcome")
def errors_are_read_from_the_legacy_field(case: Json) -> Json:
    """The errored trials are read from n_errors, which the stats no longer have."""

    def member(members: Json, name: str) -> Json:
        if name == "n_errored_trials":
            return members.get("n_errors", 0)
        return member_of(members, name)

    return Outcome(summary=SummaryOf(member=member))(case)


# source: aec-bench: rewards are rounded to 4 decimals, which a leaderboard's table asks for
# differs: one mean of 0.66666: score 0.6667, not 0.66666
@candidate("outcome")
def printed_score_has_four_decimals(case: Json) -> Json:
    """The score of the line is rounded to four decimals, after the resolved trials are known."""

    def summary(result: Json) -> Json:
        read = SummaryOf()(result)
        return {**read, "score": round(read["score"], 4)}

    return Outcome(summary=summary)(case)
