"""The event store: reads and writes the log and the tables derived from it."""
