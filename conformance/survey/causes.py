"""Why a reader shows a number: the entries of its files that predict exactly this number.

The prediction of the entries of ``expected.toml`` and the rules of ``reader.toml`` is compared with
the shown number. If they are equal, the causes are a minimal part of the entries that still
predicts the number.
"""

import json
from collections.abc import Mapping, Sequence
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
from conformance.protocol.values import HARBOR_VERSION, Case, Implementation, Result
from conformance.survey import rules
from conformance.survey.inputs import (
    SINGLE,
    SurveyInput,
    SurveyTrial,
    case_of,
    fields,
    numbers_in,
    numbers_of,
    of_harbor,
)
from conformance.survey.results import BY_STATUS, equal
from conformance.survey.rules import KEY, Rewards, Trials

type Entry = Expected | Rule

ALL_COUNT = Rule(
    rule="all-trials-count",
    cause="a trial without rewards counts 0, as in harbor's mean up to 0.25.0",
    source="",
)
"""The cause, which needs no entry, of a mean that harbor no longer shows."""


@dataclass(frozen=True)
class Causes:
    """Finds the causes of one reader's numbers."""

    reader: Reader
    declared: ExpectedDeviations
    predict: Predict
    harbor: Implementation
    release: str = HARBOR_VERSION

    def of(self, one: SurveyInput, job: Path, shown: ShownValue) -> tuple[str, ...]:
        """Return the titles of the entries that make the reader show this for a job."""
        every: list[Entry] = [*self.declared.expected, *self.reader.rules]
        predicted = None if shown.lacks else _Model(self, every, one).shown(job)
        if predicted is None or not _fits(predicted, shown):
            return ()
        # Predictions go first: what an entry of the catalogue says needs no other words.
        for entry in reversed(every):
            rest = [other for other in every if other is not entry]
            if _is_same(predicted, _Model(self, rest, one).shown(job)):
                every = rest
        if not every and one.shows is Shows.JOB:
            every = [] if _is_same(predicted, of_harbor(self.harbor, one)) else [ALL_COUNT]
        return tuple(entry.title for entry in every)


def _fits(predicted: ShownValue, shown: ShownValue) -> bool:
    """Return whether the shown numbers are the predicted ones; no number predicts a failure."""
    if predicted.numbers is None and shown.error:
        return True
    numbers = shown.numbers
    if numbers is not None and "" in numbers:
        numbers = {"": numbers[""]}
    return equal(predicted.numbers, numbers)


def _is_same(one: ShownValue, other: ShownValue | None) -> bool:
    return other is not None and equal(one.numbers, other.numbers)


class _UnknownError(Exception):
    """No entry of the reader's files predicts the number."""


