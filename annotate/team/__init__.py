"""Who annotates."""
