"""What newer code has written, and this code cannot read. It is no refusal: nobody has done anything wrong."""


class NewerCode(ValueError):
    """Stored bytes say something that this code does not know. Newer code wrote them, and can go on with the match."""


class NewerOptions(NewerCode):
    """A match has an option, or a value of one, that this code does not know."""
