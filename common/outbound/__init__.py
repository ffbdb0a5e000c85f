"""Calls to addresses that users gave us (webhooks, push endpoints), which must never reach the internal network.

`urls` defines valid addresses, `addresses` the allowed destinations of a connection, `client` makes the only kind of
call: a POST without redirects or proxies, bounded in time. Nothing here knows what is sent or to whom.
"""
