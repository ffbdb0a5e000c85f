"""The tests, laid out like the product, which never imports them."""
