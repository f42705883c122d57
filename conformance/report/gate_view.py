"""The results of a gate, and a release's changes in recorded jobs, as views and as JSON."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict

from conformance.audit.readers import Upgrade
from conformance.certification import count_of
from conformance.examination.corpus import without_message
from conformance.gate.changes import Change
from conformance.gate.explanations import GROUPS, Explanation, meanings
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

_PLACES, _UNREACHED, _CLAUSES, _JOBS = 6, 3, 5, 50
"""How many places, functions, clauses and changes of jobs are shown; JSON has all."""

LINE = 160
"""Characters of a meaning that are shown."""

_SCREEN, _FEWEST = 33, 2
"""Lines for meanings and headings on a screen of forty, and meanings of a group that stay."""

_TELLING = ("pydantic", "pydantic_core", "pydantic-core", "litellm")


def _ascii(text: str) -> str:
    """Return text with plain arrows."""
    return text.replace("→", "->")


def view(results: Sequence[Gated], settings: Gate, *, brief: bool = False) -> View:
    """Return each pair with its changes by group and meaning, after a table of several pairs.

    If it is ``brief``, each pair is one screen, without the cases beneath each meaning.
    """
    groups = [Group(_title(one), [*_blocks(one, settings, brief=brief)]) for one in results]
    blocks: list[Block] = [*groups]
    if brief:
        blocks.append("--verbose has the cases, --format json all of them")
    elif len(results) > 1:
        head = ["from", "to", "verdict", *map(str, Touches), "cases"]
        blocks.insert(0, DataTable(head, list(map(_row, results))))
    changed = sum(gated.verdict == "changed" for gated in results)
    headline = f"{changed} of {len(results)} pairs changed" if results[1:] else str(groups[0].title)
    tone: Tone = "error" if exit_code(results) else "same"
    return View(headline, blocks, tone, "harbor-conformance gate")


def _row(gated: Gated) -> list[str]:
    counts = [str(sum(one.touches is kind for one in gated.changes)) for kind in Touches]
    cases = f"{sum(gated.cases.values()):,}"
    return [gated.pair.before, gated.pair.after, gated.verdict, *counts, cases]


def _title(gated: Gated) -> str:
    total = f"{sum(gated.cases.values()):,} cases"
    if gated.verdict == "not driven":
        told = gated.verdict
    elif gated.verdict == "not proven":
        told = f"not proven: no change in {total}, but {gated.reach}"
    elif gated.verdict == "no change":
        ran = f", {gated.reach}" if gated.reach is not None and gated.reach.lines else ""
        told = f"no change in {total}{ran}"
    elif not gated.changes:
        told = f"no change that is not accepted in {total}"
    else:
        told = count_of(sum(map(len, meanings(gated).values())), "change")
    return _ascii(f"harbor {gated.pair}: {told}")


def _blocks(gated: Gated, settings: Gate, *, brief: bool) -> Iterator[Block]:
    if not brief:
        yield Facts([*_conditions(gated)])
    undriven = gated.undriven or ("no case was run",) * (gated.verdict == "not driven")
    yield from (Item("not driven", detail=why, outcome="error") for why in undriven)
    yield from (Item("stale", detail=why, outcome="failure") for why in gated.stale)
    if gated.accepted:
        reasons = [(one.title, f"{one.cause} ({one.source})") for one in gated.accepted]
        title = f"accepted: {count_of(len(reasons), 'change')}"
        yield Item(title, [] if brief else reasons, outcome="passed")
    yield from _changes(gated, settings, brief=brief)
    absent = gated.conditions.absent if gated.conditions else ()
    yield from (f"not compared: {one}" for one in absent)
    if (reach := gated.reach) is not None:
        yield f"coverage: {reach}"
    if reach is not None and reach.open:
        places = "; ".join(map(str, reach.open[:_UNREACHED]))
        told = f"{count_of(len(reach.open), 'changed function')} did not run: {places}"
        yield Item("not proven", detail=told, outcome="skipped")
    if gated.verdict == "no change" and not brief:
        yield Item("no change", outcome="passed")


def _changes(gated: Gated, settings: Gate, *, brief: bool) -> Iterator[Block]:
    """Yield the changes by group and meaning, each with its cases unless it is ``brief``."""
    found, left = meanings(gated), [*gated.changes]
    shown = on_one_screen({group: [one.title for one in of] for group, of in found.items()})
    for group, of in found.items():
        yield Strong(f"{GROUPS[group]}: {count_of(len(of), 'change')}")
        if brief:
            yield from (f"  {show.shorten(_ascii(title), LINE)}" for title in shown[group])
        for meaning, changes in () if brief else of.items():
            here = [one for one in changes if one in left]  # not those of an earlier meaning
            left = [one for one in left if one not in here]
            cases = [_change(one, gated.pair, settings) for one in here]
            yield Group(_ascii(meaning.title), [Facts([*_advice(meaning)]), *cases])
        yield from _deciding(gated) if group == "new" else ()


def _advice(meaning: Explanation) -> Iterator[tuple[str, Words]]:
    if meaning.advice:
        yield "affects", meaning.affects
        yield "what to do", meaning.advice


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


def on_one_screen(found: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
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


def _conditions(gated: Gated) -> Iterator[tuple[str, Words]]:
    """Yield what was run, what was held equal, and what could not be."""
    if gated.cases:
        yield "cases", ", ".join(f"{name} {count:,}" for name, count in gated.cases.items())
    if (reach := gated.reach) is not None:
        yield "declarations", f"{reach.declarations:,} changed"
        yield "modules", f"{reach.outside:,} changed outside the path of rewards"
    if (conditions := gated.conditions) is None:
        return
    chosen = [name for name in conditions.equal if name.partition(" ")[0] in _TELLING]
    rest = f"{len(conditions.equal) - len(chosen)} more packages that both need"
    yield "held equal", f"{conditions.python}, the hash seed, {', '.join([*chosen, rest])}"
    if conditions.unequal:
        yield "not held equal", _ascii(", ".join(conditions.unequal))
    unknown = "the digest of its wheel is unknown to this project, taken as found"
    releases = zip((gated.pair.before, gated.pair.after), conditions.pinned, strict=True)
    yield from ((release, unknown) for release, pinned in releases if not pinned)


def _change(change: Change, pair: Pair, settings: Gate) -> Item:
    clause, again = change.finding.clause, Code(repeat(pair, change, settings))
    facts = [*_particulars(change, pair), ("again", again)]
    title = (Code(clause), f": {_ascii(change.title)}")
    return Item(title, facts, f"touches {change.touches}", "failure", clause)


def _particulars(change: Change, pair: Pair) -> Iterator[tuple[str, Words]]:
    finding = change.finding
    if change.description:
        share = f" explains {change.explained:,} of {change.cases:,} cases"
        yield "deviation", (Code(", ".join(change.deviations)), share)
    else:
        yield "clause", CATALOGUE[finding.clause].sentence
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
    for one in ordered[:_JOBS]:
        change = (f"{one.job}: {one.what}: ", Code(one.before), " becomes ", Code(one.after))
        blocks.append(Item(change, detail=one.cause))
    if len(ordered) > _JOBS:
        blocks.append(f"and {len(ordered) - _JOBS:,} more")
    return View(upgrade.verdict, blocks, "error" if upgrade.changes else "same")
