"""Audits as JSON."""

import json
from collections.abc import Sequence
from dataclasses import asdict

from conformance.audit.findings import Audit, verdict_of
from conformance.protocol.shapes import Json
from conformance.report.audit_text import name_of

AUDIT_VERSION = 1


def to_text(audits: Sequence[Audit]) -> str:
    """Return all that the audits of jobs show."""
    document: dict[str, Json] = {
        "audit": AUDIT_VERSION,
        "verdict": verdict_of(audits),
        "agrees": all(audit.agrees for audit in audits),
        "jobs": [_job(audit) for audit in audits],
    }
    return json.dumps(document, indent=2) + "\n"


def _job(audit: Audit) -> Json:
    return {
        "name": name_of(audit),
        "written_by": audit.release,
        "derived_by": audit.by,
        "agrees": audit.agrees,
        "trials": audit.trials,
        "derived": audit.derived,
        "taken": audit.taken,
        "headlines": [asdict(one) for one in audit.headlines],
        "findings": [asdict(one) for one in audit.findings],
    }
