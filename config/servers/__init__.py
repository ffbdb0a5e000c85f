"""The processes that serve: web and streams, and what only they need."""
