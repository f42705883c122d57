"""Fuzzing: unguided runs of one seed after another for hours, ended by harbor's coverage."""