class _Model:
    """What a reader with these entries would show for an input."""

    def __init__(self, causes: Causes, entries: Sequence[Entry], one: SurveyInput) -> None:
        self._reader, self._harbor, self._one = causes.reader, causes.harbor, one
        about = {"", "trial" if one.shows is Shows.TRIAL else "job"}
        told = [entry for entry in entries if isinstance(entry, Rule) and entry.of in about]
        self._named = {rule.rule for rule in told}
        later = [rule for rule in told if rule.rule not in rules.NAMES]
        # A prediction assumes one exit status; the rule has both.
        predicts = rules.STATUS not in self._named
        declared = replace(
            causes.declared,
            deviations=(
                *(entry for entry in entries if isinstance(entry, ExpectedDeviation)),
                *(ExpectedDeviation(rule.rule, rule.cause, rule.source) for rule in later),
            ),
            predictions=tuple(
                entry for entry in entries if isinstance(entry, Prediction) and predicts
            ),
        )
        self._expect = Expectation(declared, causes.predict, causes.release)

    def shown(self, job: Path) -> ShownValue | None:
        """Return what is shown for the input's job; None if no entry predicts it."""
        one = self._one
        if one.shows is Shows.JOB and rules.OUTCOME in self._named:
            return self._of_outcome((job / "result.json").read_bytes())
        if self._is_answered():
            case = case_of(self._harbor, one)
            return self._as_shown(self._numbers(case), SINGLE[case.operation])
        try:
            return self._as_shown(self._of_trials([*map(self._of_trial, one.trials)]))
        except _UnknownError:
            return None

    def _is_answered(self) -> bool:
        """Return whether an operation has the number."""
        calls = self._reader.calls
        if self._one.shows is Shows.ATTEMPTS:
            return "pass_at_k" in calls or self._reader.releases
        return self._one.shows is Shows.JOB and "metric" in calls and "verifier" not in calls

    def _rules[T](self, stage: Mapping[str, T]) -> list[T]:
        """Return the rules of a stage, in the order of the stage."""
        return [rule for name, rule in stage.items() if name in self._named]

    def _numbers(self, case: Case) -> Rewards | None:
        """Return the numbers in the expected answer to a case."""
        return numbers_in(case, self._expect(case, self._harbor.answer(case)))

    def _of_trial(self, trial: SurveyTrial) -> Rewards | None:
        """Return what a reader has of a trial, under one key if it keeps one number."""
        rewards = None if trial.fails else self._numbers(trial.case)
        if rewards is not None and self._reader.keys == "one":
            makes = self._rules(rules.TRIAL)
            if not makes and not {KEY}.issuperset(rewards):
                raise _UnknownError
            rewards = makes[0](rewards) if makes else rewards
        for rule in self._rules(rules.VALUES):
            rewards = rule(rewards)
        return rewards

    def _of_trials(self, trials: Trials) -> Rewards | None:
        """Return the number of the one trial, or of the job."""
        if self._one.shows is Shows.TRIAL:
            return trials[0] or (None if self._rules(rules.TRIAL) else trials[0])
        if self._one.shows is Shows.JOB:
            return self._of_job(trials)
        for passes in self._rules(rules.PASSES):
            return passes(_scores(trials, KEY))
        raise _UnknownError

    def _of_job(self, trials: Trials) -> Rewards | None:
        if rules.TASKS in self._named:
            return {KEY: len({trial.task for trial in self._one.trials})}
        makes = self._rules(rules.MADE)
        if self._reader.unit and not makes:
            raise _UnknownError
        if rules.LAST in self._named:
            tasks = (trial.task for trial in self._one.trials)
            trials = [*dict(zip(tasks, trials, strict=True)).values()]
        for rule in self._rules(rules.JOB):
            trials = rule(trials)
        (mean, *_), (make, *_) = (*self._rules(rules.SUM), self._mean), (*makes, _mean_of)
        keys = {key for one in trials for key in one or {}} or {KEY}
        keys = set(BY_STATUS) if keys & set(BY_STATUS) else keys
        return {key: make(_scores(trials, key), mean) for key in sorted(keys)} if trials else None

    def _mean(self, values: Sequence[float]) -> float:
        case = Case("metric", {"metric": "mean", "rewards": [{KEY: one} for one in values]})
        return cast("Rewards", numbers_in(case, self._harbor.answer(case)))["mean"]

    def _of_outcome(self, content: bytes) -> ShownValue:
        case = Case("outcome", {"result": content})
        answer = self._expect(case, self._harbor.answer(case))
        if not isinstance(answer, Result):
            return ShownValue(error="no line")
        line = cast("str", fields(answer)["line"])
        return numbers_of({"": float(json.loads(line.partition("=")[2])["score"])}, "")

    def _as_shown(self, numbers: Rewards | None, single: str = KEY) -> ShownValue:
        left: dict[str, float | None] = dict(numbers or {})
        for rule in self._rules(rules.SHOWN):
            left = {key: None if one is None else rule(one) for key, one in left.items()}
        lost = numbers is None or None in left.values()
        return ShownValue() if lost else numbers_of(cast("Rewards", left), single)


def _mean_of(scores: rules.Scores, mean: rules.Mean) -> float:
    """Return the mean; a trial with an error counts 0."""
    return mean([score or 0.0 for score in scores])


def _scores(trials: Trials, key: str) -> rules.Scores:
    """Return the number of each trial under a key, 0.0 if it lacks the key."""
    always = KEY if key in BY_STATUS else key
    return [None if one is None else one.get(key, one.get(always, 0.0)) for one in trials]
