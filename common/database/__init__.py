"""Access to PostgreSQL beside Django's ORM."""
