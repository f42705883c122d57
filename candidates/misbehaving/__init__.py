"""The reference as a process that misbehaves: what the suite must survive and name.

``certify misbehaving/NAME`` shows the verdict on each; ``docs/trust.md`` lists them.
"""

from candidates.misbehaving.behaviours import BEHAVIOURS

__all__ = ["BEHAVIOURS"]
