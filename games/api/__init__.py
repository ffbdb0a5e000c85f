"""The HTTP face of games: parse, call one service or selector, render.

No rules, no ORM and no event store here; statuses, wire types and their schema only here.
"""
