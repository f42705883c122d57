"""Wrong ways to write the stats of a job: names, numbers and members."""

import json
import math
import re
import unicodedata

from candidates.broken.job_steps import Steps, Tree, mapped, with_groups
from candidates.broken.variant import Variant
from candidates.reference import harbor_json
from candidates.reference.harbor_json import Json, Members
from candidates.reference.job_progress import progress_of

Number = int | float


def without_nulls(members: Tree) -> Tree:
    """Leave out the members that are null."""
    return {name: member for name, member in members.items() if member is not None}


def without_empty(group: Tree) -> Tree:
    """Leave out the members of a group that are empty."""
    return {name: member for name, member in group.items() if member not in ({}, [])}


def total_among_stats(members: Tree) -> Tree:
    """Count the trials among the stats as well."""
    return {"n_total_trials": members["n_completed_trials"], **members}


def raw_control_characters(tree: Json) -> str:
    """Write control characters as they are."""
    text = harbor_json.write(tree)
    return re.sub(r"\\u00([01][0-9a-f])", lambda found: chr(int(found[1], 16)), text)


def backslashes_as_they_are(tree: Json) -> str:
    """Escape no backslash."""
    return harbor_json.write(tree).replace("\\\\", "\\")


def normalised(tree: Json) -> str:
    """Bring all text into Unicode's form NFC."""
    return harbor_json.write(mapped(tree, name=lambda text: unicodedata.normalize("NFC", text)))


def one_replacement(tree: Json) -> str:
    """Replace a lone surrogate by one character."""
    return harbor_json.write(mapped(tree, name=replaced))


def replaced(text: str) -> str:
    """Return the text with one U+FFFD for each lone surrogate."""
    return re.sub("[\ud800-\udfff]", "\ufffd", text)


def surrogates_everywhere(tree: Json) -> str:
    """Replace lone surrogates in all text."""
    return harbor_json.write(mapped(tree, name=lambda text: _LONE.sub("\ufffd" * 3, text)))


_LONE = re.compile("[\ud800-\udfff]")


def rounded(digits: int) -> Steps:
    """Make a candidate that writes so many digits of a float."""

    def changed(value: Number) -> Json:
        return float(f"{value:.{digits}g}") if isinstance(value, float) else value

    return Steps(text=lambda tree: harbor_json.write(mapped(tree, changed)))


def six_places(value: Number) -> Json:
    """Keep six places behind the point."""
    finite = isinstance(value, float) and math.isfinite(value)
    return float(f"{value:.6f}") if finite else value


def as_python_writes(tree: Json) -> str:
    """Write nan and the infinities as Python's json does."""
    return json.dumps(_plain(tree), indent=4, ensure_ascii=False)


def _plain(tree: Json) -> object:
    match tree:
        case Members(pairs):
            return {name: _plain(member) for name, member in pairs}
        case dict():
            return {name: _plain(member) for name, member in tree.items()}
        case list():
            return [_plain(member) for member in tree]
    return tree


def not_finite_as_text(value: Number) -> Json:
    """Write nan and the infinities as text."""
    return value if math.isfinite(value) else str(value)


def through_float(value: Number) -> Json:
    """Hold every large integer in a float."""
    beyond = abs(value) > 2**53 and isinstance(value, int)
    return int(float(value)) if beyond else value


VARIANTS = (
    Variant(
        "job-without-nulls",
        "job.layout",
        "members that are null are left out",
        Steps(members=without_nulls),
    ),
    Variant(
        "job-without-empty",
        "job.layout",
        "members that are empty are left out",
        with_groups(without_empty),
    ),
    Variant(
        "job-total-among-stats",
        "job.layout",
        "n_total_trials stands among the stats",
        Steps(members=total_among_stats),
    ),
    Variant(
        "job-raw-control-characters",
        "job.strings",
        "control characters are written as they are",
        Steps(text=raw_control_characters),
    ),
    Variant(
        "job-backslashes-as-they-are",
        "job.strings",
        "backslashes are not escaped",
        Steps(text=backslashes_as_they_are),
    ),
    Variant(
        "job-normalised-names",
        "job.strings",
        "text is brought into Unicode's form NFC",
        Steps(text=normalised),
    ),
    Variant(
        "job-one-replacement",
        "job.lone-surrogates",
        "a lone surrogate becomes one replacement character",
        Steps(text=one_replacement),
    ),
    Variant(
        "job-surrogates-everywhere",
        "job.lone-surrogates",
        "lone surrogates are replaced in the names of trials too",
        Steps(
            progress=lambda trials, table: progress_of(
                [{**trial, "trial_name": replaced(trial["trial_name"])} for trial in trials], table
            ),
            text=surrogates_everywhere,
        ),
    ),
    Variant("job-15-digits", "job.floats", "a float has 15 digits", rounded(15)),
    Variant(
        "job-six-places",
        "job.floats",
        "a float has six places behind the point",
        Steps(text=lambda tree: harbor_json.write(mapped(tree, six_places))),
    ),
    Variant(
        "job-nan-written",
        "job.not-finite",
        "nan and the infinities are written as Python's json does",
        Steps(text=as_python_writes),
    ),
    Variant(
        "job-not-finite-as-text",
        "job.not-finite",
        "nan and the infinities are written as text",
        Steps(text=lambda tree: harbor_json.write(mapped(tree, not_finite_as_text))),
    ),
    Variant(
        "job-integers-through-floats",
        "job.integers",
        "large integers pass through a float",
        Steps(text=lambda tree: harbor_json.write(mapped(tree, through_float))),
    ),
)
