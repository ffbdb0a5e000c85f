"""Calls to addresses that users gave us (webhooks, push endpoints), which must never reach inside.

`urls` says what an address may look like, `addresses` where a connection may go, `client` makes the only kind of call:
a POST without redirects, proxies or patience. Nothing here knows what is sent or to whom.
"""
