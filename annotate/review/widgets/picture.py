"""A picture in the terminal: as graphics if the terminal has any (kitty, sixel), otherwise as blocks of colour."""

from __future__ import annotations

import logging
from functools import cache
from typing import TYPE_CHECKING, Any

from textual.containers import Container
from textual.geometry import Size
from textual.message import Message

if TYPE_CHECKING:
    from PIL.Image import Image


@cache
def load_pictures() -> Any | None:
    """Load the module of the extra 'pictures'; None if it is not installed.

    The first call asks the terminal for its abilities, so it must come before the screen starts.
    """
    logging.getLogger("textual_image").setLevel(logging.ERROR)  # its warnings print a traceback onto the terminal
    try:
        import textual_image.widget
    except ImportError:
        return None
    return textual_image.widget


class PictureView(Container, can_focus=False):
    """Shows one picture, as large as the widget."""

    class Resized(Message):
        """The widget has another size."""

    _shown: Any = None

    def on_resize(self) -> None:
        """Ask for a picture of this shape."""
        self.post_message(self.Resized())

    @property
    def pixels(self) -> Size:
        """Its size in the terminal's pixels, if known."""
        module = load_pictures()
        assert module is not None
        cell = module.get_cell_size()
        return Size(self.size.width * cell.width, self.size.height * cell.height)

    async def show(self, picture: Image) -> None:
        """Show a picture of the shape of the widget."""
        module = load_pictures()
        assert module is not None
        if self._shown is None:
            # A browser has no graphics for terminals, but all colours.
            self._shown = (module.HalfcellImage if self.app.is_web else module.Image)(picture)
            await self.mount(self._shown)
        else:
            self._shown.image = picture
