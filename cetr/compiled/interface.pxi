# Rises with every change of what a loop takes or gives; see cetr/compiled/__init__.py.
INTERFACE = 6
