"""``python -m tools.upgrades``: writes docs/upgrades.md, the changes in each release of harbor."""

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from candidates.deviations.catalogue import CATALOGUE
from candidates.deviations.releases import MODELLED, since, until
from conformance.gate.explanations import GROUPS, Explanation, explanations
from conformance.protocol.values import HARBOR_VERSION

PAGE = Path(__file__).parent.parent / "docs" / "upgrades.md"
_FIRST, _STEP, _HEIGHT = 30, 48, 60


def main() -> int:
    """Write the page."""
    PAGE.write_text(to_text(), encoding="utf-8")
    return 0


def to_text() -> str:
    """Return the page."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield "# What changes between releases of harbor"
    yield ""
    yield (
        "Begin with your own jobs: `harbor-conformance gate 0.26.0 jobs` derives their numbers "
        f"with both releases; `harbor-conformance gate 0.26.0` compares it with {HARBOR_VERSION}. "
        "`python -m tools.upgrades` writes this page. On both releases, tests run a case that "
        "shows each change and the nearest unaffected case."
    )
    yield ""
    told = explanations()
    yield from _picture({one.release for one in told if one.group == "scores"}, told)
    columns = sorted({one.release for one in told}, key=MODELLED.index)
    yield f"| change | {' | '.join(columns)} |"
    yield f"|---|{'---|' * len(columns)}"
    for group in GROUPS:
        for one in told:
            if one.group == group:
                marks = "|".join("●" if one.release == name else "" for name in columns)
                yield f"| {one.means.split(';')[0]} |{marks}|"
    yield ""
    for release in MODELLED:
        yield from _section(release, [one for one in told if one.release == release])


def _picture(scores: set[str], told: Sequence[Explanation]) -> Iterator[str]:
    """Yield the timeline: red where a score changes, white where nothing does."""
    width = 2 * _FIRST + _STEP * (len(MODELLED) - 1)
    right = width - _FIRST
    yield f'<svg viewBox="0 0 {width} {_HEIGHT}" role="img" aria-label="releases of harbor">'
    yield '<g stroke="gray" transform="translate(0,20)">'
    yield f'<line x1="{_FIRST}" x2="{right}"/>'
    for place, release in enumerate(MODELLED):
        changed = any(one.release == release for one in told)
        fill = "crimson" if release in scores else "gray" if changed else "white"
        x = _FIRST + place * _STEP
        yield f'<circle cx="{x}" r="7" fill="{fill}"/>'
    where = 'text-anchor="middle" transform="translate(0,48)"'
    yield f'</g><g fill="currentColor" font-size="14" {where}>'
    for place, release in enumerate(MODELLED):
        yield f'<text x="{_FIRST + place * _STEP}">{release}</text>'
    yield "</g></svg>"
    yield ""
    yield "Red: a score of the same files changes. Grey: other changes. White: none is known."
    yield ""


def _section(release: str, told: Sequence[Explanation]) -> Iterator[str]:
    named = [name for name in CATALOGUE if release in {since(name), until(name)}]
    if not (told or named):
        return
    yield f"## {release}"
    yield ""
    for group in GROUPS:
        for one in told:
            if one.group == group:
                yield f"- *{group}*: {one.means}. Affects {one.affects}. Advice: {one.advice}."
                yield f"  Shown by `{one.shows[0]}`; `{one.leaves[0]}` is unchanged."
    for name in named:
        sentence = re.sub(f", as (in )?harbor from {release} on", "", CATALOGUE[name].description)
        yield f"- `{name}`: {sentence}."
    yield ""


if __name__ == "__main__":
    sys.exit(main())
