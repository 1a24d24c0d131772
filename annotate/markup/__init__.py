"""What the markup of a page tells: its language and title, marked elements, and invisible text."""
