"""The service around the engine: the log of every game, the commands that change it, and everything derived from it.

The rules are in `engine`, people in `players`.
"""
