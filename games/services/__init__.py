"""The use cases: everything that changes a game goes through `play.submit`, the one door."""
