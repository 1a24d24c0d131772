"""The saved page in a browser window, beside the reviewer: a program of its own (``python -m annotate.window``).

The reviewer drives no browser. It sends this program what to show (`messages.Look`, a line of JSON each on standard
input) and receives what a person does in the window (`messages.Deed`, a line each on standard output). Only the
reviewer knows what is marked. The window draws with the scripts of `annotate.capture`.
"""
