"""Extractors from elsewhere: Python functions, commands, HTTP services, proxies, saved outputs, other libraries.

Each module makes, from what stands after its prefix, a function that meets the extractor protocol. None has a
time-out of its own: the worker process that runs it has one, which ends everything that was started in it.
"""
