"""The quick form of the kills, and the proof that they see what is lost."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def kills(count: int, *more: str) -> subprocess.CompletedProcess[str]:
    """The program, in a process of its own, because it forks and may have no other thread."""
    command = [sys.executable, "-m", "tests.soak.storage_kills", "--seed", "1"]
    return subprocess.run(  # noqa: S603 - this very Python
        [*command, "--count", str(count), *more],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_what_was_acknowledged_before_a_kill_is_there_afterwards() -> None:
    run = kills(8)
    assert run.returncode == 0, run.stdout + run.stderr
    figures = dict(line.rsplit(": ", 1) for line in run.stdout.splitlines() if ": " in line)
    assert figures["kills"] == "8"
    assert int(figures["rows acknowledged"]) > 0


def test_rows_that_are_acknowledged_before_the_commit_are_found_lost() -> None:
    run = kills(8, "--control")
    assert run.returncode == 0, run.stdout + run.stderr
    assert "violations, lost rows: " in run.stdout
