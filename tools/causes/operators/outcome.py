"""Ports of `outcome` with one mutation each."""

import re
from types import GeneratorType
from typing import Any

from candidates.reference import python_json
from candidates.reference.outcome import (
    Counts,
    MalformedError,
    Outcome,
    SummaryOf,
    count_of,
    number_of,
    object_of,
)
from candidates.reference.python_float import WHITE_SPACE
from candidates.reference.python_json import Parser
from tools.causes.wrong.making import candidate

Json = Any


# source: rolled outcome:196 (wrong variable of the same type in a copied line): the first count is
#   of the job, the next two of its stats, and the third is left with the first one's receiver
# differs: {"stats": {"n_errored_trials": 1}}: "completed" and total 0, not "failed" and 1
@candidate("outcome")
def errored_trials_are_looked_up_in_the_job(case: Json) -> Json:
    """The number of errored trials is read from the job's n_errored_trials, next to its stats.

    The one in its stats is not read.
    """

    class OfTheJob(SummaryOf):
        def __call__(self, result: object) -> Json:
            job = object_of(result)
            stats = object_of(self.member(job, "stats"))
            counts = Counts(
                trials=self.count(self.member(job, "n_total_trials")),
                completed=self.count(self.member(stats, "n_completed_trials")),
                errored=self.count(self.member(job, "n_errored_trials")),
            )
            score = self.score(self._samples(stats), self.mean)
            return {
                "reason_code": None,
                "resolved": self.nearest(self.product(score, counts)),
                "score": score,
                "status": self.status(counts),
                "total": self.total(counts),
            }

    return Outcome(summary=OfTheJob())(case)


# source: rolled python_json:154 (a guard weakened by moving the check for "}" to the loop's head):
#   JSON5, JSONC and YAML's flow style, which let a comma stand before the brace
# differs: {"n_total_trials": 1,}: "completed" with total 1, not harbor_result_malformed
@candidate("outcome")
def an_object_may_end_in_a_comma(case: Json) -> Json:
    """A comma before the closing brace of an object that has members is accepted.

    It should make the file malformed; one before the closing bracket of a list is refused.
    """

    class Reader(python_json._Reader):  # noqa: SLF001 - a step of the reference
        def members(self, depth: int) -> Json:
            pairs: list[tuple[str, object]] = []
            mark = self.mark()
            while True:
                if mark == "}":
                    return self.steps.members(pairs)
                if mark != '"':
                    self.fail("expected a name in double quotes")
                name = self.string()
                if self.mark() != ":":
                    self.fail("expected ':'")
                value = self.value(self.mark(), depth)
                is_reading = isinstance(value, GeneratorType)
                pairs.append((name, (yield value) if is_reading else value))
                mark = self.mark()
                if mark == "}":
                    continue
                if mark != ",":
                    self.fail("expected ',' or '}'")
                mark = self.mark()

    def parse(text: str) -> object:
        reader = Reader(text, Parser())
        reading = reader.value(reader.mark(), depth=0)
        value = python_json._completed(reading)  # noqa: SLF001 - a step of the reference
        if reader.mark() or reader.position != len(text):
            reader.fail("extra data")
        return value

    return Outcome(parse=parse)(case)


# source: rolled python_float:40 (the call of strip dropped): Rust's `str::parse::<f64>` and Go's
#   `strconv.ParseFloat` refuse white space that Python's float() drops
# differs: {"stats": {"evals": {"e": {"metrics": [{"mean": " 0.5"}]}}}}: malformed, not score 0.5
@candidate("outcome")
def text_of_a_metric_with_white_space_is_no_number(case: Json) -> Json:
    """A metric's value that is text with white space around its number makes the file malformed.

    It should be read without the white space before or behind it; counts are not affected.
    """

    def number(value: object) -> float:
        if isinstance(value, str) and value != value.strip(WHITE_SPACE):
            raise MalformedError
        return number_of(value)

    return Outcome(summary=SummaryOf(number=number))(case)


# source: rolled python_json:197 (the failure dropped for one of its two causes): Python's own
#   `json.loads(text, strict=False)`
# differs: {"a": "<raw tab>"}: "completed", not harbor_result_malformed
@candidate("outcome")
def raw_control_characters_in_strings_are_accepted(case: Json) -> Json:
    """A control character that is unescaped in a string of result.json is accepted.

    One below U+0020 is taken for a character instead of making the file malformed.
    """
    return Outcome(parse=Parser(plain=re.compile(r'[^"\\]*')))(case)


# source: rolled python_float:22 (the table of digits emptied): JavaScript's `/^\d+$/`, Rust's and
#   Go's integer parsers, which know ASCII digits only
# differs: {"n_total_trials": "\u0663"}: harbor_result_malformed, not total 3
@candidate("outcome")
def text_of_a_count_has_ascii_digits_only(case: Json) -> Json:
    """A count that is text with a digit beyond ASCII makes the file malformed.

    It should be read as that digit; values of metrics are not affected.
    """

    def count(value: object) -> int:
        if isinstance(value, str) and not value.strip(WHITE_SPACE).isascii():
            raise MalformedError
        return count_of(value)

    return Outcome(summary=SummaryOf(count=count))(case)
