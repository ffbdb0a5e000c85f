"""What operators run by hand."""
