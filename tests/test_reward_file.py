"""What is reported of one reward file: harbor's own answer, and what to write instead."""

import os
import shlex
from pathlib import Path

import pytest
from programs import command

from conformance.audit.reward_file import Severity, check
from conformance.implementations.start import Harbor

REFUSED = [
    ("reward.json", '{"reward": 1, "details": "ok"}', "text in details", "reward-details.json"),
    ("reward.json", '{"reward": 1, "checks": [1]}', "a list in checks", "reward-details.json"),
    ("reward.json", '{"reward": 1, "more": {"a": 1}}', "an object in more", "reward-details.json"),
    ("reward.json", '{"reward": "pass"}', "text in reward gives", "write 1 or 0"),
    ("reward.json", '{"reward": null}', "null in reward", "0 if there is none"),
    ("reward.json", "[0.5]", "it contains a list, not an object", "an object of numbers"),
    ("reward.json", "0.5", "it contains a number, not an object", "an object of numbers"),
    ("reward.json", "", "it is empty", "an object of numbers"),
    ("reward.json", '{"rew', "it is not JSON", "an object of numbers"),
    ("reward.txt", "", "it is empty or only white space", "only one number"),
    ("reward.txt", " \n", "it is empty or only white space", "only one number"),
    ("reward.txt", "pass", "it is not a number", "write 1 or 0"),
    ("reward.txt", "0.5.1", "it is not a number", "one number"),
    ("reward.json", "{'r': 1}", "it is not JSON (Expecting property name", "an object of numbers"),
    ("reward.txt", "0,5", "it has a decimal comma", "a decimal point"),
    ("reward.txt", "85%", "it is a percentage", "a fraction"),
    ("reward.txt", "\ufeff1", "it begins with a byte order mark", "UTF-8 without one"),
    ("reward.json", '\ufeff{"reward": 1}', "it begins with a byte order mark", "UTF-8 without one"),
    ("reward.txt", '{"reward": 1}', "it contains JSON", "name it reward.json"),
]
RISKY = [
    ("reward.json", '{"reward": "0.5"}', "reward is text, which harbor from 0.23.0 on", "0.5"),
    ("reward.json", '{"reward": true}', "reward is true or false", "write 1"),
    ("reward.json", "{}", "an empty object gives no reward", "an object of numbers"),
    ("reward.json", "null", "it contains null, not an object", "an object of numbers"),
    ("reward.json", '{"a": 1, "b": 0}', "harbor makes a metric of each key, and no pass@k",
     "only one number, under the key reward"),
    ("reward.json", '{"score": 1}', "readers that look for the key reward", "add the key reward"),
    ("reward.json", '{"reward": 1, "reward": 0}', "reward occurs more than once", "once"),
    ("reward.json", '{"reward": NaN}', "reward is nan: null in result.json", "a finite number"),
    ("reward.json", '{"reward": 2}', "reward is outside 0 to 1", "from 0 to 1"),
    ("reward.txt", "nan", "reward is nan", "a finite number"),
    ("reward.txt", "-1", "reward is outside 0 to 1", "from 0 to 1"),
    ("reward.txt", "1_0", "only Python reads underscores", "the digits 0 to 9"),
]  # fmt: skip


def test_a_key_of_an_inner_object_occurs_no_second_time(harbor: Harbor) -> None:
    result = check(harbor, "reward.json", b'{"reward": 1, "of": {"reward": 1}}')
    assert [one.severity for one in result.advice] == [Severity.REFUSED]
    assert "more than once" not in result.advice[0].what


@pytest.mark.parametrize(
    ("severity", "row"),
    [*((Severity.REFUSED, row) for row in REFUSED), *((Severity.RISKY, row) for row in RISKY)],
)
def test_what_harbor_refuses_or_others_read_differently_is_said_with_what_to_write_instead(
    severity: Severity, row: tuple[str, str, str, str], harbor: Harbor
) -> None:
    name, content, what, instead = row
    result = check(harbor, name, content.encode())
    assert result.refused is (severity is Severity.REFUSED)
    given = [advice for advice in result.advice if advice.severity is severity]
    assert any(one.what.startswith(what) and instead in one.instead for one in given), result


def test_of_a_plain_file_there_is_nothing_to_say(harbor: Harbor) -> None:
    for content in (b"1", b"0.5\n", b'{"reward": 0.5}', b'{"reward": 1, "speed": 0.25}'):
        name = "reward.json" if content.startswith(b"{") else "reward.txt"
        assert check(harbor, name, content).advice == ()


@pytest.mark.parametrize("content", [b"\xff", b"[" * 100_000, b'{"\\ud800": 1}', b"9" * 5000])
@pytest.mark.parametrize("name", ["reward.txt", "reward.json"])
def test_rubbish_is_said_to_be_that(name: str, content: bytes, harbor: Harbor) -> None:
    result = check(harbor, name, content)
    assert result.words
    assert not result.refused or any(a.severity is Severity.REFUSED for a in result.advice)


BOTH = "--release 0.22.0 --release 0.23.0"
RELEASES = ("  harbor 0.22.0: rewards ", "  harbor 0.23.0: refused: ")
PARSED = "  harbor 0.25.0: refused: VerifierOutputParseError"


@pytest.mark.end_to_end
@pytest.mark.skipif(
    "HARBOR_CONFORMANCE_GATE" not in os.environ, reason="tox -e audits has the releases"
)
@pytest.mark.parametrize(
    ("name", "content", "options", "said"),
    [
        ("reward.json", '{"reward": 1, "details": "ok"}', "--release 0.25.0 --reader hud",
         (PARSED, "  hud: 1.0")),
        ("reward.json", '{"reward": "0.5"}', BOTH, RELEASES),
        ("reward.json", '{"reward": NaN}', BOTH, RELEASES),
        ("reward.txt", "inf", BOTH, RELEASES),
    ],
)  # fmt: skip
def test_what_is_reported_of_other_releases_and_readers_is_what_they_do(
    name: str, content: str, options: str, said: tuple[str, str], tmp_path: Path
) -> None:
    (tmp_path / name).write_text(content)
    ended = command(*shlex.split(f"check {name} {options}"), cwd=tmp_path)
    assert [one for one in said if one not in ended.stdout] == []
    assert ended.returncode == 1 or options == BOTH
