"""Other ways to write the stats of a job: names, numbers and members."""

import json
import math
import re
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
    family,
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
    family(
        "job-layout",
        "job.layout",
        "{}",
        {
            "no-nulls": ("fields that are null are left out", after(stats=_without_nulls)),
            "no-empty": ("fields that are empty are left out", of_groups(_without_empty)),
            "total-among-stats": (
                "n_total_trials is one of the stats",
                after(stats=_total_among_stats),
            ),
        },
        advice="Write every field in harbor's order, those that are null or empty too.",
    ),
    family(
        "job-strings",
        "job.strings",
        "{}",
        {
            "raw-controls": (
                "control characters are written unescaped",
                entries(
                    "text.escapes",
                    {raw: raw for raw, escape in ESCAPES.items() if escape.startswith("\\u")},
                ),
            ),
            "raw-backslashes": (
                "backslashes are written unescaped",
                entries("text.escapes", {"\\": "\\"}),
            ),
            "one-replacement": (
                "a lone surrogate is written as one U+FFFD",
                instead({"text.name": _with_one_replacement}),
                "job.lone-surrogates",
            ),
        },
        advice="Escape quotes, backslashes and characters below U+0020, and write three U+FFFD"
        " for a lone surrogate in a reward key.",
    ),
    Deviation(
        "job-surrogates-everywhere",
        "job.lone-surrogates",
        "lone surrogates are replaced in trial names too",
        instead({"progress.write": _unchanged, "text.string": replace_surrogates}),
        advice="Raise ExceptionGroup for a lone surrogate in the name of a listed trial.",
    ),
    Deviation(
        "job-15-digits",
        "job.floats",
        "floats are written with {} digits",
        parameter=Parameter("number of digits", "15", int, _of_digits),
        advice="Write a float with the fewest digits that read back to it.",
    ),
    Deviation(
        "job-six-places",
        "job.floats",
        "floats are written with {} decimal places",
        parameter=Parameter("number of places", "6", int, _of_places),
        advice="Write a float with the fewest digits that read back to it.",
    ),
    family(
        "job-not-finite",
        "job.not-finite",
        "nan and infinities are written {}",
        {
            "as-constants": (
                "as NaN and Infinity, as Python's json does",
                instead(
                    {"text.number": json.dumps, "text.name": _unchanged, "text.string": _unchanged}
                )
                + after({"stats.evals.reward_stats": _one_list_of_nan}),
            ),
            "as-text": ("as text", around({"text.number": _not_finite_as_text})),
        },
        advice="Write a metric or cost that is not finite as null.",
    ),
    Deviation(
        "job-integers-through-floats",
        "job.integers",
        "integers are converted to float before they are written",
        before({"text.number": _through_float}),
        advice="Write integers with all their digits.",
    ),
)
"""Each breaks one clause about the text of the stats."""
