"""The event store: everything that reads or writes the log and the tables that follow from it."""
