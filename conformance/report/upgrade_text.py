"""What an upgrade does to recorded jobs, as Markdown and as JSON."""

import json
from dataclasses import asdict

from conformance.audit.upgrade import JobChange, Upgrade
from conformance.protocol import show

_MOST = 50
"""Changes that are told one by one."""


def to_text(upgrade: Upgrade) -> str:
    """Return the verdict, and each change in a line, scores first."""
    ordered = sorted(upgrade.changes, key=lambda change: not change.is_score)
    lines = [_line(change) for change in ordered[:_MOST]]
    if len(ordered) > _MOST:
        lines.append(f"- and {len(ordered) - _MOST:,} more")
    return "\n".join([f"**{upgrade.verdict}**", "", *lines]).rstrip() + "\n"


def to_json(upgrade: Upgrade) -> str:
    """Return the verdict, and all changes."""
    return json.dumps({"verdict": upgrade.verdict, **asdict(upgrade)}, indent=2) + "\n"


def _line(change: JobChange) -> str:
    what = show.printable(f"{change.job}: {change.what}")
    return f"- {what}: `{change.before}` becomes `{change.after}` ({change.cause})"
