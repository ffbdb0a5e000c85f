"""HTTP as every route of the API uses it: bodies, queries, negotiation, conditional requests, refusals."""
