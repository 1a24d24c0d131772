"""The tables of the two tag-ratio papers, the papers' own numbers beside ours."""
