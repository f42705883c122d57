"""Other ways to write the stats of a job: names, numbers and members."""

import json
import math
import re
import unicodedata
from collections.abc import Callable, Mapping

from candidates.deviations.deviation import (
    Changes,
    Deviation,
    Parameter,
    Step,
    after,
    around,
    before,
    entries,
    instead,
)
from candidates.deviations.numbers import is_nan
from candidates.reference.harbor_json import ESCAPES, Json, Members, Number, replace_surrogates

type Tree = dict[str, Json]


def of_groups(change: Callable[[Tree], Tree]) -> Changes:
    """Return the change of the members of each group."""
    return after(
        {"stats.evals": lambda evals: {key: change(group) for key, group in evals.items()}}
    )


def _without_nulls(stats: Tree) -> Tree:
    return {name: member for name, member in stats.items() if member is not None}


def _without_empty(group: Tree) -> Tree:
    return {name: member for name, member in group.items() if member not in ({}, [])}


def _total_among_stats(stats: Tree) -> Tree:
    return {"n_total_trials": stats["n_completed_trials"], **stats}


def _normalised(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def _with_one_replacement(text: str) -> str:
    return re.sub("[\ud800-\udfff]", "\ufffd", text)


def _unchanged(text: str) -> str:
    return text


def _of_digits(digits: int) -> Changes:
    def rounded(value: Number) -> Number:
        return float(f"{value:.{digits}g}") if isinstance(value, float) else value

    return before({"text.number": rounded})


def _of_places(places: int) -> Changes:
    def rounded(value: Number) -> Number:
        finite = isinstance(value, float) and math.isfinite(value)
        return float(f"{value:.{places}f}") if finite else value

    return before({"text.number": rounded})


def _one_list_of_nan(stats: Mapping[str, Members]) -> dict[str, Members]:
    """Keep the last of several lists of one name, as a dict does."""
    return {
        reward: Members(
            list({"nan" if is_nan(pair[0]) else pair[0]: pair for pair in lists.pairs}.values())
        )
        for reward, lists in stats.items()
    }


def _not_finite_as_text(number: Step) -> Step:
    return lambda value: number(value) if math.isfinite(value) else f'"{value}"'


def _through_float(value: Number) -> Number:
    beyond = abs(value) > 2**53 and isinstance(value, int)
    return int(float(value)) if beyond else value


DEVIATIONS = (
    Deviation(
        "job-without-nulls",
        "job.layout",
        "members that are null are left out",
        after(stats=_without_nulls),
    ),
    Deviation(
        "job-without-empty",
        "job.layout",
        "members that are empty are left out",
        of_groups(_without_empty),
    ),
    Deviation(
        "job-total-among-stats",
        "job.layout",
        "n_total_trials stands among the stats",
        after(stats=_total_among_stats),
    ),
    Deviation(
        "job-raw-control-characters",
        "job.strings",
        "control characters are written as they are",
        entries(
            "text.escapes",
            {raw: raw for raw, escape in ESCAPES.items() if escape.startswith("\\u")},
        ),
    ),
    Deviation(
        "job-backslashes-as-they-are",
        "job.strings",
        "backslashes are not escaped",
        entries("text.escapes", {"\\": "\\"}),
    ),
    Deviation(
        "job-normalised-names",
        "job.strings",
        "text is brought into Unicode's form NFC",
        before({"text.name": _normalised, "text.string": _normalised}),
    ),
    Deviation(
        "job-one-replacement",
        "job.lone-surrogates",
        "a lone surrogate becomes one replacement character",
        instead({"text.name": _with_one_replacement}),
    ),
    Deviation(
        "job-surrogates-everywhere",
        "job.lone-surrogates",
        "lone surrogates are replaced in the names of trials too",
        instead({"progress.write": _unchanged, "text.string": replace_surrogates}),
    ),
    Deviation(
        "job-15-digits",
        "job.floats",
        "a float has 15 digits",
        parameter=Parameter("number of digits", "15", int, _of_digits),
    ),
    Deviation(
        "job-six-places",
        "job.floats",
        "a float has six places behind the point",
        parameter=Parameter("number of places", "6", int, _of_places),
    ),
    Deviation(
        "job-nan-written",
        "job.not-finite",
        "nan and the infinities are written as Python's json does",
        instead({"text.number": json.dumps, "text.name": _unchanged, "text.string": _unchanged})
        + after({"stats.evals.reward_stats": _one_list_of_nan}),
    ),
    Deviation(
        "job-not-finite-as-text",
        "job.not-finite",
        "nan and the infinities are written as text",
        around({"text.number": _not_finite_as_text}),
    ),
    Deviation(
        "job-integers-through-floats",
        "job.integers",
        "large integers pass through a float",
        before({"text.number": _through_float}),
    ),
)
"""Each breaks one clause about the text of the stats."""
