"""The option of how much is run, apart from commands that generate nothing and start sooner."""

from typing import Annotated

from typer import Option

from conformance.certification.plan import Profile

Amount = Annotated[Profile, Option("--profile", help="How many cases are generated.")]
