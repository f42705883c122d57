"""The results of a gate, and a release's changes in recorded jobs, as views and as JSON."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict

from conformance.audit.upgrade import Upgrade
from conformance.certification.verdict import count_of
from conformance.examination.recorded.corpus import without_message
from conformance.gate.changes import Change
from conformance.gate.explanations import GROUPS, Told, meanings
from conformance.gate.gate import Gate, repeat
from conformance.gate.results import Gated, exit_code
from conformance.gate.symptoms import Touches, values
from conformance.implementations.environments.versions import Pair
from conformance.operations import messages
from conformance.operations.catalogue import CATALOGUE
from conformance.protocol import show
from conformance.report.rendering import members
from conformance.report.view import (
    Block,
    Code,
    DataTable,
    Facts,
    Group,
    Item,
    Strong,
    Tone,
    View,
    Words,
)

_PLACES, _UNREACHED, _CLAUSES, _JOBS = 6, 12, 5, 50
"""How many places, functions, clauses and changes of jobs are shown; JSON has all."""

LINE = 160
"""Characters of a meaning that are shown."""

_SCREEN, _FEWEST = 33, 2
"""Lines for meanings and headings on a screen of forty, and meanings of a group that stay."""

_TELLING = ("pydantic", "pydantic_core", "pydantic-core", "litellm")


def _ascii(text: str) -> str:
    """Return text with plain arrows."""
    return text.replace("→", "->")


def brief(results: Sequence[Gated]) -> View:
    """Return each pair on one screen: the changes for users, each meaning once."""
    groups = []
    for one in results:
        found = meanings(one)
        groups.append(Group(_title(one, sum(map(len, found.values()))), [*_screen(one, found)]))
    return _whole(results, groups, [*groups, "--verbose has the cases, --format json all of them"])


def _whole(results: Sequence[Gated], groups: Sequence[Group], blocks: Sequence[Block]) -> View:
    changed = sum(gated.verdict == "changed" for gated in results)
    headline = f"{changed} of {len(results)} pairs changed" if results[1:] else str(groups[0].title)
    tone: Tone = "error" if exit_code(results) else "same"
    return View(headline, blocks, tone, "harbor-conformance gate")


def _title(gated: Gated, changes: int) -> str:
    return _ascii(f"harbor {gated.pair}: {_headline(gated, changes)}")


def _screen(gated: Gated, found: Mapping[str, Collection[str]]) -> Iterator[Block]:
    yield from (Item("not driven", detail=why) for why in gated.undriven)
    yield from (Item("stale", detail=why) for why in gated.stale)
    if gated.accepted:
        yield f"accepted: {count_of(len(gated.accepted), 'change')}"
    for group, titles in on_one_screen(found).items():
        yield Strong(f"{GROUPS[group]}: {count_of(len(found[group]), 'change')}")
        yield from (f"  {show.shorten(_ascii(title), LINE)}" for title in titles)
        yield from _deciding(gated) if group == "new" else ()
    absent = gated.conditions.absent if gated.conditions else ()
    yield from (f"not compared: {one}" for one in absent)
    if (reach := gated.reach) is not None and reach.open:
        yield f"not proven: {len(reach.open)} changed functions did not run: {reach.open[0]}, …"
    elif reach is not None and reach.unreached:
        reasons = Counter(
            one.reason.partition(":")[0] for one in reach.unreached for _ in one.lines
        )
        most = "; ".join(f"{reason} ({lines:,})" for reason, lines in reasons.most_common(2))
        yield f"{reasons.total():,} changed lines did not run, each for a reason; most: {most}"


def _deciding(gated: Gated) -> Iterator[Block]:
    """Yield what decides about the cases of each operation that no cause explains."""
    for one in gated.decides:
        if one.condition:
            yield f"    all of them, and no case that agrees: {one.condition}"
        elif one.common:
            agreeing = count_of(one.others, "case")
            yield f"    all of them, and {agreeing} that agree: {one.common}"
        if one.differs and one.agrees:
            inputs = (show.shorten(show.case(x.case), LINE) for x in (one.differs, one.agrees))
            yield "    one edit decides ({}): {} differs, {} agrees".format(one.edit, *inputs)


def on_one_screen(found: Mapping[str, Collection[str]]) -> dict[str, list[str]]:
    """Return the meanings of each group, folded from the last; scores and news stay."""
    shown = {group: list(titles) for group, titles in found.items()}
    spare = sum(1 + len(titles) for titles in shown.values()) - _SCREEN
    for group in ("errors", "resuming", "accepted"):
        titles = shown.get(group, [])
        if spare > 0 and len(titles) > _FEWEST:
            kept = max(1, len(titles) - spare - 1)
            spare -= len(titles) - kept - 1
            shown[group] = [*titles[:kept], f"and {len(titles) - kept} more"]
    return shown


def view(results: Sequence[Gated], settings: Gate) -> View:
    """Return each pair with its changes, after a table if there are several pairs."""
    groups = [Group(_title(one, len(one.changes)), list(_blocks(one, settings))) for one in results]
    blocks: list[Block] = [*groups]
    if len(results) > 1:
        head = ["from", "to", "verdict", *map(str, Touches), "cases"]
        blocks.insert(0, DataTable(head, list(map(_row, results))))
    return _whole(results, groups, blocks)


def _row(gated: Gated) -> list[str]:
    counts = [str(sum(one.touches is kind for one in gated.changes)) for kind in Touches]
    cases = f"{sum(gated.cases.values()):,}"
    return [gated.pair.before, gated.pair.after, gated.verdict, *counts, cases]


def _headline(gated: Gated, changes: int) -> str:
    total = f"{sum(gated.cases.values()):,} cases"
    if gated.verdict == "not driven":
        return gated.verdict
    if gated.verdict == "not proven":
        return f"not proven: no change in {total}, but {gated.reach}"
    if gated.verdict == "no change":
        ran = f", {gated.reach}" if gated.reach is not None and gated.reach.lines else ""
        return f"no change in {total}{ran}"
    if not gated.changes:
        return f"no change that is not accepted in {total}"
    return count_of(changes, "change")


def _blocks(gated: Gated, settings: Gate) -> Iterator[Block]:
    yield Facts([*_facts(gated), *_conditions(gated)])
    yield from (Item("not driven", detail=why, outcome="error") for why in gated.undriven)
    yield from (Item("stale", detail=why, outcome="failure") for why in gated.stale)
    for one in gated.accepted:
        title = f"accepted in {one.cases:,} cases: {one.title}"
        yield Item(title, detail=f"{one.cause} ({one.source})", outcome="passed")
    told = Told(gated)
    yield from (_change(n, one, told, settings) for n, one in enumerate(gated.changes, 1))
    yield from _deciding(gated)
    if gated.verdict == "not driven" and not gated.undriven:
        yield Item("not driven", detail="no case was run", outcome="error")
    elif gated.verdict == "not proven" and gated.reach is not None:
        not_run = "; ".join(map(str, gated.reach.open[:_UNREACHED]))
        yield Item("not proven", detail=f"did not run: {not_run}", outcome="skipped")
    elif gated.verdict == "no change":
        yield Item("no change", outcome="passed")


def _facts(gated: Gated) -> Iterator[tuple[str, Words]]:
    if gated.cases:
        yield "cases", ", ".join(f"{name} {count:,}" for name, count in gated.cases.items())
    if (reach := gated.reach) is not None:
        declared = f"{reach.declarations:,} changed declarations"
        outside = f"{reach.outside:,} changed modules outside the path of rewards"
        yield "coverage", f"{reach}; {declared}; {outside}"
        yield from (("not run", Code(str(one))) for one in reach.open[:_UNREACHED])
        if len(reach.open) > _UNREACHED:
            yield "not run", f"{len(reach.open) - _UNREACHED:,} more functions; JSON has them"


def _conditions(gated: Gated) -> Iterator[tuple[str, Words]]:
    if (conditions := gated.conditions) is None:
        return
    chosen = [name for name in conditions.equal if name.partition(" ")[0] in _TELLING]
    rest = f"{len(conditions.equal) - len(chosen)} more packages that both need"
    yield "held equal", f"{conditions.python}, the hash seed, {', '.join([*chosen, rest])}"
    if conditions.unequal:
        yield "not held equal", _ascii(", ".join(conditions.unequal))
    yield from (("not compared", one) for one in conditions.absent)
    if conditions.relaxed:
        lacking = f"{', '.join(conditions.relaxed)}: not on the package index"
        yield f"{gated.pair.after} is without", lacking
    unknown = "the digest of its wheel is unknown to this project, taken as found"
    releases = zip((gated.pair.before, gated.pair.after), conditions.pinned, strict=True)
    yield from ((release, unknown) for release, pinned in releases if not pinned)


def _change(number: int, change: Change, told: Told, settings: Gate) -> Item:
    entries, _ = told.of(change)
    explanation = next(iter(entries), None)
    clause = change.finding.clause
    title = explanation.means if explanation else change.description or Code(clause)
    facts: list[tuple[str, Words]] = []
    if explanation:
        facts = [("affects", explanation.affects), ("what to do", explanation.advice)]
    pair, head = told.gated.pair, (f"{number}. ", title, f": touches {change.touches}")
    facts += [*_particulars(change, pair), ("again", Code(repeat(pair, change, settings)))]
    return Item(head, facts, _ascii(change.title), "failure", clause)


def _particulars(change: Change, pair: Pair) -> Iterator[tuple[str, Words]]:
    finding = change.finding
    if change.description:
        share = f" explains {change.explained:,} of {change.cases:,} cases"
        yield "deviation", (Code(", ".join(change.deviations)), share)
    else:
        sentence = f": {CATALOGUE[finding.clause].sentence}"
        yield "clause", (Code(finding.clause), sentence)
    others = [one for one in change.clauses if one != finding.clause]
    if others:
        more = f" and {len(others) - _CLAUSES} more" if len(others) > _CLAUSES else ""
        yield "also in", f"{', '.join(others[:_CLAUSES])}{more}"
    yield "smallest case", Code(show.case(finding.case))
    before = pair.before if finding.oracle is None else "accepted"
    places = values(finding.case, finding.expected, finding.candidate)
    for place, *sides in places[:_PLACES]:
        first, second = (Code(show.shorten(side, 300) or "nothing") for side in sides)
        yield place or "answers", (f"{before} ", first, f"; {pair.after} ", second)
    if len(places) > _PLACES:
        yield "more places", str(len(places) - _PLACES)


def document(results: Sequence[Gated], settings: Gate) -> dict[str, object]:
    """Return the results for JSON, with cases in the protocol's form."""
    return {
        "gate": 2,
        "seed": settings.seed,
        "profile": settings.profile.value,
        "exit": int(exit_code(results)),
        "pairs": [_pair_document(gated, settings) for gated in results],
    }


