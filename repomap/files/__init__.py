"""Which files a repository has, which of them changed, and what each is for."""
