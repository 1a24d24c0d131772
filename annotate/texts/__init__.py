"""What a text tells by itself: its language, whether it is garbled, whether it is a near-duplicate."""
