"""Streams, as far as one request gets: where a listener is, what they are told now, in which form.

How a stream goes on after that is for `games.streams`.
"""
