"""Wrong implementations, each with one mistake, that follow what public code and threads show."""
