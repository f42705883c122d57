"""Ports with one mistake each, which public readers of rewards and results make."""
