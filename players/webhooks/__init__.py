"""Webhooks: addresses that players want called, the queue of deliveries, and their log.

`services` holds the owners' actions, `selectors` their reads, `signing` the signature of a call, `queue` the pending
deliveries and their retries. What is sent about a game is not known here.
"""
