"""Coverage-guided fuzzing of everything that reads what strangers wrote: docs/reliability.md."""
