"""Environments with other versions than those here, built by uv once and kept."""
