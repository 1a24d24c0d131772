"""An HTTP proxy that serves the main content of the pages that pass through it (Gottron, section 4.2)."""
