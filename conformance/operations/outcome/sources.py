"""The sections that the clauses of outcome rest on: no wheel has this stage.

The code block of §5 decides; where its rules in words, or another section, say something
else, that is an erratum.
"""

from conformance.operations.clause import Section

RULES = (Section("spec/000", "§5"),)
SUMS = (*RULES, Section("spec/000", "§6"))
