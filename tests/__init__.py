"""The tests, laid out like the product. The product never imports them."""
