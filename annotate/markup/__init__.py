"""What the markup of a page tells: its language and title, elements that are marked, text that nobody sees."""
