"""Mechanisms without product knowledge: time, keys, HTTP, calls to users' addresses, rate limits.

Other packages import this one; it imports none of them.
"""
