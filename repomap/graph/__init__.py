"""Which file uses which definition, over the whole repository, and the rank that follows from it."""
