"""The action, the hook and the container file do what the page about CI says of them."""

import json
import os
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from audited import edit_headline
from certified import installed_in
from programs import BIN, ROOT, Ended, run_program, shell_program
from toolchains import not_run

from candidates.deviations.releases import MODELLED

pytestmark = pytest.mark.end_to_end

PAGE = (ROOT / "docs" / "in-ci.md").read_text(encoding="utf-8")
ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
MINE = "def reason_code(case):\n    return {'reason_code': 'x'}\n"
KNOWN, NEWEST = MODELLED[-2:]
SECONDS = 900
"""After which a program hangs; installing takes one minute, or five under load."""

WORKFLOW, HOOKS = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
WORKFLOWS = ("harbor-upgrade", "harbor-weekly", "reader-survey")
STEPS = {step["name"]: step for step in ACTION["runs"]["steps"] if "name" in step}


def run(*words: str, folder: Path, status: int | None = None, **variables: str) -> Ended:
    around = {**os.environ, **variables}
    return run_program(*words, cwd=folder, env=around, timeout=SECONDS, status=status)


def tool(name: str) -> str:
    """Return a program of the extra ``package``."""
    if not (BIN / name).exists():
        not_run(f"{name} is not installed: the extra package has it")
    return str(BIN / name)


@pytest.mark.parametrize(
    ("schema", "files"),
    [
        ("vendor.github-actions", ["action.yml"]),
        ("vendor.github-workflows", [f"docs/ci/{one}.yml" for one in WORKFLOWS]),
    ],
)
def test_what_github_reads_follows_its_schema(schema: str, files: list[str]) -> None:
    run(tool("check-jsonschema"), "--builtin-schema", schema, *files, folder=ROOT, status=0)


def test_the_examples_of_the_page_follow_their_schemas(tmp_path: Path) -> None:
    (tmp_path / "workflow.yml").write_text(WORKFLOW)
    (tmp_path / "hooks.yaml").write_text(HOOKS)
    words = ("--builtin-schema", "vendor.github-workflows", "workflow.yml")
    run(tool("check-jsonschema"), *words, folder=tmp_path, status=0)
    run(tool("pre-commit"), "validate-config", "hooks.yaml", folder=tmp_path, status=0)
    given = yaml.safe_load(WORKFLOW)["jobs"]["conformance"]["steps"][-1]["with"]
    assert given.keys() <= ACTION["inputs"].keys()
    assert all(f"| `{name}` |" in PAGE for name in ACTION["inputs"])


