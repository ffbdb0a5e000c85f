"""Webhooks: addresses that players want called, what waits to be sent to them, and what became of it.

`services` is what their owners do with them, `selectors` what they see of them, `signing` how a call proves where it
comes from, `queue` what waits and when it is tried again. What is sent about a game is not known here.
"""