def _pair_document(gated: Gated, settings: Gate) -> dict[str, object]:
    conditions = asdict(gated.conditions) if gated.conditions else None
    return {
        **asdict(gated.pair),
        **members(gated, "verdict", "cases", "reach"),
        "held": conditions and {**conditions, "wheels": conditions.pop("digests")},
        **members(gated, "undriven", "stale", "accepted"),
        "changes": [_change_document(gated.pair, change, settings) for change in gated.changes],
    }


def _change_document(pair: Pair, change: Change, settings: Gate) -> dict[str, object]:
    finding, operation = change.finding, change.finding.case.operation
    answers = (finding.oracle_answer, finding.candidate, finding.expected)
    before, after, expected = (
        messages.answer_to_json(operation, without_message(answer)) for answer in answers
    )
    return {
        "touches": change.touches.name.lower(),
        "deviations": change.deviations,
        "description": change.description or None,
        **members(change, "explained", "cases", "causes", "places", "clauses"),
        "clause": finding.clause,
        "op": operation,
        "input": messages.input_to_json(finding.case),
        "before": before,
        "after": after,
        "expected": None if finding.oracle is None else expected,
        "repeat": repeat(pair, change, settings),
    }


def view_of_jobs(upgrade: Upgrade) -> View:
    """Return the changes of a release in recorded jobs, scores first."""
    ordered = sorted(upgrade.changes, key=lambda change: not change.is_score)
    blocks = list[Block]()
    contradicted = f"is recorded, which does not follow from the files in {upgrade.before}"
    for one in ordered[:_JOBS]:
        change = (f"{one.job}: {one.what}: ", Code(one.before), " becomes ", Code(one.after))
        recorded = f"; {one.recorded} {contradicted}" if one.recorded else ""
        blocks.append(Item(change, detail=f"{one.cause}{recorded}"))
    if len(ordered) > _JOBS:
        blocks.append(f"and {len(ordered) - _JOBS:,} more")
    return View(upgrade.verdict, blocks, "error" if upgrade.changes else "same")
