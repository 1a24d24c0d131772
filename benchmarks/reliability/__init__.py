"""What becomes of work when commands are killed, disks fill, clocks run back, data grow: docs/reliability.md."""
