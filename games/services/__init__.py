"""The use cases. Everything that changes a game goes through `commands.submit`."""
