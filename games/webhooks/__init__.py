"""Webhooks about games: which webhook follows which game, batches of events, and the calls.

`subscriptions` decides who is called, `batches` what comes next, `bodies` writes it as its reader may see it, `send`
makes the calls. The webhooks themselves belong to `players`.
"""
