"""The option of how much is run, apart from commands that generate nothing and start sooner."""

from typing import Annotated

from typer import Option

from conformance.certification.plan import Profile
from conformance.operations.clause import Level

RequiredLevel = Annotated[
    Level, Option("--level", help="Require these clauses; report what fails beyond them.")
]

Amount = Annotated[Profile, Option("--profile", help="How many cases are generated.")]
