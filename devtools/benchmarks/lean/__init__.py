"""The leanest service of our packages: what a look and a move cost where there are no rules, no limits and no rights.

A Django REST view, one prepared statement for a look and two for a move, and the same web server as ours. Measured in
turn with the service, it says what this machine takes for its part. Nothing here is shared with the service.
"""
