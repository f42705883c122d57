"""What a gate found out, as Markdown: for a terminal, a step summary, or a page."""

from collections.abc import Iterator, Sequence

from conformance.gate.changes import Change
from conformance.gate.explanations import Explanation, explanation_of
from conformance.gate.reaching import Reach
from conformance.gate.releases import Pair
from conformance.gate.results import Gated
from conformance.gate.run import Questions
from conformance.gate.symptoms import Touches, values
from conformance.gate.verdict import repeat
from conformance.operations.catalogue import CATALOGUE
from conformance.protocol import show
from conformance.protocol.values import HARBOR_VERSION

_PLACES = 6
"""Places at which a change shows its two answers; more follow from the same cause."""

_CLAUSES = 5
"""Clauses that a change names beside its own; JSON has them all."""

_LONGEST = 300
"""Characters of one answer that are shown."""


def to_text(results: Sequence[Gated], questions: Questions) -> str:
    """Return the matrix of all pairs where there are several, and each pair in full."""
    lines: list[str] = []
    if len(results) > 1:
        lines += [*_head(results, questions), *matrix(results), ""]
    for gated in results:
        lines += [*_pair(gated, questions, folded=len(results) > 1), ""]
    return "\n".join(lines).rstrip("\n") + "\n"


def _head(results: Sequence[Gated], questions: Questions) -> Iterator[str]:
    words = " ".join(asked_for([gated.pair for gated in results]))
    yield "# What changes between releases of harbor"
    yield ""
    yield (
        f"`harbor-conformance gate {words} --seed {questions.seed} "
        f"--profile {questions.profile.value}` printed this page. "
        "[Upgrade harbor](upgrade-harbor.md) says how to read it."
    )
    yield ""


def asked_for(pairs: Sequence[Pair]) -> Iterator[str]:
    """Yield the words that stand for pairs on a command line: ranges where they follow on."""
    start = 0
    for place, pair in enumerate(pairs):
        if place + 1 == len(pairs) or pairs[place + 1].before != pair.after:
            first = pairs[start].before
            one = place == start and first == HARBOR_VERSION
            yield pair.after if one else f"{first}..{pair.after}"
            start = place + 1


def matrix(results: Sequence[Gated]) -> Iterator[str]:
    """Yield a table with a row a pair: what changed in it, by what it touches."""
    yield "| from | to | verdict | a score | an error's name | only the text | cases asked |"
    yield "|---|---|---|---|---|---|---|"
    for gated in results:
        counts = [sum(change.touches is kind for change in gated.changes) for kind in Touches]
        cells = [*map(str, counts), f"{sum(gated.cases.values()):,}"]
        pair = gated.pair
        yield f"| {pair.before} | {pair.after} | {gated.verdict} | {' | '.join(cells)} |"


def _pair(gated: Gated, questions: Questions, *, folded: bool) -> Iterator[str]:
    yield f"## harbor {gated.pair}: {_headline(gated)}"
    yield ""
    yield from _asked(gated)
    yield from (f"- not driven: {_plain(why)}" for why in gated.undriven)
    yield from (f"- stale: {_plain(why)}" for why in gated.stale)
    for one in gated.accepted:
        why = _plain(f"{one.cause} ({one.source})")
        yield f"- accepted in {one.cases:,} cases: {_plain(one.title)}: {why}"
    for number, change in enumerate(gated.changes, 1):
        yield ""
        lines = list(_change(number, change, gated, questions))
        yield from _folded(lines) if folded else lines


def _headline(gated: Gated) -> str:
    total = sum(gated.cases.values())
    if gated.verdict == "not proven" and gated.reach is not None:
        return f"not proven: no change in {total:,} cases, but {gated.reach}"
    if gated.verdict != "changed":
        ran = f", {gated.reach}" if gated.reach is not None and gated.reach.lines else ""
        return f"{gated.verdict} in {total:,} cases{ran}" if total else gated.verdict
    if not gated.changes:
        return f"no change that is not accepted in {total:,} cases"
    return f"{len(gated.changes)} change{'s' if len(gated.changes) > 1 else ''}"


