"""The tables and figures of the papers, made from any test package: ``evaluate reproduce``.

`exhibits` says what each one is: which systems, which measures, what the paper printed. `tabulate` makes its rows from
the rows of a run, `charts` the pictures of those that the paper has drawn.
"""
