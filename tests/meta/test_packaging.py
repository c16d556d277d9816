"""What the packaging files say must fit together, for no tool compares them."""

import hashlib
import json
import os
import re
import shlex
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
LOCKS = ("requirements.txt", "requirements-dev.txt", "requirements-bench.txt")
SETTINGS = {
    "DISCORD_TOKEN",
    "DISCORD_TOKEN_FILE",
    "DATA_DIR",
    "LOG_LEVEL",
    "LOG_FORMAT",
    "MESSAGE_CONTENT",
    "DISCORD_API_URL",
    "SHARD_COUNT",
    "SHARD_IDS",
}
PIN = re.compile(r"(?P<name>[a-z0-9-]+)==(?P<version>[\w.]+)(?: ; (?P<marker>[^\\]+))? \\")
SCRIPT = re.compile(r"^# /// script\n((?:#.*\n)+?)# ///$", re.MULTILINE)
HASH = re.compile(r"    --hash=sha256:[0-9a-f]{64}(?: \\)?")


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def project() -> dict[str, Any]:
    return tomllib.loads(text("pyproject.toml"))


def peers() -> list[str]:
    """What the script that measures other packages asks for, in its head."""
    head = SCRIPT.search(text("bench/peers.py"))
    assert head is not None
    asked: list[str] = tomllib.loads(re.sub(r"^# ?", "", head[1], flags=re.MULTILINE))[
        "dependencies"
    ]
    return asked


def instructions(keyword: str) -> list[str]:
    """The arguments of every such instruction of the Dockerfile, continued lines joined."""
    joined = text("Dockerfile").replace("\\\n", " ")
    return re.findall(rf"^{keyword} +(.*)$", joined, re.MULTILINE)


def option(words: list[str], name: str) -> str:
    """The value of `--name=value` or `--name value`."""
    for word, after in zip(words, [*words[1:], ""], strict=True):
        if word == name:
            return after
        if word.startswith(f"{name}="):
            return word.removeprefix(f"{name}=")
    raise AssertionError(f"{name} is not among {words}")


def pins(lock: str) -> dict[str, str]:
    found = (PIN.fullmatch(line) for line in text(lock).splitlines())
    return {pin["name"]: pin["version"] for pin in found if pin}


def blocks(lock: str) -> dict[str, list[str]]:
    """Each pinned package with the lines that give its hashes."""
    result: dict[str, list[str]] = {}
    for line in text(lock).splitlines():
        if pin := PIN.fullmatch(line):
            hashes = result.setdefault(pin["name"], [])
        else:
            hashes.append(line)
    return result


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_file_holds_pins_and_hashes_and_nothing_else(lock: str) -> None:
    odd = [
        line
        for line in text(lock).splitlines()
        if not (PIN.fullmatch(line) or HASH.fullmatch(line))
    ]
    assert odd == []


@pytest.mark.parametrize("lock", LOCKS)
def test_every_locked_package_has_a_hash(lock: str) -> None:
    found = blocks(lock)
    assert found
    assert [name for name, hashes in found.items() if not hashes] == []


def test_the_locks_pin_what_the_project_asks_for() -> None:
    run_time = project()["project"]["dependencies"]
    development = project()["dependency-groups"]["dev"]
    for lock, asked in zip(LOCKS, (run_time, run_time + development, peers()), strict=True):
        pinned = pins(lock)
        for requirement in map(Requirement, asked):
            version = pinned.get(canonicalize_name(requirement.name))
            assert version is not None, f"{lock} lacks {requirement}; run make lock"
            assert version in requirement.specifier, f"{lock} breaks {requirement}; run make lock"


def test_development_runs_on_the_very_packages_of_run_time() -> None:
    run_time, development = blocks(LOCKS[0]), blocks(LOCKS[1])
    assert run_time.items() <= development.items()
    assert pins(LOCKS[0]).items() <= pins(LOCKS[1]).items()


def test_there_is_no_second_kind_of_lock_file() -> None:
    assert not (ROOT / "uv.lock").exists()


