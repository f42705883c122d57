"""A result.json as harbor itself writes it.

``tests/test_oracle_trial_result.py`` holds these texts against harbor's own
``model_dump_json(indent=4)`` (harbor/trial/trial.py:328).
"""

import json
from collections.abc import Mapping
from importlib import resources

_TEXT = (
    resources.files(__package__).joinpath("written.json").read_text(encoding="utf-8").rstrip("\n")
)
"""A trial without a result."""

FINITE = (
    (0, "0"), (1, "1"), (1.0, "1.0"), (0.0, "0.0"), (0.5, "0.5"), (-0.0, "-0.0"), (-1, "-1"),
    (2 / 3, "0.6666666666666666"), (0.1, "0.1"), (1e22, "1e+22"), (1e-7, "1e-7"), (1e16, "1e+16"),
    (5e-324, "5e-324"), (2**53 + 1, "9007199254740993"),
    (1.7976931348623157e308, "1.7976931348623157e+308"),
    (10**30, "1" + "0" * 30), (123456789.125, "123456789.125"),
)  # fmt: skip
"""Numbers, and the text that harbor writes for them."""

NOT_FINITE = ((float("nan"), "null"), (float("inf"), "null"), (float("-inf"), "null"))
"""What harbor writes where a number is none of JSON's."""

EXCEPTION_TYPES = ("RuntimeError", "CancelledError", "VerifierTimeoutError")


def written(rewards: Mapping[str, str] | None, exception: str | None = None) -> str:
    """Return what harbor writes for rewards, given as text, and an exception's type.

    Without rewards, the trial has no verifier result.
    """
    text = _TEXT
    if rewards is not None:
        members = ",".join(f'\n            "{name}": {n}' for name, n in rewards.items())
        inner = f"{{{members}\n        }}" if rewards else "{}"
        text = text.replace(
            '"verifier_result": null', f'"verifier_result": {{\n        "rewards": {inner}\n    }}'
        )
    if exception is not None:
        text = text.replace('"exception_info": null', f'"exception_info": {_raised(exception)}')
    return text


def _raised(exception: str) -> str:
    info = {
        "exception_type": exception,
        "exception_message": "zu gro\u00df",
        "exception_traceback": f"Traceback (most recent call last):\n{exception}\n",
        "occurred_at": "2026-01-02T03:04:05.678901",
    }
    return json.dumps(info, indent=4, ensure_ascii=False).replace("\n", "\n    ")