@pytest.fixture(scope="module")
def runner(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the variables of a runner in which the action's first steps were run."""
    temporary = tmp_path_factory.mktemp("runner")
    variables = {
        "RUNNER_TEMP": str(temporary),
        "GITHUB_ACTION_PATH": str(ROOT),
        "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}",
    }
    shell(STEPS["install"]["run"], temporary, variables, status=0)
    return variables


def commands(workflow: str) -> tuple[list[str], dict[str, str]]:
    """Return what the steps of a workflow's job run, and the workflow's variables."""
    document = yaml.safe_load((ROOT / f"docs/ci/{workflow}.yml").read_text(encoding="utf-8"))
    (job,) = document["jobs"].values()
    return [one["run"] for one in job["steps"] if "run" in one], document.get("env", {})


def shell(script: str, folder: Path, around: dict[str, str], status: int | None = None) -> Ended:
    options = ("--noprofile", "--norc", "-eo", "pipefail", "-c")
    return run("bash", *options, script, folder=folder, status=status, **around)


type Act = Callable[[str, str, int], tuple[Ended, str]]
type Prepared = tuple[Path, dict[str, str]]


@pytest.fixture
def act(runner: dict[str, str], tmp_path: Path) -> Act:
    """Return what runs a command by the action, and returns how it ended and its summary."""

    def acted(command: str, args: str, status: int) -> tuple[Ended, str]:
        summary = tmp_path / "summary.md"
        given = {"COMMAND": command, "ARGS": args, "REPORT": "report"}
        assert given.keys() == STEPS["run"]["env"].keys()
        around = {**runner, **given, "GITHUB_STEP_SUMMARY": str(summary)}
        ended = shell(STEPS["run"]["run"], tmp_path, around, status)
        return ended, summary.read_text(encoding="utf-8") if summary.exists() else ""

    return acted


def test_the_action_certifies(act: Act, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(MINE)
    served = f'--command "{BIN / "python"} shim.py mine:"'
    shim = run(str(BIN / "harbor-conformance"), "show", "shim", folder=tmp_path).stdout
    (tmp_path / "shim.py").write_text(shim)
    args = f"{served} --env PYTHONPATH={tmp_path} --env 'TOLD=$(touch run)'\n--profile quick"
    _, summary = act("certify", args, 1)
    assert summary.startswith("**NOT CONFORMANT (reason\\_code; ")
    report = json.loads((tmp_path / "report" / "report.json").read_text(encoding="utf-8"))
    assert report["findings"]
    assert not (tmp_path / "run").exists()


GATE = "text and null in reward.json raise"
AUDIT = "**DIFFERS: 1 difference in 1 of 1 job, 3 trials"


@pytest.mark.parametrize(
    ("asked", "status", "said"),
    [
        ("certify reference --clause metric.sum-of-nothing --output-format github", 0,
         ("::notice title=harbor-conformance::PARTIAL (metric; ", "**PARTIAL (metric; ")),
        ("gate 0.23.0 --base 0.22.0 --clause verifier.json-null", 1, ("", GATE)),
        ("check reward.json", 1, ("write 1 or 0", "write 1 or 0")),
        ("audit job", 1, (AUDIT, AUDIT)),
        ("audit nowhere", 2, ("nowhere: ", "")),
        ("check nowhere.txt", 2, ("nowhere.txt: ", "")),
        ("gate no-release", 2, ("no-release", "")),
        ("survey nobody", 2, ("nobody", "")),
        ("corpus verify", 2, ("give certify, check, audit, gate or survey, not 'corpus'", "")),
    ],
)  # fmt: skip
def test_the_action_ends_as_its_command_does_and_has_one_summary(
    asked: str, status: int, said: tuple[str, str], act: Act, job: Path
) -> None:
    """What is said is in the log and, once, in the summary, which is for people."""
    edit_headline(job)
    (job.parent / "reward.json").write_text('{"reward": "pass"}')
    command, _, args = asked.partition(" ")
    ended, summary = act(command, args, status)
    printed, summed = said
    assert printed in ended.stdout + ended.stderr
    assert not summed or summary.count(summed) == 1
    assert "::notice" not in summary
    if args == "job":
        assert "0.19999999999999998" in (job.parent / "report" / "audit.html").read_text()


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder that has a clone of this project, for repositories next to it."""
    folder = tmp_path_factory.mktemp("elsewhere")
    git("clone", "--quiet", str(ROOT), "harbor-conformance", folder=folder)
    git("checkout", "--quiet", "-B", "main", folder=folder / "harbor-conformance")
    return folder


def git(*words: str, folder: Path) -> None:
    # git refuses a submodule that is a path of this machine, unless this variable allows it.
    run("git", *words, folder=folder, GIT_ALLOW_PROTOCOL="file", status=0)


def test_the_hook_installs_from_a_checkout_and_refuses_a_bad_reward_file(elsewhere: Path) -> None:
    program, manifest = tool("pre-commit"), str(ROOT / ".pre-commit-hooks.yaml")
    assert run(program, "validate-manifest", manifest, folder=ROOT).returncode == 0
    tasks = elsewhere / "tasks"
    (tasks / "task").mkdir(parents=True)
    (tasks / ".pre-commit-config.yaml").write_text(HOOKS)
    (tasks / "task" / "not-a-reward.json").write_text("{")
    git("init", "--quiet", folder=tasks)
    for content, code in (('{"reward": "pass"}', 1), ('{"reward": 2}', 1), ('{"reward": 1}', 0)):
        (tasks / "task" / "reward.json").write_text(content)
        git("add", "--all", folder=tasks)
        words, home = ("run", "--all-files", "--verbose"), str(elsewhere / "home")
        ended = run(program, *words, folder=tasks, PRE_COMMIT_HOME=home, status=code)
        assert "task/reward.json: harbor 0.13.1: " in ended.stdout
        assert ("write 1 or 0" in ended.stdout) == ("pass" in content)
        assert "not-a-reward" not in ended.stdout


@pytest.fixture(scope="module")
def repository(elsewhere: Path) -> Prepared:
    """Return another repository in which the workflows' first step was run, and its variables."""
    folder, python = elsewhere / "mine", elsewhere / "python"
    (install, _), variables = commands("harbor-upgrade")
    git("init", "--quiet", str(folder), folder=elsewhere)
    (submodule,) = re.findall(r"^    git (submodule .*)$", PAGE, re.MULTILINE)
    git(*submodule.split(), folder=folder)
    assert run(sys.executable, "-m", "venv", str(python), folder=folder).returncode == 0
    around = {
        "PATH": f"{python / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "GITHUB_OUTPUT": str(elsewhere / "output"),
        "GITHUB_STEP_SUMMARY": str(elsewhere / "summary"),
        **variables,
    }
    shell(install, folder, around, status=0)
    assert commands("harbor-weekly")[0][0] == install
    return folder, around


def test_the_upgrade_workflow_is_red_until_its_changes_are_accepted(repository: Prepared) -> None:
    folder, around = repository
    gate = commands("harbor-upgrade")[0][1] + " --clause verifier.json-null"
    file = f"accepted/harbor-{around['HARBOR_TARGET']}.toml"
    ended = shell(gate, folder, around, status=1)
    assert ended.stderr.endswith(f": no file {file}: every change is new; --update writes it\n")
    assert "text and null in reward.json raise" in Path(around["GITHUB_STEP_SUMMARY"]).read_text()
    assert shell(f"{gate} --update", folder, around).returncode == 1
    text = (folder / file).read_text(encoding="utf-8")
    (folder / file).write_text(re.sub('(cause|source) = ""', r'\1 = "we agreed"', text))
    ended = shell(gate, folder, around, status=0)
    assert f"{around['HARBOR_BASE']} -> {around['HARBOR_TARGET']}: no change" in ended.stdout


def test_the_weekly_workflow_certifies_the_candidates_of_a_variable(repository: Prepared) -> None:
    folder, around = repository
    (folder / "pyproject.toml").write_text('[tool.harbor-conformance]\nprofile = "quick"\n')
    (folder / "mine.py").write_text("from candidates.reference.metric import metric\n")
    (folder / "broken.py").write_text("def metric(case):\n    return {}\n")
    *_, certify = commands("harbor-weekly")[0]
    for candidates, code in (("mine", 0), ("broken mine", 1)):
        script = certify.replace("${{ vars.CANDIDATES }}", candidates)
        ended = shell(script, folder, around, status=code)
        assert f"mine agrees exactly with harbor {NEWEST}" in ended.stdout
    assert "NOT CONFORMANT (metric; " in ended.stdout
    assert "broken diverges" in Path(around["GITHUB_STEP_SUMMARY"]).read_text()


def test_the_container_file_is_without_fault() -> None:
    linted = run(tool("hadolint"), "Containerfile", folder=ROOT)
    assert (linted.returncode, linted.stdout) == (0, "")


def test_the_container_certifies(tmp_path: Path) -> None:
    builder = next(filter(shutil.which, ("docker", "podman")), None)
    if builder is None:
        pytest.skip("not built: neither docker nor podman is here; the file is linted all the same")
    if run(builder, "info", folder=tmp_path).returncode != 0:
        pytest.skip(f"not built: {builder} does not run here; the file is linted all the same")
    words = ("build", "--quiet", "--file", "Containerfile", "--tag", "harbor-conformance", ".")
    run(builder, *words, folder=ROOT, status=0)
    asked = ("certify", "reference", "--clause", "metric.sum-of-nothing")
    ended = run(builder, "run", "--rm", "harbor-conformance", *asked, folder=tmp_path)
    assert "reference agrees exactly" in ended.stdout, ended.stderr


def test_the_command_for_another_projects_tests_works(tmp_path: Path) -> None:
    (command,) = re.findall(r"^(pytest .*)$", PAGE, re.MULTILINE)
    (tmp_path / "mine.py").write_text(MINE)
    narrowed = ("-k", "reason_code.", "-p", "no:cacheprovider", "-q")
    ended = run(str(BIN / "pytest"), *command.split()[1:], *narrowed, folder=tmp_path, status=1)
    assert "reason_code" in ended.stdout


FORGET = f"for _ in [one for one in CATALOGUE if since(one) == '{NEWEST}']: del CATALOGUE[_]\n"


def without_newest(project: Path) -> Path:
    """Return a copy of this project that does not know the newest release of harbor."""
    installed_in(project)
    wheels, releases = project / "oracle/wheels.py", project / "candidates/deviations/releases.py"
    wheels.write_text(re.sub(f'    "{NEWEST}": .*\n', "", wheels.read_text()))
    known = releases.read_text().replace(f'"{KNOWN}", "{NEWEST}",', f'"{KNOWN}",')
    releases.write_text(known + FORGET)
    told, entry = project / "conformance/gate/explanations.toml", "\n[[explanation]]\n"
    kept = [one for one in told.read_text().split(entry) if f'release = "{NEWEST}"' not in one]
    told.write_text(entry.join(kept))
    return project


def test_the_weekly_workflow_fails_with_one_screen_for_a_release_that_nobody_modelled(
    tmp_path: Path,
) -> None:
    project = without_newest(tmp_path / "project")
    words = f'PYTHONPATH={project} exec {BIN / "python"} -P -m harbor_conformance "$@"'
    shell_program(tmp_path / "harbor-conformance", words)
    output, path = tmp_path / "output", [str(tmp_path), str(BIN), os.environ["PATH"]]
    around = {"PATH": os.pathsep.join(path), "GITHUB_OUTPUT": str(output)}
    workflow = (ROOT / "docs/ci/harbor-weekly.yml").read_text().replace(NEWEST, KNOWN)
    steps = yaml.safe_load(workflow)["jobs"]["newest"]["steps"]
    newest, gate = [one for one in steps if "run" in one][1:3]
    assert shell(newest["run"], tmp_path, around).returncode == 0
    assert re.match(f"release=harbor==(?!{KNOWN})", output.read_text())
    assert gate["if"] == f"steps.newest.outputs.release != 'harbor=={KNOWN}'"
    ended = shell(gate["run"], tmp_path, around, status=1)
    assert len(ended.stdout.splitlines()) <= 40
    assert "\n  new: nothing in this project explains it: " in ended.stdout
