"""The commands, and the end of their help: examples and exit statuses."""

from conformance.certification.verdict import ExitCode

PROGRAM = "harbor-conformance"

COMMANDS = {
    "certify": "Compare a candidate with harbor, and print the verdict.",
    "verify": "Verify a certificate against the local files.",
    "compare": "Compare runs: what is new, gone and the same.",
    "audit": "Recompute every number of recorded jobs from their files.",
    "check": "Show how harbor reads a reward file, and what to fix.",
    "gate": "Compare two releases of harbor, and print what changed.",
    "fuzz": "Run seed after seed until harbor's coverage stops growing.",
    "expected": "List, check or propose a candidate's expected deviations.",
    "survey": "Compare public readers of harbor's rewards on the same jobs.",
    "smoke": "Check the protocol and a few samples, in five seconds.",
    "explain": "Explain a clause, a deviation or an operation.",
    "show": "Print names, the JSON Schema, the shim, or a run's badge.",
    "ask": "Show what harbor and candidates do with one input.",
    "corpus": "Work with the recorded cases.",
}
"""Every command, with the first line of its help; a test compares them with the docstrings."""

EXAMPLES: dict[str, tuple[str, ...]] = {
    "certify": (
        "certify reference --profile quick",
        "certify mine --operation metric",
        "certify mine.py --operation metric --watch",
        "certify --command 'node candidate.mjs' --report report",
        "certify mine --seed 1 --json",
    ),
    "verify": (
        "verify report/",
        "verify report/certificate.json --again",
        "verify report/ --json",
    ),
    "compare": (
        "compare last-week/ this-week/",
        "compare last-week/report.json mine",
        "compare reference javascript --profile quick",
        "compare last-week/ --command 'node candidate.mjs'",
        "compare last-week/ this-week/ --accept declared:naive-sum",
    ),
    "audit": (
        "audit jobs/2026-11-20__10-00-00",
        "audit jobs --format html > audit.html",
        "audit jobs --strict --json",
    ),
    "check": (
        "check reward.json",
        "check - --strict < reward.txt",
        "check reward.txt --release 0.25.0 --reader all",
    ),
    "gate": (
        "gate 0.26.0 jobs",
        "gate 0.26.0",
        "gate 0.18.0 --accepted accepted/harbor-0.18.0.toml --update",
        "gate 0.13.1..0.16.0 --json",
    ),
    "fuzz": (
        "fuzz mine --for 2h",
        "fuzz reference javascript --cases 50M --operation metric",
        "fuzz --release 0.14.0 --for 10m --folder fuzz/0.14.0",
        "fuzz mine --for 2h --database redis://127.0.0.1:6379/0",
    ),
    "expected": (
        "expected spec-000",
        "expected mine --expected mine.toml --propose",
        "expected mine --expected mine.toml --update",
    ),
    "survey": (
        "survey inspect-harbor",
        "survey --input both-files",
        "survey --latest --write survey",
    ),
    "smoke": (
        "smoke mine",
        "smoke --command 'node candidate.mjs'",
    ),
    "explain": (
        "explain verifier.json-wins",
        "explain naive-sum",
        "explain metric.compensated-sum --json",
    ),
    "show": (
        "show candidates",
        "show clauses --format markdown > clauses.md",
        "show protocol > protocol.schema.json",
        "show badge report/ > badge.svg",
        "show shim > harbor_conformance_shim.py",
    ),
    "ask": (
        "ask verifier --reward-txt 1_000",
        "ask verifier --reward-json '{\"passed\": true}' --json",
        'ask multi_step --strategy mean --steps \'[{"rewards": {"reward": 1}}, null]\'',
        "ask metric --metric mean --rewards '[{\"reward\": 1}, null]'",
        "ask pass_at_k --trials '[]'",
        "ask trial_result jobs/job/trial/result.json",
        "ask job --input @job.json --candidate reference",
        "ask reason_code 'reward file is empty'",
        "ask recorded metric.compensated-sum.mean-of-tenths",
    ),
    "corpus verify": ("corpus verify",),
    "corpus record": (
        "corpus record verifier.json-wins two-files --note 'Why it is kept.' --input @case.json",
    ),
}
"""The command lines of each command, without the program's name."""


def epilog(command: str) -> str:
    """Return the text after the options in a command's help, whose lines are not wrapped.

    It is empty for a command without examples.
    """
    lines = [f"  {PROGRAM} {line}" for line in EXAMPLES.get(command, ())]
    return _unwrapped("Examples:", lines) if lines else ""


def of_the_program() -> str:
    """Return the text after the commands in the program's help."""
    first = ("certify", "compare", "ask")
    lines = [f"  {PROGRAM} {EXAMPLES[command][0]}" for command in first]
    table = [f"  {int(code):>3}  {code.meaning}" for code in ExitCode]
    return "\n\n".join(
        [_unwrapped("Examples:", lines), _unwrapped("Exit status of every command:", table)]
    )


def _unwrapped(heading: str, lines: list[str]) -> str:
    return "\n".join(["\b", heading, *lines])
