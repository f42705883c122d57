"""The upgrade gate: another release of harbor as the candidate of an earlier one."""
