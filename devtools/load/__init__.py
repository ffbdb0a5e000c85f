"""The load test: clients that play whole matches on a service, and what that costs (`make load`).

`clients` plays by the public API, `connections` speaks HTTP, `figures` has the report, `parts` the CPU of the processes
of this machine, `service` the installation that is started where none is named.
"""
