"""The fates of the mutants, as Markdown and as JSON."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass

from conformance.report.rendering import table
from tools.mutation.equivalents import Edit, Equivalent, edit_of
from tools.mutation.mutants import Mutant
from tools.mutation.running import Fate, MutantVerdict

COLUMNS = {
    Fate.RECORDED: "recorded",
    Fate.GENERATED: "generated",
    Fate.SPELLING: "--exact",
    Fate.NOT_IMPORTED: "at import",
    Fate.HUNG: "by time",
    Fate.ENDED: "ended",
}
"""The heading of each fate of a noticed mutant, in the order of the columns."""


@dataclass(frozen=True, slots=True)
class MutationReport:
    """The mutants of some modules, their verdicts, and the list of equivalent ones."""

    modules: tuple[str, ...]
    judged: tuple[tuple[Mutant, MutantVerdict], ...]
    entries: tuple[Equivalent, ...]
    settings: Mapping[str, object]

    @property
    def unexplained(self) -> list[Edit]:
        """The edits of unlisted survivors, each once."""
        survivors = (edit_of(m) for m, verdict in self.judged if verdict.fate is Fate.SURVIVED)
        return [edit for edit in dict.fromkeys(survivors) if edit not in self._listed]

    @property
    def stale(self) -> list[str]:
        """The listed edits of these modules whose mutants are noticed, in words."""
        survived: dict[Edit, bool] = {}
        for mutant, verdict in self.judged:
            edit = edit_of(mutant)
            survived[edit] = survived.get(edit, True) and verdict.fate is Fate.SURVIVED
        return [
            f"{'noticed now' if edit in survived else 'no mutant any more'}: {edit}"
            for edit in self._listed
            if edit.where.partition(".")[0] in self.modules and not survived.get(edit, False)
        ]

    @property
    def holds(self) -> bool:
        """Whether there are mutants, all noticed or explained, and nothing listed is stale."""
        return bool(self.judged) and not self.unexplained and not self.stale

    @property
    def _listed(self) -> dict[Edit, str]:
        return {edit: entry.reason for entry in self.entries for edit in entry.edits}

    def counts(self, module: str = "") -> Counter[str]:
        """Return the number of mutants of a module, or of all, by fate and in total."""
        listed = self._listed
        counts = Counter[str]()
        for mutant, verdict in self.judged:
            if module in {"", mutant.module}:
                fate = verdict.fate.name
                if verdict.fate is Fate.SURVIVED:
                    fate = "EQUIVALENT" if edit_of(mutant) in listed else "UNEXPLAINED"
                counts.update([fate, "ALL"])
        return counts

    def as_json(self) -> str:
        """Return the report as JSON; its other fields are counted from ``mutants``."""
        document = {
            "settings": self.settings,
            "modules": {module: self.counts(module) for module in self.modules},
            "all": self.counts(),
            "unexplained": [edit._asdict() for edit in self.unexplained],
            "stale": self.stale,
            "mutants": [_mutant_as_json(*one) for one in self.judged],
        }
        return json.dumps(document, indent=1)

    def as_markdown(self) -> str:
        """Return a table with a row per module, unexplained and stale edits, and a last line."""
        fates = ["ALL", *(fate.name for fate in COLUMNS), "EQUIVALENT", "UNEXPLAINED"]
        heads = ["module", "mutants", *COLUMNS.values(), "equivalent", "unexplained"]
        counts = self.counts()
        by_row = {**{module: self.counts(module) for module in self.modules}, "all": counts}
        rows = [[name, *(f"{of_row[f]:,}" for f in fates)] for name, of_row in by_row.items()]
        listed = [f"- unexplained: {edit}" for edit in self.unexplained]
        listed += [f"- stale: {words}" for words in self.stale]
        noticed = counts["ALL"] - counts["EQUIVALENT"] - counts["UNEXPLAINED"]
        conclusion = (
            f"{counts['ALL']:,} mutants: {noticed:,} noticed, {counts['EQUIVALENT']:,} equivalent, "
            f"{counts['UNEXPLAINED']:,} unexplained; {len(self.stale)} stale entries"
        )
        return "\n".join([*table(heads, rows), "", *listed, *([""] if listed else []), conclusion])


def _mutant_as_json(mutant: Mutant, verdict: MutantVerdict) -> dict[str, str]:
    described = {name: text for name, text in asdict(mutant).items() if name != "source"}
    return {**described, "fate": verdict.fate.name, "noticed_by": verdict.noticed_by}
