"""One module per command; its name is the module's."""
