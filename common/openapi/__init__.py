"""The OpenAPI description: from the types of messages and the views to the finished document."""
