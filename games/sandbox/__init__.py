"""The sandbox: throw-away players, chosen positions and a clock that can be moved, for authors of clients.

A sandbox is an installation of its own (sandbox.md): settings with SANDBOX, which production refuses, and a
database that `manage.py sandbox on` has made one (`switch`). No other database has the tables that are used here.
"""
