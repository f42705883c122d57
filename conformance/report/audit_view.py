"""Audits as a view, and as JSON."""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from conformance.audit.findings import (
    Audit,
    AuditFinding,
    FindingKind,
    Headline,
    TrialReward,
    verdict_of,
)
from conformance.certification import count_of
from conformance.protocol import show
from conformance.report.rendering import json_text, members
from conformance.report.view import (
    Block,
    Code,
    DataTable,
    Group,
    Heat,
    HeatCell,
    Item,
    Outcome,
    Strong,
    Tone,
    View,
)

_MOST = 20
"""How many findings of one kind and cause are reported one by one for a job."""

_TONES: dict[str, Tone] = {"DIFFERS": "error", "AGREES": "same"}
_OUTCOMES: dict[FindingKind, Outcome] = {
    FindingKind.DIFFERS: "failure",
    FindingKind.UNREAD: "error",
}


def as_json(audits: Sequence[Audit]) -> str:
    """Return a view of the audits of jobs."""
    return json_text(
        {
            "audit": 1,
            "verdict": verdict_of(audits),
            "agrees": all(audit.agrees for audit in audits),
            "jobs": [_job_as_json(audit) for audit in audits],
        }
    )


def _job_as_json(audit: Audit) -> dict[str, object]:
    fields = ("kind", "file", "member", "cause", "recorded", "derived", "clause", "about", "effect")
    return {
        "name": name_of(audit),
        "written_by": audit.release,
        "derived_by": audit.by,
        **members(audit, "verdict", "agrees", "trials", "derived", "taken", "headlines"),
        "findings": [members(one, *fields) for one in audit.findings],
    }


def view(
    audits: Sequence[Audit],
    tables: Sequence[DataTable] = (),
    *,
    as_tests: bool = False,
    as_page: bool = False,
) -> View:
    """Return a table of the headlines of all jobs, or a test each, and the findings of each job.

    More tables follow. A page also has a map of the rewards of each job, and findings on trials in
    it.
    """
    verdict = verdict_of(audits)
    head = ["job", "group", "metric", "recorded", "derived", "trials"]
    rows = [_row(audit, line) for audit in audits for line in audit.headlines]
    blocks: list[Block] = [] if as_tests or not rows else [DataTable(head, rows)]
    for audit in audits:
        drawn = {one.trial for one in audit.rewards} if as_page else set()
        items: list[Block] = list(_items([one for one in audit.findings if one.trial not in drawn]))
        title = name_of(audit)
        if as_tests:
            items = [*map(_test, audit.headlines), *items]
            items = items or [Item("trials", outcome="passed", where="job")]
        else:
            title += f": {audit.verdict}: {_basis(audit)}"
            items += _maps(audit) if as_page else []
        blocks.append(Group(title, items))
    tone = _TONES.get(verdict.partition(":")[0], "other")
    return View(verdict, [*blocks, *tables], tone, "harbor-conformance audit")


def table_of(
    audits: Sequence[Audit], head: Sequence[str], cells: Iterable[Sequence[str]]
) -> DataTable:
    """Return a table with a row per job: its name, its derived metrics, and more cells."""
    rows = []
    for audit, more in zip(audits, cells, strict=True):
        metrics = ", ".join(f"{one.metric} {one.derived}" for one in audit.headlines) or "nothing"
        rows.append([name_of(audit), metrics, *more])
    return DataTable(["job", *head], rows)


def _maps(audit: Audit) -> Iterator[Heat]:
    """Yield a map of the rewards of each group: a row per task, its attempts in harbor's order."""
    about: defaultdict[str, list[AuditFinding]] = defaultdict(list)
    for one in audit.findings:
        about[one.trial].append(one)
    numbers = (one.number or 0 for one in audit.rewards)
    most = max(filter(math.isfinite, numbers), default=0)
    groups: dict[str, dict[str, list[TrialReward]]] = {}
    for trial in audit.rewards:
        groups.setdefault(trial.group, {}).setdefault(trial.task, []).append(trial)
    for group, tasks in groups.items():
        rows = []
        for task, trials in tasks.items():
            cells = [_cell_of(trial, most, about[trial.trial]) for trial in trials]
            findings = [finding for trial in trials for finding in about[trial.trial]]
            rows.append((task, cells, list(_items(findings))))
        label = f"{show.printable(group)}: each attempt's reward by its files, in four digits"
        yield Heat(label, rows)


def _cell_of(one: TrialReward, most: float, findings: Sequence[AuditFinding]) -> HeatCell:
    number = one.number or 0
    is_placed = 0 < number <= most
    level = None if one.number is None else round(4 * number / most) if is_placed else 0
    differs = any(finding.kind is FindingKind.DIFFERS for finding in findings)
    shown = "none" if level is None else f"{number:.4g}"
    title = f"{show.printable(one.trial)}: {show.printable(one.reward)}"
    return HeatCell(shown, level, title, differs)


def name_of(audit: Audit) -> str:
    """Return the title of a job."""
    return show.printable(audit.name or audit.path.name)


def _basis(audit: Audit) -> str:
    wrote = f", written by harbor {show.printable(audit.release)}" if audit.release else ""
    parts = f"{audit.derived:,} derived from reward files by harbor {audit.by}"
    taken = f", {audit.taken:,} taken as recorded" if audit.taken else ""
    return f"{count_of(audit.trials, 'trial')}{wrote}, {parts}{taken}"


def _row(audit: Audit, line: Headline) -> list[str]:
    derived = line.derived if line.agrees else Strong(line.derived)
    over = f"{line.trials:,}" + (f", {line.taken:,} as recorded" if line.taken else "")
    return [name_of(audit), line.group, line.metric, line.recorded, derived, over]


def _test(line: Headline) -> Item:
    detail = f"recorded {line.recorded}, derived {line.derived}"
    outcome: Outcome = "passed" if line.agrees else "failure"
    return Item(line.metric, detail=detail, outcome=outcome, where=line.group)


def _items(findings: Sequence[AuditFinding]) -> Iterator[Item]:
    """Yield the findings, most serious first; only the first few of one kind and cause."""
    alike: dict[tuple[FindingKind, str], list[AuditFinding]] = {}
    for one in sorted(findings, key=lambda finding: list(FindingKind).index(finding.kind)):
        alike.setdefault((one.kind, one.cause), []).append(one)
    for same in alike.values():
        rest = len(same) - _MOST
        for place, one in enumerate(same[:_MOST], 1):
            more = f" (and {rest:,} more of the kind)" if place == _MOST and rest > 0 else ""
            where = f"{one.file} {one.member}".strip()
            values = one.recorded or one.derived
            facts = [("recorded", Code(one.recorded)), ("derived", Code(one.derived))]
            is_wrong = one.kind is FindingKind.DIFFERS and one.effect
            effect = f"; {one.effect.replace(' it', ' the headline number')}" if is_wrong else ""
            yield Item(
                (f"{one.kind}: ", Code(show.printable(where))),
                facts if values else (),
                detail=f"{one.cause}{effect}{more}",
                outcome=_OUTCOMES.get(one.kind, "passed"),
                where=one.file,
            )
