"""skyrl 0.4.0: nothing to call.

All that its package has of harbor is an extra that installs it and three variables that it hands
on to workers. What trains on harbor's rewards is an example of its repository, which runs harbor
in its own process and takes the member reward of the result that harbor returns.
"""
