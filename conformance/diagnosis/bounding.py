"""Bounds a deviation by a condition that says where it is right."""

from collections.abc import Iterable, Iterator

from candidates.deviations.deviation import Deviation
from conformance.diagnosis.editing import EditDeviation
from conformance.diagnosis.explanations import Conditional, is_a_reader
from conformance.diagnosis.mutants import CodeDeviation
from conformance.diagnosis.predicting import Predictor
from conformance.diagnosis.suggested import always
from conformance.operations import REGISTRY
from conformance.protocol.values import Failure


def conditional(
    predictor: Predictor,
    row: Deviation,
    right: Iterable[int],
    wrong: Iterable[int],
    others: Iterable[int],
) -> Iterator[Conditional]:
    """Yield a deviation under the condition that it is right.

    One answer to all cases comes first, if the deviation gives no other where it is right, but
    others elsewhere, or is one of code. ``others`` are places where such an answer may be wrong.
    An error, in a document too, comes alone if the deviation is an edit, or wrong more often than
    right: others may end in it as well. A library that reads JSON has no condition.
    """
    right, wrong = sorted(right), sorted(wrong)
    answers = [predictor.observations[place].candidate for place in right]
    same = [*always(row.operation, answers[0])] if len({*map(repr, answers)}) == 1 else []
    touched = [place for place in wrong if predictor.touches(row, place)] if same else []
    in_document = REGISTRY[row.operation].json_text is not None
    fixed = bool(same) and (in_document or isinstance(answers[0], Failure))
    by_error = fixed and (isinstance(row, EditDeviation) or len(touched) > len(right))
    for plain in same:
        differ = (predictor.differ((plain,), (row,), place) for place in touched)
        if by_error or isinstance(row, CodeDeviation) or any(differ):
            yield from _where_right(predictor, plain, right, others)
    if not (by_error or is_a_reader(row)):
        yield from _where_right(predictor, row, right, wrong)


def _where_right(
    predictor: Predictor, row: Deviation, right: Iterable[int], wrong: Iterable[int]
) -> Iterator[Conditional]:
    touched = (place for place in sorted(wrong) if predictor.touches(row, place))
    condition = predictor.separating(right, touched)
    if condition is not None and condition.facts:
        yield Conditional(row, condition)
