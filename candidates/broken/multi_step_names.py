"""Wrong ways to treat the reward names of steps."""

import unicodedata
from collections.abc import Callable
from itertools import starmap

from candidates import reference
from candidates.broken.multi_step_tools import Rows, Steps, names_of, on_steps, with_mean
from candidates.broken.variant import Function, Variant
from candidates.reference.multi_step import MultiStepInput, Rewards, VerifierResult
from candidates.reference.summation import total


def _of_names(names: list[str], rows: Rows) -> Rewards:
    return {name: total([row.get(name, 0) for row in rows]) / len(rows) for name in names}


def _of_first_row(rows: Rows) -> Rewards:
    """Average the names of the first row that has any."""
    return _of_names(list(next(row for row in rows if row)), rows)


def _of_common_names(rows: Rows) -> Rewards:
    common = set.intersection(*(set(row) for row in rows if row))
    return _of_names([name for name in names_of(rows) if name in common], rows)


def _of_present_values(rows: Rows) -> Rewards:
    """Average each name over the rows that have it."""
    values = {name: [row[name] for row in rows if name in row] for name in names_of(rows)}
    return {name: total(found) / len(found) for name, found in values.items()}


def _zero_as_float(rows: Rows) -> Rewards:
    return {
        name: total([row.get(name, 0.0) for row in rows]) / len(rows) for name in names_of(rows)
    }


def _by_position(rows: Rows) -> Rewards:
    """Take the first row's names for those of all rows, in its order."""
    names = names_of(rows)
    if any(len(row) != len(names) for row in rows):
        return _of_names(names, rows)
    columns = zip(*(row.values() for row in rows), strict=True)
    return dict(
        starmap(
            lambda name, values: (name, total(values) / len(rows)),
            zip(names, columns, strict=True),
        )
    )


def _pooled(rows: Rows) -> Rewards:
    """Average all values into one reward."""
    values = [value for row in rows for value in row.values()]
    return {"reward": total(values) / len(values)}


def named_like_the_metric(question: MultiStepInput) -> VerifierResult | None:
    """Answer a mean of one name under the name mean, as the metric does."""
    answer = reference.multi_step(question)
    if question["strategy"] == "final" or answer is None or len(answer["rewards"] or ()) != 1:
        return answer
    (value,) = (answer["rewards"] or {}).values()
    return {"rewards": {"mean": value}}


def prefixes_the_strategy(question: MultiStepInput) -> VerifierResult | None:
    """Answer several names with the strategy in front of each."""
    answer = reference.multi_step(question)
    if question["strategy"] == "final" or answer is None or len(answer["rewards"] or ()) <= 1:
        return answer
    return {"rewards": {f"mean_{n}": value for n, value in (answer["rewards"] or {}).items()}}


def _on_names(rename: Callable[[str], str]) -> Function:
    """Return the reference after a change of every name; of two alike the last stays."""

    def renamed(steps: Steps) -> Steps:
        return [
            step and {"rewards": step["rewards"] and _renamed(step["rewards"])} for step in steps
        ]

    def _renamed(rewards: Rewards) -> Rewards:
        return {rename(name): value for name, value in rewards.items()}

    return on_steps(renamed)


VARIANTS = (
    Variant(
        "names-of-the-first-step",
        "multi_step.mean-by-name",
        "all steps are thought to have the names of the first",
        with_mean(_of_first_row),
    ),
    Variant(
        "names-common-to-all-steps",
        "multi_step.mean-by-name",
        "only names that every step has are averaged",
        with_mean(_of_common_names),
    ),
    Variant(
        "pools-the-names-of-steps",
        "multi_step.mean-by-name",
        "a trial is thought to have one reward",
        with_mean(_pooled),
    ),
    Variant(
        "means-of-steps-named-mean",
        "multi_step.names-stay",
        "the metric's mean is used for steps as well",
        named_like_the_metric,
    ),
    Variant(
        "means-of-steps-prefixed",
        "multi_step.names-stay",
        "names are made to say how they came about",
        prefixes_the_strategy,
    ),
    Variant(
        "names-by-position",
        "multi_step.order-of-names",
        "steps are rows of a table with one head",
        with_mean(_by_position),
    ),
    Variant(
        "folds-case-of-names",
        "multi_step.names-are-code-points",
        "names are compared without case",
        _on_names(str.casefold),
    ),
    Variant(
        "normalizes-names-of-steps",
        "multi_step.names-are-code-points",
        "names are brought to one normal form",
        _on_names(lambda name: unicodedata.normalize("NFKC", name)),
    ),
    Variant(
        "trims-names-of-steps",
        "multi_step.names-are-code-points",
        "white space around names is dropped",
        _on_names(str.strip),
    ),
    Variant(
        "cuts-names-of-steps-at-nul",
        "multi_step.names-are-code-points",
        "names are C strings",
        _on_names(lambda name: name.partition("\0")[0]),
    ),
    Variant(
        "replaces-surrogates-of-steps",
        "multi_step.names-are-code-points",
        "text is held as UTF-8",
        _on_names(lambda name: name.encode("utf-8", "replace").decode()),
    ),
    Variant(
        "averages-present-values",
        "multi_step.missing-name-counts-zero",
        "each name is averaged over the steps that have it",
        with_mean(_of_present_values),
    ),
    Variant(
        "missing-at-a-step-is-a-float",
        "multi_step.missing-is-integer-zero",
        "what is missing is filled with 0.0",
        with_mean(_zero_as_float),
    ),
)
"""Each breaks one clause about names."""
