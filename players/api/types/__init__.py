"""The bodies and answers of the players' routes, as msgspec types. The description is made from them."""
