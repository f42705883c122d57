"""What a run does worse than an earlier one, or than another candidate's."""
