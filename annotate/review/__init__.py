"""The reviewer: a terminal screen in which a person decides, line by line, which parts of a page are main content.

`model` is the state, without a screen. `screens`, `widgets` and `dialogs` show it. `saving`, `predicting` and `worker`
are the effects at the edges.
"""
