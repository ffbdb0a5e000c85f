"""Handlers: one file per group of commands. A handler judges a command and turns it into events."""
