"""The tables and figures of the papers, made from any test packages: ``evaluate reproduce``.

`exhibits` defines each one: its systems, its measures, and what the paper printed. `tabulate` makes its rows from the
rows of a run, and `charts` draws those that are figures in the paper.
"""
