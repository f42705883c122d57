"""Wrong candidates whose mistakes are slips in changes at random places of the ports."""
