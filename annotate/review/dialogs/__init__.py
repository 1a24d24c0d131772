"""The dialogs that open over the screen."""
