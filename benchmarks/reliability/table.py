"""All scenarios, in the order of the table."""

from __future__ import annotations

from benchmarks.reliability.browsers import kill_browser
from benchmarks.reliability.commands import COMMANDS
from benchmarks.reliability.disturbing import clone_with_crlf, fill_disk, take_locks, turn_clock_back, write_together
from benchmarks.reliability.growing import capture_many, extract_many, review_many, run_many
from benchmarks.reliability.killing import kill_command
from benchmarks.reliability.outcome import Scenario
from benchmarks.reliability.spreading import SPREAD

FILLED = ("import", "export", "capture", "propagate", "doctor", "extract", "run", "report")
"""Commands during which the disk becomes full."""

BROWSING = ("capture", "harvest", "render")
"""Commands whose browser is killed."""

SCENARIOS = (
    *(Scenario(f"kill-{name}", command.times, kill_command(command)) for name, command in COMMANDS.items()),
    *(Scenario(f"browser-{name}", 20, kill_browser(COMMANDS[name])) for name in BROWSING),
    *(Scenario(f"disk-{name}", 10, fill_disk(COMMANDS[name])) for name in FILLED),
    Scenario("two-writers", 10, write_together),
    Scenario("lock-taken", 10, take_locks),
    Scenario("clock-back", 3, turn_clock_back),
    Scenario("git-crlf", 3, clone_with_crlf),
    *(Scenario(name, 5, run) for name, run in SPREAD.items()),
    Scenario("run-100000", 100_000, run_many),
    Scenario("warc-100000", 100_000, extract_many),
    Scenario("review-20000", 20_000, review_many),
    Scenario("capture-500", 500, capture_many),
)
