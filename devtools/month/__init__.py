"""A virtual month: many people with habits play on the real service, whose clock jumps from one event to the next.

`make month` runs it (ARGS=...). The people send real requests to the application in this process: middleware,
authentication, rules, a PostgreSQL of its own. After each jump the code of the worker does what is due. What is left
out: the web server, the broker and mails, so nobody comes because of a message; people come when they usually do.

`habits`: who they are, and where the figures come from. `tables`: how they find a table. `clock`: the frozen clock.
`simulation`: what they do. `report`: what came of it, by the log.
"""
