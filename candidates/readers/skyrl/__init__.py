"""skyrl, whose package has nothing to ask about harbor's rewards."""
