"""E-mail accounts: how allauth is bent to this service.

allauth's headless application client does the dialogue of codes; what is ours here is the
player it makes, the token it hands out and the list of its doors that are open.
"""
