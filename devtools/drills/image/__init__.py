"""The drill of the image, in a machine of its own."""
