"""Fuzzing: one seed after another for hours, guided by nothing, ended by harbor's coverage."""
