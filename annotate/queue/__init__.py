"""Work through lists of URLs politely."""
