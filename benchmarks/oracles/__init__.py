"""Tools of the languages themselves, asked where a reference leads."""
