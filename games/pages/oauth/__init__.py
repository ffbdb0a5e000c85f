"""The page on which a player authorizes an app: they sign in by a code, see its scopes, and accept or refuse."""
