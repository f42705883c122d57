"""What harbor requires of metric: how values are added, in sums and in means.

harbor leaves it to Python's ``sum()``. What follows is CPython's in 3.12 and 3.13 where
a C long has 64 bits, as on Linux and macOS; ``Python/bltinmodule.c`` has it.
"""

from conformance.model import Case, Clause, Erratum, Result, Source, Value

BASE = "harbor/metrics/base.py"
MEAN = Source("harbor/metrics/mean.py", 9, 9, "sum(values) / len(values)")
SUM = Source("harbor/metrics/sum.py", 6, 6, "aggregate=sum")

_TEXT = "spec/000 §6"
_EXACT = "Max, min and sum are exact, for want of a division."


def _sum_of(*values: float) -> Case:
    rewards: list[Value] = [{"reward": value} for value in values]
    return Case("metric", {"metric": "sum", "rewards": rewards})


CLAUSES = (
    Clause(
        "metric.compensated-sum",
        "A sum of floats is compensated: what rounding loses at each addition is added up and "
        "joins the sum at the end.",
        (SUM, MEAN),
        Erratum(
            text=_TEXT,
            says="sum() adds floats one after the other, from left to right.",
            wheel="Since CPython 3.12, sum() of floats carries a correction.",
            case=_sum_of(0.1, 0.2, 0.3),
            text_answer=Result({"sum": 0.1 + 0.2 + 0.3}),
        ),
    ),
    Clause(
        "metric.correction-joins-last",
        "The correction is Neumaier's: whichever of sum and value is greater stands first in "
        "it, and it stays apart from the sum until all values are added.",
        (SUM, MEAN),
    ),
    Clause(
        "metric.sum-is-not-exact",
        "The correction is a binary64 and rounded at each step, so the sum is not always the "
        "binary64 nearest to the exact sum.",
        (SUM, MEAN),
        Erratum(
            text=_TEXT,
            says=_EXACT,
            wheel="The sum is off by one place even among three floats.",
            case=_sum_of(1e32, -1.0, 2.0**53),
            text_answer=Result({"sum": 1e32}),
        ),
    ),
    Clause(
        "metric.correction-is-finite",
        "A correction that is infinite or nan is dropped, so a sum that overflows stays infinite.",
        (SUM, MEAN),
    ),
    Clause(
        "metric.integer-sums-exact",
        "A sum of nothing but integers is exact at any size.",
        (SUM,),
    ),
    Clause(
        "metric.integers-join-uncorrected",
        "An integer that joins a sum of floats is rounded to binary64, and what is lost then is "
        "lost.",
        (SUM, MEAN),
        Erratum(
            text=_TEXT,
            says=_EXACT,
            wheel="An integer may vanish in a sum of floats, where a float would not.",
            case=_sum_of(1e16, 1, -1e16),
            text_answer=Result({"sum": 1.0}),
        ),
    ),
    Clause(
        "metric.leading-integers-exact",
        "The integers before the first float are added exactly, and their sum is rounded once.",
        (SUM, MEAN),
    ),
    Clause(
        "metric.first-float-uncorrected",
        "The first float joins the sum of the integers before it without a correction.",
        (SUM, MEAN),
    ),
    Clause(
        "metric.wide-integer-ends-correction",
        "Where an integer beyond 64 signed bits follows a float, the correction so far joins "
        "the sum, and from then on nothing is corrected.",
        (SUM, MEAN),
    ),
    Clause(
        "metric.wide-sum-is-uncorrected",
        "Where an integer before the first float, or the sum of those so far, is beyond 64 "
        "signed bits, the floats after it are added without correction.",
        (SUM, MEAN),
    ),
    Clause(
        "metric.integer-too-large-for-float",
        "A sum in which an integer beyond binary64 meets a float is an OverflowError, even if a "
        "later value would have cancelled the integer.",
        (SUM, MEAN),
    ),
    Clause(
        "metric.float-overflow-is-infinite",
        "A sum of floats beyond binary64 is infinite, not an error, and stays so.",
        (SUM, MEAN),
    ),
    Clause(
        "metric.infinities-and-nan",
        "Infinities of one sign sum to themselves, those of both signs to nan, and a nan makes "
        "the sum nan.",
        (SUM, MEAN),
    ),
    Clause(
        "metric.subnormals",
        "Values and sums below the least normal binary64 are kept, not flushed to zero.",
        (SUM, MEAN, Source("harbor/metrics/max.py", 6, 6, "aggregate=max")),
    ),
)
