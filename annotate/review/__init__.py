"""The reviewer: a terminal screen for deciding, line by line, which part of a page is main content.

`model` is the state, without a screen. `screens`, `widgets` and `dialogs` show it. `saving`, `predicting` and `worker`
are the effects at the edges.
"""
