"""harness-arena, with the index that it makes of a job."""
