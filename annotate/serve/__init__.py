"""``annotate serve``: the reviewer in other people's browsers. `links` makes the links, `server` serves them."""
