"""Reads: one game, lists of games, and updates of many games. Each judges who may see what."""
