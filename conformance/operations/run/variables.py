"""Environment variables: which value the test script gets, and what is written of secrets."""

from conformance.operations.clause import Source, clause, common, rare
from conformance.operations.run import sources
from conformance.operations.run.inputs import case, rewarded, scenario, task
from conformance.operations.strategies.drawing import drawn
from conformance.protocol.scenario import Act, Settings
from conformance.protocol.values import Case, Value

LEVEL = common("PrimeIntellect-ai/verifiers#1401: a key of the host as ${VAR}")

_ENV = "harbor/utils/env.py"


@clause("variables", Source(sources.VERIFIER, 153, 157), Source(_ENV, 94, 129))
@drawn(
    ("2", "${HOST}", "${NONE:-3}", "${NONE}", "${HOST:-4}"),
    (None, "5", "${HOST}"),
    ("", '[environment.env]\nX = "6"\n'),
)
def of_task_job_and_host(of_task: str, of_job: str | None, of_environment: str) -> Case:
    """The test script gets the variables of the environment, over them those of the task's
    verifier, and over them those of the job's; ${NAME} is the host's value, ${NAME:-text} has a
    default, and one without either is the trial's ValueError."""
    # The reward is the value that the test script finds in X.
    config = f'[verifier.env]\nX = "{of_task}"\n{of_environment}'
    act: Act = {"variables": {"reward.txt": "X"}}
    job: Settings = {} if of_job is None else {"verifier": {"env": {"X": of_job}}}
    made = scenario([task("a", [[{"test": act}]], config)], job)
    return case({**made, "host": {"HOST": "0.125"}})


@clause("secrets", Source(_ENV, 58, 76), level=rare("secrets in a configuration"))
@drawn(
    ("verifier", "environment", "agents"),
    ("API_KEY", "token", "MY_PASSWORD", "PLAIN"),
    ("short", "a-long-secret-value", "${HOST_KEY}", "of-the-host"),
)
def variables_of_jobs(where: str, name: str, value: str) -> Case:
    """A variable whose name sounds secret is written as ${NAME} where it equals the host's of that
    name, and otherwise with its middle, or all of it, hidden; templates stay."""
    # Run again as harbor reads its own configuration; no time or id contains the host's value.
    env: Settings = {"env": {name: value}}
    agents: list[Value] = [{"name": "nop", **env}]
    job: Settings = {where: agents if where == "agents" else env}
    host = {"HOST_KEY": "987654321", "API_KEY": "of-the-host"}
    tasks = [task("a", [rewarded(b"987654321")])]
    return case({**scenario(tasks, job), "host": host, "resume": [{}]})
