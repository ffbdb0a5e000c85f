"""The service around the engine: the log of every game, the one door to change it, and what hangs on it.

The rules are not here (`engine`), nor are people (`players`).
"""
