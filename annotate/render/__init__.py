"""Layout and screenshot for pages that were saved without them."""
