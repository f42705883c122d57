"""Writes report/evidence.md: what the suite's own claims rest on, each part by its command.

    python benchmarks/evidence.py [--only PART]... [--write report/evidence.md]

With ``--only`` the other parts stay as they are in the file.
"""

import argparse
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from conformance.implementations.process.reaper import run_tool

ROOT = Path(__file__).parent.parent
BIN = Path(sys.executable).parent


@dataclass(frozen=True, slots=True)
class Part:
    """A section of the page: its title, what it says, and the command that prints it."""

    title: str
    says: str
    words: tuple[str, ...]

    @property
    def command(self) -> str:
        """The command as a reader types it."""
        return " ".join(self.words)


PARTS: Mapping[str, Part] = {
    "mutation": Part(
        "Changes to the reference that a quick run notices",
        "Each mutant diverges, or is listed in `candidates/reference/equivalent_mutants.toml`.",
        ("python", "-m", "tools.mutation"),
    ),
    "divergence": Part(
        "How soon a deviation is noticed",
        "Each deviation of the catalogue, by recorded cases alone and by generated ones alone.",
        ("python", "benchmarks/first_divergence.py"),
    ),
    "depth": Part(
        "Whether a gate unchanged finds what the default profile finds",
        "The quick gate with seed 0, and the default profile with seed 1, over the same pairs.",
        ("python", "benchmarks/gate_depth.py"),
    ),
    "rare": Part(
        "What siblings find",
        "Rare bugs that a run finds by generated cases alone; `deep` has siblings of each example, "
        "and 5,500 examples without take about as long.",
        ("python", "benchmarks/rare_bugs.py"),
    ),
    "steadiness": Part(
        "Whether a verdict depends on the seed",
        "Certifications of the built-in candidates, each with twenty seeds.",
        ("python", "benchmarks/steadiness.py"),
    ),
    "gates": Part(
        "Whether what a gate finds depends on the seed",
        "Gates of one pair of releases with twenty seeds.",
        ("python", "benchmarks/steadiness.py", "--gate", "0.16.0", "--base", "0.15.0"),
    ),
}


def printed(part: Part) -> str:
    """Return a section; raises SystemExit where its command did not come to its end."""
    program = str(BIN / part.words[0])
    ended = run_tool([program, *part.words[1:]], folder=str(ROOT))
    if ended.returncode not in {0, 1} or not ended.stdout.strip():
        raise SystemExit(f"{part.command}: exit status {ended.returncode}: {ended.stderr[-400:]}")
    text = ended.stdout.strip()
    shown = text if text.startswith(("|", "#")) else f"```text\n{text}\n```"
    return f"## {part.title}\n\n{part.says}\n\n`{part.command}` printed:\n\n{shown}\n"


def kept(file: Path) -> dict[str, str]:
    """Return the sections that a file has, by their title."""
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    sections = re.split(r"(?m)^(?=## )", text)
    return {one.partition("\n")[0].removeprefix("## "): one.rstrip("\n") for one in sections[1:]}


def page(file: Path, chosen: list[str]) -> Iterator[str]:
    """Yield the page: its head, and each section, made anew or as it was."""
    before = kept(file)
    yield "# Evidence"
    yield ""
    yield "What the suite's claims about itself rest on. `tox -e evidence` writes this page;"
    yield "figures of time are of the machine that printed them."
    for name, part in PARTS.items():
        if name in chosen:
            print(part.command, file=sys.stderr, flush=True)
            section = printed(part).rstrip("\n")
        else:
            section = before.get(part.title, "")
        if section:
            yield f"\n{section}"


def main() -> int:
    """Write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", action="append", choices=PARTS)
    parser.add_argument("--write", type=Path, default=ROOT / "report" / "evidence.md")
    given = parser.parse_args()
    given.write.parent.mkdir(exist_ok=True)
    text = "\n".join(page(given.write, given.only or list(PARTS))) + "\n"
    given.write.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
