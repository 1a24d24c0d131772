"""Extractors from elsewhere: commands, HTTP services, proxies, saved outputs, other libraries.

Each module turns what follows its prefix into a function that meets the extractor protocol. None has a time-out of its
own. The worker process that runs it has one, and ends everything that was started in it.
"""
