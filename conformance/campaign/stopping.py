"""When a campaign ends: the time it has, the cases it has, and the rule by which it ends early."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Amount:
    """How much was asked so far, or may be: seconds, cases, cases since harbor did anything new.

    ``quiet`` counts each question to harbor once, however many candidates it was put to.
    """

    seconds: float = 0.0
    cases: int = 0
    quiet: int = 0


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a campaign may ask; None is as much as it likes."""

    seconds: float | None = None
    cases: int | None = None
    quiet: int | None = None

    @property
    def rule(self) -> str:
        """The rule by which the campaign ends early."""
        if self.quiet is None:
            return "never early"
        return f"no new line of harbor and no new kind of answer in {self.quiet:,} cases"

    def reached(self, so_far: Amount) -> str:
        """Return which limit is reached, in words, or nothing."""
        if self.cases is not None and so_far.cases >= self.cases:
            return f"{self.cases:,} cases were asked"
        if self.seconds is not None and so_far.seconds >= self.seconds:
            return f"the time is over: {in_words(self.seconds)}"
        if self.quiet is not None and so_far.quiet >= self.quiet:
            return self.rule
        return ""


def in_words(seconds: float) -> str:
    """Return a span of time as ``2 h 5 min 3 s``."""
    whole = round(seconds)
    parts = ((whole // 3600, "h"), (whole // 60 % 60, "min"), (whole % 60, "s"))
    return " ".join(f"{count} {unit}" for count, unit in parts if count) or f"{seconds:.1f} s"
