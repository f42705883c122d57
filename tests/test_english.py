"""What people read is plain English: none of the patterns that read like a translation."""

import re
from pathlib import Path

import pytest
import typer
from prose import passages
from typer.main import get_command

from conformance.cli.app import app, loaded
from conformance.cli.help import COMMANDS

ROOT = Path(__file__).parent.parent

PATTERNS = {
    r"(?:say|sa(?:ys|id)|do(?:es|ne)?|answers?|reads?|treats?|ends?|has|have|taken|it) otherwise"
    r"|otherwise than": "differently, or name the difference",
    r"(?:is|are) told|(?:is|are|was|were) said of": "is reported, applies to",
    r"(?:is|are|was|were|be) asked|asked (?:of|about)": "run, tested, sent",
    r"questions?": "input, case",
    r"beside": "besides, next to, along with",
    r"whatever|whoever": "the noun itself: any error, users, fields",
    r"what parts|partings?": "the difference",
    r"stands? (?:in|under)": "is in, is listed under",
    r"comes? of": "results in",
    r"held (?:to|against)": "is compared with, must match",
    r"mended": "fixed",
    r"as (?:it|they) stands?": "unchanged, literally",
    r"at once": "immediately, in parallel",
    r"so many": "N, this many",
    r"(?:is|are) of another": "differs in",
}
"""What is not written, and what is written instead."""

WRONG = re.compile("|".join(rf"\b(?:{one})\b" for one in PATTERNS), re.IGNORECASE)

GENERATED = {"clauses.md", "coverage.md", "survey.md", "upgrades.md"}
"""Pages that tools write, from sentences elsewhere."""

LATER = {
    "audit.md": "rewritten with the audit",
    "upgrade-harbor.md": "rewritten with the gate",
}
"""Pages that are not checked yet, and why."""

FILES = [
    file
    for folder in ("benchmarks", "candidates", "conformance", "docs", "oracle", "tests", "tools")
    for file in sorted((ROOT / folder).rglob("*.py"))
    if file != Path(__file__)  # which has the patterns
]

PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *(one for one in sorted((ROOT / "docs").glob("*.md")) if one.name not in GENERATED | {*LATER}),
]

ALLOWED = {
    "--question": "an option of survey, whose inputs have names",
    "no question": "its message where there is no such name",
    "so many bytes": "English for an amount",
}
"""Passages that are fine, and why."""


def prose(markdown: str) -> str:
    """Return Markdown without code, links' addresses and headings' anchors."""
    text = re.sub(r"```.*?```|^ {4}[^\n]*$", "", markdown, flags=re.DOTALL | re.MULTILINE)
    return re.sub(r"`[^`]*`|\]\([^)]*\)", "", text)


def wrong_in(text: str) -> list[str]:
    """Return the passages that are not plain English."""
    for passage in ALLOWED:
        text = text.replace(passage, "")
    return [
        " ".join(text[one.start() - 30 : one.end() + 20].split()) for one in WRONG.finditer(text)
    ]


def test_each_pattern_is_found() -> None:
    shown = ("it answers otherwise", "is told", "is asked", "a question", "beside it", "whatever")
    assert [wrong_in(f"{' ' * 30}{one}") != [] for one in shown] == [True] * len(shown)
    assert wrong_in(f"{' ' * 30}a number is the reward; otherwise the key is") == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_is_plain_english(page: Path) -> None:
    assert wrong_in(prose(page.read_text(encoding="utf-8"))) == []


def test_docstrings_comments_messages_and_names_of_tests_are_plain_english() -> None:
    wrong = {
        str(file.relative_to(ROOT)): found
        for file in FILES
        if (found := wrong_in("\n".join(passages(file))))
    }
    assert wrong == {}


@pytest.mark.parametrize(
    "name", sorted(COMMANDS.keys() - {"survey"})
)  # --question goes with its rewrite
def test_the_help_of_a_command_is_plain_english(name: str) -> None:
    command = loaded(name)
    help_ = command.get_help(typer.Context(get_command(app), info_name=name))
    assert wrong_in(help_.partition("Examples:")[0]) == []
