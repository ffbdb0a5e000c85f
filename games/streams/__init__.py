"""Streams: one process that serves many listeners and queries the database for all of them at once.

`hub` knows who follows what, `queries` are all its reads, `hints` are the hints it receives, `app` is its ASGI
application.
"""
