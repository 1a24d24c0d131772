"""The reviewer: a terminal screen for deciding, line by line, what of a page is main content.

`model` is the state in the middle, without a screen; `screens`, `widgets` and `dialogs` show it; `saving`,
`predicting` and `worker` are the effects at the edges.
"""
