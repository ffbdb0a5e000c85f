"""Management commands, one in a file: `manage.py NAME`."""
