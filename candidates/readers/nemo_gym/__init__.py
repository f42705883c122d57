"""NeMo Gym's Harbor agent, run on trials that harbor has run already."""