def test_the_image_runs_a_python_that_the_project_allows() -> None:
    images = [words.split()[0] for words in instructions("FROM")]
    versions = {re.fullmatch(r"python:(\d+\.\d+)-slim", image) for image in images}
    allowed = SpecifierSet(project()["project"]["requires-python"])
    assert len(set(images)) == 1
    assert all(version is not None and version[1] in allowed for version in versions)


def test_the_image_runs_the_bot_as_the_owner_of_its_data_folder() -> None:
    (set_up,) = (run for run in instructions("RUN") if "useradd" in run)
    words = shlex.split(set_up)
    user = option(words, "--uid")
    assert user not in {"", "0"}
    assert option(words, "--owner") == user
    assert instructions("USER") == [f"{user}:{option(words, '--group')}"]
    assert words[-1] == "/data"


def test_the_data_folder_is_the_same_in_image_and_compose_file() -> None:
    (variables,) = instructions("ENV")
    assert instructions("VOLUME") == ["/data"]
    assert "DATA_DIR=/data" in variables.split()
    assert "DATA_DIR: /data\n" in text("compose.yaml")
    assert "- data:/data\n" in text("compose.yaml")


def test_the_image_starts_the_bot_without_a_shell_between_it_and_its_signals() -> None:
    (command,) = instructions("CMD")
    assert json.loads(command) == ["python", "-m", "bot", "run"]
    assert instructions("STOPSIGNAL") == ["SIGTERM"]


def test_the_image_installs_the_run_time_lock_with_hashes() -> None:
    (install,) = (run for run in instructions("RUN") if "pip install" in run)
    copied = [words.split() for words in instructions("COPY") if "--from" not in words]
    assert [LOCKS[0], f"/tmp/{LOCKS[0]}"] in copied  # noqa: S108  # a path inside the image
    assert "--require-hashes" in install.split()
    assert install.split()[-2:] == ["-r", f"/tmp/{LOCKS[0]}"]  # noqa: S108


def test_the_build_sees_what_it_copies_and_no_more() -> None:
    rules = [line for line in text(".dockerignore").splitlines() if not line.startswith("#")]
    copied = {words.split()[0] for words in instructions("COPY") if "--from" not in words}
    assert rules[0] == "*"
    assert {rule.removeprefix("!") for rule in rules if rule.startswith("!")} == copied
    assert all((ROOT / name).exists() for name in copied)


@pytest.mark.parametrize(
    "hardening",
    ["read_only: true", "- ALL", "- no-new-privileges:true", "init: true", "env_file: .env"],
)
def test_the_compose_file_keeps_its_hardening(hardening: str) -> None:
    assert hardening in [line.strip() for line in text("compose.yaml").splitlines()]


def test_the_example_of_settings_names_exactly_those_there_are() -> None:
    named = re.findall(r"^(?:# )?([A-Z_]+)=", text(".env.example"), re.MULTILINE)
    assert sorted(named) == sorted(SETTINGS)


def test_the_example_of_settings_holds_no_token() -> None:
    assert "DISCORD_TOKEN=\n" in text(".env.example")


def test_the_readme_describes_exactly_the_settings_there_are() -> None:
    named = re.findall(r"^\| `([A-Z_]+)` \|", text("README.md"), re.MULTILINE)
    assert sorted(named) == sorted(SETTINGS)


def test_the_bot_reads_every_setting_that_is_described() -> None:
    read = set(re.findall(r'"([A-Z_]+)"', text("bot/config.py")))
    assert read >= SETTINGS


def test_the_commitment_in_the_readme_is_right() -> None:
    example = re.search(r"printf '%s' '(\S+)' \| sha256sum\n([0-9a-f]{64})  -", text("README.md"))
    assert example is not None
    assert hashlib.sha256(example[1].encode()).hexdigest() == example[2]


def test_continuous_integration_runs_what_a_contributor_runs() -> None:
    assert os.access(ROOT / ".ci" / "run", os.X_OK)
    assert text(".ci/run").splitlines()[-1] == "exec make test"