def _asked(gated: Gated) -> Iterator[str]:
    if gated.cases:
        by_operation = ", ".join(f"{op} {count:,}" for op, count in gated.cases.items())
        yield f"- asked: {by_operation}"
    yield from _reach(gated.reach)
    conditions = gated.conditions
    if conditions is None:
        return
    chosen = [name for name in conditions.equal if name.partition(" ")[0] in _TELLING]
    yield (
        f"- held equal: {conditions.python}, the hash seed, {', '.join(chosen)} and "
        f"{len(conditions.equal) - len(chosen)} more packages that both need"
    )
    if conditions.unequal:
        yield f"- not held equal: {', '.join(conditions.unequal)}"
    if conditions.relaxed:
        lacking = ", ".join(conditions.relaxed)
        yield (
            f"- {gated.pair.after} asks for {lacking}, which the package index does not have, "
            "and was installed without"
        )
    for release, pinned in zip(
        (gated.pair.before, gated.pair.after), conditions.pinned, strict=True
    ):
        if not pinned:
            yield f"- {release}: its wheel's digest is not known to this project, taken as found"


def _reach(reach: Reach | None) -> Iterator[str]:
    """Yield how far the questions went into the change, and what they did not run."""
    if reach is None:
        return
    yield f"- reach: {reach}; {count_of(reach)}"
    for one in reach.open[:_UNREACHED]:
        yield f"- not run: `{one}`"
    if len(reach.open) > _UNREACHED:
        rest = len(reach.open) - _UNREACHED
        yield f"- not run: {rest:,} more functions; JSON has them"


_UNREACHED = 12


def count_of(reach: Reach) -> str:
    """Return in words what of a change runs at import, and what no reward depends on."""
    declared = f"{reach.declarations:,} changed declarations"
    return f"{declared}; {reach.outside:,} changed modules outside the path of rewards"


_TELLING = ("pydantic", "pydantic_core", "pydantic-core", "litellm")


def _change(number: int, change: Change, gated: Gated, questions: Questions) -> Iterator[str]:
    finding = change.finding
    explanation = explanation_of(gated.pair, change)
    yield f"### {number}. {_title(change, explanation)}"
    yield ""
    if explanation is not None:
        yield f"Affects {explanation.affects}. What to do: {explanation.advice}."
        yield ""
    yield from _told(change) if change.description else _untold(change)
    yield f"- smallest case: `{show.case(finding.case)}`"
    parted = values(finding.case, finding.expected, finding.candidate)
    for place, before, after in parted[:_PLACES]:
        yield f"- {f'`{_plain(place)}`: ' if place else ''}{_two(gated, change, before, after)}"
    if len(parted) > _PLACES:
        yield f"- and {len(parted) - _PLACES} more places"
    yield f"- again: `{repeat(gated.pair, change, questions)}`"


def _title(change: Change, explanation: Explanation | None) -> str:
    """Return what a change comes to for people, and else where it shows."""
    if explanation is not None:
        return f"{explanation.means}: touches {change.touches}"
    where = _plain(change.description) if change.description else f"`{change.finding.clause}`"
    return f"{where}: touches {change.touches}"


def _folded(lines: Sequence[str]) -> Iterator[str]:
    """Yield a change whose particulars open on demand."""
    particulars = next(place for place, line in enumerate(lines) if line.startswith("- "))
    yield from lines[:particulars]
    yield "<details><summary>particulars</summary>"
    yield ""
    yield from lines[particulars:]
    yield ""
    yield "</details>"


def _told(change: Change) -> Iterator[str]:
    """Yield how deviations reproduce a change."""
    yield f"- {_plain(change.description)}"
    names = ", ".join(f"`{name}`" for name in change.deviations)
    share = f"{change.explained:,} of {change.cases:,} cases"
    yield f"- deviation: {names}, by which {share} are answered"
    yield f"- shows in {_some(change.clauses)}"


def _untold(change: Change) -> Iterator[str]:
    """Yield the clause and the places of a change that no deviation reproduces."""
    clause = change.finding.clause
    yield f"- `{clause}`: {CATALOGUE[clause].sentence}"
    yield f"- what parts: {'; '.join(f'`{cause}`' for cause in change.causes)}"
    if others := [other for other in change.clauses if other != clause]:
        yield f"- shows as well in {_some(others)}"


def _some(clauses: Sequence[str]) -> str:
    more = f" and {len(clauses) - _CLAUSES} more" if len(clauses) > _CLAUSES else ""
    return f"{', '.join(clauses[:_CLAUSES])}{more}"


def _two(gated: Gated, change: Change, before: str, after: str) -> str:
    answers = (show.shorten(text, _LONGEST) if text else "nothing" for text in (before, after))
    first = "accepted" if change.finding.is_deviation else gated.pair.before
    return "; ".join(
        f"{release} `{text}`"
        for release, text in zip((first, gated.pair.after), answers, strict=True)
    )


def _plain(text: str) -> str:
    return show.printable(text)
