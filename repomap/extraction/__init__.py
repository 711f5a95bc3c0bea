"""What one source file holds: definitions, references and imports, out of its syntax tree."""
