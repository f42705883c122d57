"""Wrong candidates made by mutation operators at randomly rolled places of the reference."""
