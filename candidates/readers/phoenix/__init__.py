"""The Harbor plugin of Phoenix's client, with the result of a trial."""
