"""The published games, one small file each: a ruleset value."""
