"""The backend of the replica: a wait for it ends soon, and has nothing to do with the breaker of the primary."""
