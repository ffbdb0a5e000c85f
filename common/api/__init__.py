"""Django REST framework as this service uses it: the base view and its answers. Knows no product."""
