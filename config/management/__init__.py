"""Management commands that concern the whole installation."""
