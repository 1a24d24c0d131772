"""Whole packages by hand-written rules for a site, unattended.

The second way to make gold of Gottron, "Evaluating content extraction on HTML documents": pages made from one template
have their main content in the same elements.
"""
