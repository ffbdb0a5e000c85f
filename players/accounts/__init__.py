"""E-mail accounts: how this service adapts allauth.

allauth's headless application client runs the dialogue of codes. This package adds the
player it creates, the token it issues and the list of its open routes.
"""
