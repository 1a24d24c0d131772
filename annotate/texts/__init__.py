"""What a text tells by itself: its language, whether it is garbled, whether another is nearly the same."""
