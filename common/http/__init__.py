"""The HTTP parts that every route of the API uses: bodies, queries, negotiation, conditional requests, refusals."""
