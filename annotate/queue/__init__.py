"""Lists of URLs, worked through politely."""
