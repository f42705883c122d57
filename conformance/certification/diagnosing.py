"""Diagnoses the observations, each operation in its own process."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain

from conformance.certification.plan import RunSettings
from conformance.certification.run import experiment_of
from conformance.diagnosis.diagnosis import Diagnosis, diagnose, together
from conformance.diagnosis.expected.deviations import ExpectedDeviations
from conformance.diagnosis.metering import cost_of
from conformance.diagnosis.searching import LEAST_WORK
from conformance.examination.findings import DECLARED, RECORDED, CheckResult, Observation, weight
from conformance.executor.local import modules_for, processes
from conformance.implementations.process.reaper import reaped_tempdir
from conformance.implementations.start import scratch_folder
from conformance.operations import OPERATIONS
from conformance.operations.comparing import diverges
from conformance.protocol.differences import Kind
from conformance.protocol.values import HARBOR_VERSION, Fault, Misshapen


@dataclass(frozen=True, slots=True)
class Observed:
    """The diverging and agreeing cases of one operation, and its expected deviations.

    Deviations are given by name, which can be sent to another process. ``omitted`` are cases that
    need no cause: those of other levels, and those with answers in a wrong form.
    """

    operation: str
    diverging: Sequence[Observation]
    agreeing: Sequence[Observation]
    declared: tuple[str, ...]
    cases: int = 0
    omitted: Sequence[Observation] = ()


def diagnosed(  # noqa: PLR0913 - what was seen, of whom, and how it is explained
    results: Sequence[CheckResult],
    declared: ExpectedDeviations,
    jobs: int,
    *,
    common: Sequence[CheckResult] = (),
    named_only: bool = False,
    release: str = HARBOR_VERSION,
    settings: RunSettings | None = None,
) -> Diagnosis:
    """Return the diagnosis of a candidate from the observations of a run.

    If it has no cause, that of the ``common`` results counts if that has one. The results of one
    seed give the same diagnosis in any order. With the settings of the run, causes are confirmed
    on new cases.
    """
    levels = [results, common] if common else [results]
    parts = _omitting([_parts(one, declared) for one in levels])
    how = _How(release, named_only, settings)
    found: Iterable[Diagnosis]
    if jobs > 1 and all(len(one) == 1 for one in parts):
        # Those of one operation are diagnosed side by side, which takes no longer on two cores.
        found = iter([together([one]) for one in _diagnoses([*chain(*parts)], jobs, how)])
    else:
        found = (together(_diagnoses(one, jobs, how)) for one in parts)
    whole = next(found)
    return whole if whole.causes else next((one for one in found if one.causes), whole)


def _parts(results: Sequence[CheckResult], declared: ExpectedDeviations) -> list[Observed]:
    own = sorted(results, key=lambda one: (one.check != RECORDED, one.clause, one.check))
    parts = []
    for operation in OPERATIONS:
        of = [one for one in own if one.operation == operation]
        if all(finding.kind is Kind.FORM for one in of for finding in one.divergences):
            continue
        sides: tuple[list[Observation], list[Observation]] = [], []
        misshapen = list[Observation]()
        for seen in (seen for one in of if one.check != DECLARED for seen in one.observations):
            if isinstance(seen.expected, Fault) or isinstance(seen.candidate, Fault):
                continue
            side = sides[not diverges(seen.case, seen.expected, seen.candidate)]
            (misshapen if isinstance(seen.candidate, Misshapen) else side).append(seen)
        rows = tuple(row.name for row in declared.rows(operation))
        cases = sum(one.cases for one in of)
        parts.append(Observed(operation, *sides, rows, cases, misshapen))
    return parts


def _omitting(levels: Sequence[Sequence[Observed]]) -> list[list[Observed]]:
    """Return the parts of each level, which omit what is diverging at the first level alone."""
    first = {one.operation: one for one in levels[0]}

    def without_others(part: Observed) -> Observed:
        whole, own = first[part.operation], {*map(id, part.diverging)}
        others = (one for one in whole.diverging if id(one) not in own)
        return replace(part, omitted=[*whole.omitted, *others])

    return [[*map(without_others, parts)] for parts in levels]


@dataclass(frozen=True, slots=True)
class _How:
    """How parts are diagnosed; with the settings of a run, causes are confirmed on new cases."""

    release: str
    named_only: bool = False
    settings: RunSettings | None = None


def _diagnoses(parts: Sequence[Observed], jobs: int, how: _How) -> list[Diagnosis]:
    """Return the diagnosis of each part."""
    if not parts:
        return []
    modules = modules_for(sorted(one.operation for one in parts)) if how.settings else []
    with (
        reaped_tempdir(scratch_folder) as folder,
        processes(min(jobs, len(parts)), [*modules, "conformance.diagnosis.diagnosis"]) as pool,
    ):
        return [*pool.map(partial(_diagnosis, how=how, of=len(parts), folder=folder), parts)]


def _diagnosis(one: Observed, how: _How, of: int, folder: str) -> Diagnosis:
    """Return the diagnosis of a part, in a process that has harbor and starts the candidate."""
    return diagnose(
        one.operation,
        one.diverging,
        one.agreeing,
        one.declared,
        named_only=how.named_only,
        experiment=experiment_of(how.settings, one.cases, folder) if how.settings else None,
        release=how.release,
        work=work_for([*one.diverging, *one.agreeing], one.cases, of),
        omitted=one.omitted,
    )


_ANSWERS_OF_A_CASE = 6
"""What a case of a run costs, of one predicted answer: drawing it, two answers, and comparing."""


def work_for(seen: Sequence[Observation], cases: int, of: int = 1) -> float:
    """Return the work of the diagnosis of one of several operations, by what its run cost.

    Not all of its cases need be among those that were ``seen``. Two operations are diagnosed at a
    time on two cores, so that both may take as long as one.
    """
    costs = [cost_of(one.case, weight(one.case.input)) for one in seen]
    mean = sum(costs) / len(costs) if costs else 0.0
    return max(LEAST_WORK * min(of, 2) / of, _ANSWERS_OF_A_CASE * mean * cases)
