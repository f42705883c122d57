"""Mistakes that public readers of rewards really make."""
