"""The HTTP face of players: tokens, profiles, guests.

The only package of players that knows Django REST framework.
"""
