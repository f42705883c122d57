"""Environment variables: which value the test script gets, and what is written of secrets."""

from hypothesis import strategies as st

from conformance.operations.clause import Cases, Source, clause, common, rare
from conformance.operations.run import sources
from conformance.operations.run.inputs import SOME, case, rewarded, scenario, task
from conformance.protocol.scenario import Act, Settings
from conformance.protocol.values import Case, Value

LEVEL = common("PrimeIntellect-ai/verifiers#1401: a key of the host as ${VAR}")

_ENV = "harbor/utils/env.py"


@clause(
    "variables",
    Source(sources.VERIFIER, 153, 157, "merged_env = {"),
    Source(_ENV, 94, 129, "def resolve_env_vars("),
    effort=SOME,
)
def of_task_job_and_host() -> Cases:
    """The test script gets the variables of the environment, over them those of the task's
    verifier, and over them those of the job's; ${NAME} is the host's value, ${NAME:-text} has a
    default, and one without either is the trial's ValueError."""
    # What the test script finds in a variable that the task, the job or the host sets.
    values = st.sampled_from(("2", "${HOST}", "${NONE:-3}", "${NONE}", "${HOST:-4}"))
    of_environment = st.sampled_from(("", '[environment.env]\nX = "6"\n'))
    return st.builds(_variable, values, st.sampled_from((None, "5", "${HOST}")), of_environment)


def _variable(of_task: str, of_job: str | None, of_environment: str) -> Case:
    """Return the case whose reward is the value that the test script finds in X."""
    config = f'[verifier.env]\nX = "{of_task}"\n{of_environment}'
    act: Act = {"variables": {"reward.txt": "X"}}
    job: Settings = {} if of_job is None else {"verifier": {"env": {"X": of_job}}}
    made = scenario([task("a", [[{"test": act}]], config)], job)
    return case({**made, "host": {"HOST": "0.125"}})


@clause(
    "secrets",
    Source(_ENV, 58, 76, "def templatize_sensitive_env("),
    level=rare("secrets in a configuration"),
    effort=SOME,
)
def variables_of_jobs() -> Cases:
    """A variable whose name sounds secret is written as ${NAME} where it equals the host's of that
    name, and otherwise with its middle, or all of it, hidden; templates stay."""
    places = st.sampled_from(("verifier", "environment", "agents"))
    names = st.sampled_from(("API_KEY", "token", "MY_PASSWORD", "PLAIN"))
    values = st.sampled_from(("short", "a-long-secret-value", "${HOST_KEY}", "of-the-host"))
    return st.builds(_secret, places, names, values)


def _secret(where: str, name: str, value: str) -> Case:
    """Return the case about one variable, run again as harbor reads its own configuration."""
    env: Settings = {"env": {name: value}}
    agents: list[Value] = [{"name": "nop", **env}]
    job: Settings = {where: agents if where == "agents" else env}
    host = {"HOST_KEY": "1", "API_KEY": "of-the-host"}
    return case({**scenario([task("a", [rewarded(b"1")])], job), "host": host, "resume": [{}]})
