"""Which definition a name means, each language by its own rules, with a confidence."""
