"""What harbor requires of one trial: its stages, its exceptions, and what its verifier reads."""

from conformance.model import Clause, Source

_TRIAL = "harbor/trial/trial.py"
_SINGLE = "harbor/trial/single_step.py"
_VERIFIER = "harbor/verifier/verifier.py"
_ENV = "harbor/utils/env.py"
_RESULT = "harbor/models/job/result.py"
_RUN = Source(_TRIAL, 286, 307, "async def run(self) -> TrialResult:")
_PREPARE = Source(_TRIAL, 317, 323, "async def _prepare(self) -> None:")
_RECORD = Source(_TRIAL, 331, 340, "def _record_exception(self, exc: BaseException) -> None:")
_STEPS = Source(_SINGLE, 30, 43, "async def _run(self) -> None:")
_AGENT = Source(_SINGLE, 69, 70, "except (AgentTimeoutError, NonZeroAgentExitCodeError) as exc:")
_AGENT_TIMEOUT = Source(_TRIAL, 385, 387, "raise AgentTimeoutError(")
_VERIFY = Source(_SINGLE, 75, 76, "if self.config.verifier.disable:")
_TIMED_OUT = Source(_SINGLE, 95, 98, "except asyncio.TimeoutError as exc:")
_EXEC = Source(_VERIFIER, 193, 196, "await self.environment.exec(")
_ADD_TESTS = Source(_VERIFIER, 149, 151, "raise AddTestsDirError(")
_DOWNLOAD = Source(_VERIFIER, 198, 207, "if not self.environment.capabilities.mounted:")
_READ = Source(_VERIFIER, 209, 220, "if self.trial_paths.reward_json_path.exists():")
_EMPTIED = Source(
    _TRIAL, 481, 481, "await target_env.empty_dirs([env_paths.verifier_dir], chmod=True)"
)
_SEPARATE = Source(_TRIAL, 472, 477, "async with self._separate_verifier_env(")
_STOPPED = Source(_TRIAL, 823, 844, "async def _stop_agent_environment(self) -> None:")
_VERIFIER_STOPPED = Source(
    _TRIAL, 555, 557, "await asyncio.shield(env.stop(delete=self.config.environment.delete))"
)
_START = Source(_TRIAL, 795, 797, "raise EnvironmentStartTimeoutError(")
_SETUP = Source(_TRIAL, 817, 819, "raise AgentSetupTimeoutError(")
_RESOLVE = Source(_TRIAL, 342, 352, "def _resolve_timeout_sec(")
_OVERRIDE = Source(
    _TRIAL, 691, 691, "self.config.agent.override_timeout_sec or self.task.config.agent.timeout_sec"
)
_VERIFIER_LIMIT = Source(_TRIAL, 702, 710, "def _compute_verifier_timeout_sec(self) -> float:")
_MERGED = Source(_VERIFIER, 153, 157, "merged_env = {")
_TEMPLATES = Source(_ENV, 94, 129, "def resolve_env_vars(")
_HIDDEN = Source(_ENV, 58, 76, "def templatize_sensitive_env(")
_NULL = Source(_RESULT, 152, 156, "if trial_result.exception_info is not None:")
_TOKENS = Source("harbor/models/trial/result.py", 115, 129, "n_input: int | None = None")
_SUMMED = Source(
    _RESULT, 161, 169, "n_input, n_cache, n_output, cost = trial_result.compute_token_cost_totals()"
)
_HEALTH = Source("harbor/environments/base.py", 943, 947, "if consecutive_failures >= hc.retries:")

CLAUSES = (
    Clause(
        "run.exit-code",
        "The exit code of the test script is ignored: only what it leaves behind counts.",
        (_EXEC, _READ),
    ),
    Clause(
        "run.reward-errors",
        "A trial whose reward cannot be read has the error as its exception and no verifier "
        "result, counts as an error, and as 0 in the metrics of its group.",
        (_READ, _RECORD, _NULL),
    ),
    Clause(
        "run.stale-reward",
        "In a task without steps, a reward file that anyone left in the verifier's folder before "
        "the test script ran is read like the script's own, and a reward.json of the agent's wins "
        "over the script's reward.txt.",
        (_STEPS, _READ),
    ),
    Clause(
        "run.separate-verifier",
        "A verifier with an environment of its own reads only what its test script leaves there: "
        "its folder is emptied after that environment has started.",
        (_SEPARATE, _EMPTIED),
    ),
    Clause(
        "run.failed-agent",
        "After an agent's timeout, or a NonZeroAgentExitCodeError, the trial is verified all the "
        "same and may have both an exception and rewards.",
        (_AGENT, _AGENT_TIMEOUT),
    ),
    Clause(
        "run.broken-agent",
        "After any other exception of the agent nothing is verified, and there is no verifier "
        "result.",
        (_AGENT, _RUN),
    ),
    Clause(
        "run.before-agent",
        "An exception while the environment starts, becomes healthy, or the agent is set up is the "
        "trial's exception, and neither the agent nor the verifier runs.",
        (_PREPARE, _RUN, _START, _SETUP, _HEALTH),
    ),
    Clause(
        "run.verifier-exceptions",
        "What fails while tests are uploaded is an AddTestsDirError, while the verifier's folder "
        "is downloaded a DownloadVerifierDirError, and while the tests run it keeps its name, but "
        "for timeouts; in each case there is no verifier result.",
        (_ADD_TESTS, _DOWNLOAD, _TIMED_OUT),
    ),
    Clause(
        "run.stop-exceptions",
        "An exception while the agent's environment is stopped becomes the trial's and leaves its "
        "rewards; one while the verifier's own is stopped is forgotten.",
        (_STOPPED, _VERIFIER_STOPPED),
    ),
    Clause(
        "run.first-exception",
        "Of several exceptions of one trial the first is recorded.",
        (_RECORD,),
    ),
    Clause(
        "run.disabled",
        "Where verification is disabled there is no verifier result and no error, whatever lies "
        "in the verifier's folder.",
        (_VERIFY,),
    ),
    Clause(
        "run.timeouts",
        "Timeouts are recorded as EnvironmentStartTimeoutError, AgentSetupTimeoutError, "
        "AgentTimeoutError and VerifierTimeoutError, and no time at all is a timeout.",
        (_START, _SETUP, _AGENT_TIMEOUT, _TIMED_OUT),
    ),
    Clause(
        "run.timeout-limits",
        "A time limit is the job's override, or else the task's, at most the job's maximum, times "
        "the stage's own multiplier, or else the general one; an override or maximum of 0 counts "
        "as none.",
        (_OVERRIDE, _VERIFIER_LIMIT, _RESOLVE),
    ),
    Clause(
        "run.variables",
        "The test script gets the variables of the environment, over them those of the task's "
        "verifier, and over them those of the job's; ${NAME} is the host's value, ${NAME:-text} "
        "has a default, and one without either is the trial's ValueError.",
        (_MERGED, _TEMPLATES),
    ),
    Clause(
        "run.secrets",
        "A variable whose name sounds secret is written as ${NAME} where it equals the host's of "
        "that name, and otherwise with its middle, or all of it, hidden; templates stay.",
        (_HIDDEN,),
    ),
    Clause(
        "run.usage",
        "Tokens and cost are summed over trials in their order, each kind for itself, and are null "
        "where no trial reports any.",
        (_TOKENS, _SUMMED),
    ),
)
