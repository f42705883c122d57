"""Why a reader shows what it shows: entries of its files that predict exactly that.

What the entries of ``expected.toml`` and the rules of ``reader.toml`` predict is compared with what
was shown. Where it is equal, the causes are the entries that are needed: a part of them without
any of which the prediction would differ.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

from conformance.diagnosis.expected.deviations import (
    Expected,
    ExpectedDeviation,
    ExpectedDeviations,
    Prediction,
)
from conformance.diagnosis.expected.expecting import Expectation, Predict
from conformance.implementations.readers.reader import Reader, Rule
from conformance.implementations.readers.showing import ShownValue, Shows
from conformance.protocol.values import Case, Implementation, Result
from conformance.survey import rules
from conformance.survey.inputs import SurveyInput, SurveyTrial
from conformance.survey.results import BY_STATUS, equal
from conformance.survey.showing import case_of, fields, numbers_of, rewards_of, value_of

type Entry = Expected | Rule


@dataclass(frozen=True)
class Causes:
    """Finds the causes of what one reader shows."""

    reader: Reader
    declared: ExpectedDeviations
    predict: Predict
    harbor: Implementation

    def of(self, one: SurveyInput, job: Path, shown: ShownValue) -> tuple[str, ...]:
        """Return the titles of the entries that make the reader show this for a job."""
        every: list[Entry] = [*self.declared.expected, *self.reader.rules]
        predicted = None if shown.lacks else _Model(self, every).of(one, job)
        if predicted is None or not _fits(predicted, shown):
            return ()
        # Predictions go first: what an entry of the catalogue says needs no other words.
        for entry in reversed(every):
            rest = [other for other in every if other is not entry]
            if _is_same(predicted, _Model(self, rest).of(one, job)):
                every = rest
        return tuple(entry.title for entry in every)


def _fits(predicted: ShownValue, shown: ShownValue) -> bool:
    """Return whether what was shown is what was predicted; a failure is predicted by no number."""
    if predicted.numbers is None or shown.numbers is None:
        return predicted.numbers is None and bool(shown.numbers is None or shown.error)
    if set(shown.numbers) == set(BY_STATUS):
        # The adapter's assumed exit status is one of the two that are shown.
        return any(equal(predicted.numbers, {"": text}) for text in shown.numbers.values())
    headline = {"": shown.numbers[""]} if "" in shown.numbers else shown.numbers
    return equal(predicted.numbers, headline)


def _is_same(one: ShownValue, other: ShownValue | None) -> bool:
    if one.numbers is None or other is None or other.numbers is None:
        return other is not None and one.numbers is other.numbers
    return equal(one.numbers, other.numbers)


class _Model:
    """What a reader with these entries would show."""

    def __init__(self, causes: Causes, entries: Sequence[Entry]) -> None:
        self._reader, self._harbor = causes.reader, causes.harbor
        named = {entry.rule for entry in entries if isinstance(entry, Rule)}
        self._by_outcome = rules.OUTCOME in named
        self._trial = next((rules.TRIAL[name] for name in named if name in rules.TRIAL), None)
        self._job = next((rules.JOB[name] for name in named if name in rules.JOB), None)
        self._sum = next((rules.SUM[name] for name in named if name in rules.SUM), None)
        self._digits = next((rules.DIGITS[name] for name in named if name in rules.DIGITS), None)
        declared = replace(
            causes.declared,
            deviations=tuple(one for one in entries if isinstance(one, ExpectedDeviation)),
            predictions=tuple(one for one in entries if isinstance(one, Prediction)),
        )
        self._expect = Expectation(declared, causes.predict)
        self._by_files: dict[str, ShownValue | None] = {}

    def of(self, one: SurveyInput, job: Path) -> ShownValue | None:
        """Return what is shown for a job; None where nothing of the reader's says it."""
        calls = self._reader.calls
        if one.shows is Shows.ATTEMPTS:
            return self._answer(case_of(self._harbor, one)) if "pass_at_k" in calls else None
        if one.shows is Shows.JOB and self._by_outcome:
            return self._of_outcome((job / "result.json").read_bytes())
        if one.shows is Shows.JOB and "verifier" not in calls and "metric" in calls:
            return self._answer(case_of(self._harbor, one))
        shown = [self._of_trial(trial, job) for trial in one.trials]
        if None in shown:
            return None
        known = cast("list[ShownValue]", shown)
        return known[0] if one.shows is Shows.TRIAL else self._of_job(known)

    def _of_trial(self, trial: SurveyTrial, job: Path) -> ShownValue | None:
        calls = self._reader.calls
        if "verifier" in calls and not trial.fails:
            files = repr(trial.files)
            if files not in self._by_files:
                self._by_files[files] = self._as_score(self._answer(trial.case))
            return self._by_files[files]
        if "trial_result" in calls:
            first, *more = job.glob(f"{trial.task}__*/result.json")
            return None if more else self._as_score(self._of_result(first.read_bytes()))
        if "metric" in calls:
            rewards = [rewards_of(self._harbor, trial)]
            return self._answer(Case("metric", {"metric": "mean", "rewards": rewards}))
        return self._as_score(_of_rewards(rewards_of(self._harbor, trial)))

    def _answer(self, case: Case) -> ShownValue:
        return value_of(case, self._expect(case, self._harbor.answer(case)))

    def _of_result(self, content: bytes) -> ShownValue:
        case = Case("trial_result", {"result": content})
        answer = self._expect(case, self._harbor.answer(case))
        if not isinstance(answer, Result):
            return ShownValue(error="no result")
        found = cast("dict[str, dict[str, float]] | None", fields(answer)["verifier_result"])
        return numbers_of((found or {}).get("rewards"), "reward")  # type: ignore[arg-type] # by key

    def _of_outcome(self, content: bytes) -> ShownValue:
        case = Case("outcome", {"result": content})
        answer = self._expect(case, self._harbor.answer(case))
        if not isinstance(answer, Result):
            return ShownValue(error="no line")
        line = cast("str", fields(answer)["line"])
        return numbers_of({"": float(json.loads(line.partition("=")[2])["score"])}, "")

    def _as_score(self, rewards: ShownValue) -> ShownValue | None:
        """Return the one number that a reader makes of a trial's keys, if it keeps one."""
        if rewards.numbers is None or self._reader.keys == "all":
            return rewards
        keyed = {key or "reward": float(text) for key, text in rewards.numbers.items()}
        if self._trial is None:
            return ShownValue(numbers={"": rewards.numbers[""]}) if "" in rewards.numbers else None
        number = self._trial(keyed)
        return ShownValue() if number is None else ShownValue(numbers={"": repr(number)})

    def _of_job(self, shown: Sequence[ShownValue]) -> ShownValue | None:
        if any(one.numbers is not None and set(one.numbers) != {""} for one in shown):
            return None
        scores = [None if one.numbers is None else float(one.numbers[""]) for one in shown]
        mean = self._sum or self._mean
        rule = self._job or (lambda scores, mean: mean([score or 0.0 for score in scores]))
        number = rule(scores, mean)
        if number is None:
            return ShownValue()
        digits = self._digits
        return ShownValue(numbers={"": repr(number if digits is None else round(number, digits))})

    def _mean(self, values: Sequence[float]) -> float:
        case = Case("metric", {"metric": "mean", "rewards": [{"reward": one} for one in values]})
        answer = self._harbor.answer(case)
        return cast("float", fields(cast("Result", answer))["mean"])


def _of_rewards(rewards: object) -> ShownValue:
    return numbers_of(cast("dict[str, float] | None", rewards), "reward")  # type: ignore[arg-type] # by key
