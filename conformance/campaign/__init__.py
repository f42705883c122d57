"""Campaigns: fresh seeds for hours, which remember what they found."""
