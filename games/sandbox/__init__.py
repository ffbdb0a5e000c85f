"""The sandbox: throw-away players, chosen positions and a clock that can be moved, for client authors.

A sandbox is an installation of its own (sandbox.md): settings with SANDBOX, which production refuses, and a database
that `manage.py sandbox on` has turned into one (`mode`). No other database has the tables used here.
"""
