"""Players: accounts, sign-in, and what tokens may do.

Knows neither games nor the engine. Layers: `api`, `accounts` and `admin` use `services`
and `selectors`, which use `models`; Django REST framework stays in `players.api`, allauth
in `players.accounts`.
"""
