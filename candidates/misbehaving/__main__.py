"""Misbehaves over the candidate protocol: ``python -m candidates.misbehaving NAME``."""

import sys

from candidates.misbehaving import BEHAVIOURS

BEHAVIOURS[sys.argv[1]]()
