"""Streams that go on: one process that many listeners hang on, and that asks the database for all of them at once.

`hub` knows who follows what, `asking` is all that it reads, `wakes` are the hints it gets, `application` is its door.
"""
