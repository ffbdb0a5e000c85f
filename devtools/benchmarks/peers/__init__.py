"""Our service beside its peers, in one run: boardgame.io over PostgreSQL, the leanest service, RLCard."""
