"""The leanest service with our packages: the cost of a look and a move without rules, limits and permissions.

A Django REST view, one prepared statement for a look and two for a move, and the same web server as ours. Measured in
turn with the service, it shows the machine's part of the cost. Nothing here is shared with the service.
"""
