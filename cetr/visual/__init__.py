"""Methods that look at the rendered page: where its elements stand, how large they are, how they are set."""
